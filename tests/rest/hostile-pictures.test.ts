/** Tests small files that unpack to more pixels than fit into memory, sent to every place that accepts pictures. */
import { beforeEach, describe, expect, it } from "vitest";
import { addDog, startTeam, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { avatarForm } from "../support/avatars";
import { hugeHeic, hugeJpeg, hugeWebp, lyingHeic, scannedJpeg } from "../support/hostile-pictures";
import { logoForm } from "../support/logos";
import { HEIC, JPEG, photoForm } from "../support/photos";
import { flatPng } from "../support/pictures";

type Bytes = Uint8Array<ArrayBuffer>;

let team: Team;
let dogId: string;
beforeEach(async () => {
  team = await startTeam();
  dogId = (await addDog(team.owner, team.kennelId))._id;
});

const filesLeft = async () =>
  (await team.deployment.run(async (ctx) => await ctx.db.system.query("_storage").take(20))).length;

/** How a picture is sent to each place, and the name of a picture with too many pixels. */
const PLACES = {
  "a dog's photo": {
    send: async (bytes: Bytes) =>
      await callRest(team.owner.as, "POST", `/photos/dogs/${dogId}`, { form: photoForm({}, bytes) }),
    message: "A photo may have at most 64 megapixels, a progressive one 32.",
  },
  "a person's picture": {
    send: async (bytes: Bytes) =>
      await callRest(team.owner.as, "POST", "/settings/user/avatar", { form: avatarForm(bytes) }),
    message: "A profile picture may have at most 5 MB and 64 megapixels, a progressive one 32.",
  },
  "a kennel's logo": {
    send: async (bytes: Bytes) =>
      await callRest(team.owner.as, "POST", `/settings/kennel/${team.kennelId}/logo`, {
        form: logoForm(bytes),
      }),
    message: "A logo may have at most 2 MB and 25 megapixels.",
  },
} as const;
type Place = keyof typeof PLACES;

const BOMBS: Record<string, () => Bytes | Promise<Bytes>> = {
  PNG: () => flatPng(20_000, 12_000),
  JPG: hugeJpeg,
  WEBP: hugeWebp,
};
const HEIF_PLACES = ["a dog's photo", "a person's picture"] as const satisfies Place[];
const CASES: [string, Place][] = [
  ...Object.keys(PLACES).flatMap((place) =>
    Object.keys(BOMBS).map((kind): [string, Place] => [kind, place as Place]),
  ),
];

describe("a small file with more pixels than fit into memory", () => {
  it.each(CASES)("of %s is refused because of its size as %s", async (kind, place) => {
    const bytes = (await BOMBS[kind]?.()) ?? new Uint8Array();
    expect(bytes.length).toBeLessThan(100_000);
    const { send, message } = PLACES[place];
    expect(await send(bytes)).toMatchObject({ status: 413, body: { message } });
    expect(await filesLeft()).toBe(0);
  });

  it.each(HEIF_PLACES)("of HEIC is refused as %s because of its container's stated size", async (place) => {
    const { send, message } = PLACES[place];
    expect(await send(hugeHeic())).toMatchObject({ status: 413, body: { message } });
    expect(await filesLeft()).toBe(0);
    expect((await send(HEIC)).status).toBe(201);
  });

  it.each(HEIF_PLACES)(
    "of HEIC is refused as %s when container and picture contradict each other",
    async (place) => {
      const { send } = PLACES[place];
      const { status } = await send(lyingHeic(16_384));
      expect([413, 415]).toContain(status);
      expect(await filesLeft()).toBe(0);
      // All users share the decoder, which must still work afterwards.
      expect((await send(HEIC)).status).toBe(201);
      expect((await send(JPEG)).status).toBe(201);
    },
  );
});

describe("a JPG with hundreds of scans", () => {
  it.each(Object.keys(PLACES) as Place[])("is refused as %s before it is read", async (place) => {
    const { send } = PLACES[place];
    expect((await send(await scannedJpeg(128, 300))).status).toBe(415);
    expect(await filesLeft()).toBe(0);
    expect((await send(await scannedJpeg(128, 30))).status).toBe(201);
  });

  it.each(HEIF_PLACES)("is refused as %s when it is too large to be held in memory", async (place) => {
    const { send, message } = PLACES[place];
    expect(await send(await scannedJpeg(5700, 1))).toMatchObject({ status: 413, body: { message } });
    expect(await filesLeft()).toBe(0);
  });
});
