/**
 * Small files that unpack to more pixels than there is memory for, sent where pictures are taken: each is refused by
 * what it claims, in a moment, and leaves nothing behind; pictures that are real still come through afterwards.
 */
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

/** The places that take pictures: how one is sent, and what it is called that has too many pixels. */
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

describe("a small file of more pixels than fit into memory", () => {
  it.each(CASES)("of %s is refused by its size as %s", async (kind, place) => {
    const bytes = (await BOMBS[kind]?.()) ?? new Uint8Array();
    expect(bytes.length).toBeLessThan(100_000);
    const { send, message } = PLACES[place];
    expect(await send(bytes)).toMatchObject({ status: 413, body: { message } });
    expect(await filesLeft()).toBe(0);
  });

  it.each(HEIF_PLACES)("of HEIC is refused as %s by what its container claims", async (place) => {
    const { send, message } = PLACES[place];
    expect(await send(hugeHeic())).toMatchObject({ status: 413, body: { message } });
    expect(await filesLeft()).toBe(0);
    expect((await send(HEIC)).status).toBe(201);
  });

  it.each(HEIF_PLACES)(
    "of HEIC is refused as %s where container and picture contradict each other",
    async (place) => {
      const { send } = PLACES[place];
      const { status } = await send(lyingHeic(16_384));
      expect([413, 415]).toContain(status);
      expect(await filesLeft()).toBe(0);
      // The decoder is the same for everybody and must not be broken by it.
      expect((await send(HEIC)).status).toBe(201);
      expect((await send(JPEG)).status).toBe(201);
    },
  );
});

describe("a JPG that goes over its picture hundreds of times", () => {
  it.each(Object.keys(PLACES) as Place[])("is refused as %s before it is read", async (place) => {
    const { send } = PLACES[place];
    expect((await send(await scannedJpeg(128, 300))).status).toBe(415);
    expect(await filesLeft()).toBe(0);
    expect((await send(await scannedJpeg(128, 30))).status).toBe(201);
  });

  it.each(HEIF_PLACES)("is refused as %s where it is too large to be held whole", async (place) => {
    const { send, message } = PLACES[place];
    expect(await send(await scannedJpeg(5700, 1))).toMatchObject({ status: 413, body: { message } });
    expect(await filesLeft()).toBe(0);
  });
});
