/** Tests the REST calls of a kennel's logo. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import sharp from "sharp";
import { Buffer } from "node:buffer"; // sharp recognizes a Uint8Array by its class, which test environments replace globally.
import { api, internal } from "../../convex/_generated/api";
import { LOGO_EDGE, MAX_LOGO_BYTES } from "../../domain/kennels/rules";
import { addDog, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { logoForm, paintLogo, setLogo } from "../support/logos";
import { HEIC, JPEG, SECRETS } from "../support/photos";
import { flatPng, textOf } from "../support/pictures";
import { deleteKennel } from "../support/kennel-deletions";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const path = () => `/settings/kennel/${team.kennelId}/logo`;
const send = async (bytes: Uint8Array<ArrayBuffer>, person = team.owner) =>
  await callRest(person.as, "POST", path(), { form: logoForm(bytes) });
const files = async () =>
  await team.deployment.run(async (ctx) => await ctx.db.system.query("_storage").take(20));

async function fetchLogo(logoPath: string) {
  const response = await team.deployment.fetch(`/api${logoPath}`);
  const bytes = Buffer.from(await response.arrayBuffer());
  return { status: response.status, type: response.headers.get("Content-Type"), bytes };
}

describe("POST /settings/kennel/{id}/logo", () => {
  it.each(["png", "webp"] as const)(
    "[GAP-SET-14] [GAP-KEN-01] stores a %s as a PNG, still transparent, no larger than needed",
    async (kind) => {
      const { status, body } = await send(await paintLogo(kind, { width: 1600, height: 800 }));
      expect(status).toBe(201);
      expect(body.data.logoPath).toMatch(/^\/uploads\/logos\//u);
      const { type, bytes } = await fetchLogo(body.data.logoPath);
      expect(type).toBe("image/png");
      const { width, height, hasAlpha } = await sharp(bytes).metadata();
      expect({ width, height, hasAlpha }).toEqual({
        width: LOGO_EDGE,
        height: LOGO_EDGE / 2,
        hasAlpha: true,
      });
      expect(await files()).toHaveLength(1);
    },
  );

  it("[GAP-SET-14] stores a JPG upright, as a JPG, without its metadata", async () => {
    const { body } = await send(JPEG);
    const { type, bytes } = await fetchLogo(body.data.logoPath);
    expect(type).toBe("image/jpeg");
    const { width, height, exif } = await sharp(bytes).metadata();
    expect([width, height, exif]).toEqual([64, 96, undefined]);
    for (const secret of SECRETS) expect(textOf(bytes)).not.toContain(secret);
  });

  it("[GAP-SET-14] refuses by content: 415 for SVG, GIF, HEIC and damaged files, 413 for more than 2 MB", async () => {
    const svg = new TextEncoder().encode("<svg xmlns='http://www.w3.org/2000/svg'><script/></svg>");
    const damaged = (await paintLogo("png")).slice(0, 400);
    for (const bytes of [svg, await paintLogo("gif"), HEIC, damaged]) {
      expect(await send(bytes)).toMatchObject({
        status: 415,
        body: { message: "A logo must be a PNG, JPG or WEBP file." },
      });
    }
    const large = new Uint8Array(MAX_LOGO_BYTES + 1);
    large.set(await paintLogo("png"));
    for (const bytes of [large, flatPng(6000, 5000)]) {
      expect(await send(bytes)).toMatchObject({
        status: 413,
        body: { message: "A logo may have at most 2 MB and 25 megapixels." },
      });
    }
    expect(await files()).toEqual([]);
  });

  it("returns 400 without a logo and 415 for JSON", async () => {
    const form = new FormData();
    form.append("photo", "x");
    const { as } = team.owner;
    expect(await callRest(as, "POST", path(), { form })).toMatchObject({
      status: 400,
      body: { errors: { logo: "Choose a logo" } },
    });
    expect((await callRest(as, "POST", path(), { json: {} })).status).toBe(415);
  });

  it("replaces the earlier logo with its file, at another address, and does not change the version of the details", async () => {
    const before = await team.owner.as.query(api.kennels.kennels.get, { kennelId: team.kennelId });
    const first = await setLogo(team.owner, team.kennelId, await paintLogo("png"));
    const second = await setLogo(team.owner, team.kennelId, await paintLogo("webp"));
    expect(await files()).toHaveLength(1);
    expect(second.logoPath).not.toBe(first.logoPath);
    expect((await fetchLogo(first.logoPath)).status).toBe(401);
    expect(Date.parse(second.updatedAt)).toBe(before.updatedAt);
  });

  it("[GAP-AUTH-03] is allowed to managers and owners, and other callers leave no file behind", async () => {
    expect((await send(await paintLogo("png"), team.manager)).status).toBe(201);
    expect((await send(await paintLogo("png"), team.staff)).status).toBe(403);
    expect((await send(await paintLogo("png"), team.stranger)).status).toBe(404);
    expect(await files()).toHaveLength(1);
  });
});

describe("DELETE /settings/kennel/{id}/logo", () => {
  it("[GAP-SET-14] removes the logo with its file, and succeeds when there is none", async () => {
    await setLogo(team.owner, team.kennelId);
    for (const _time of [1, 2]) {
      expect(await callRest(team.owner.as, "DELETE", path())).toMatchObject({
        status: 200,
        body: { success: true },
      });
    }
    expect(await files()).toEqual([]);
    const [kennel] = (await callRest(team.owner.as, "GET", "/kennels")).body.data;
    expect(kennel.logoPath).toBeNull();
  });
});

describe("GET /uploads/logos/{id}", () => {
  it("[GAP-AUTH-05] opens with the signed address or a member's token, and never with a guessed address", async () => {
    const { logoPath } = await setLogo(team.owner, team.kennelId);
    expect((await fetchLogo(logoPath)).status).toBe(200);
    const [bare = ""] = logoPath.split("?");
    expect((await callRest(team.viewer.as, "GET", bare)).status).toBe(200);
    expect((await callRest(team.stranger.as, "GET", bare)).status).toBe(404);
    expect((await fetchLogo(bare)).status).toBe(401);
    const guessed = logoPath.replace(/signature=\w+/u, `signature=${"0".repeat(64)}`);
    expect((await fetchLogo(guessed)).status).toBe(401);
    await team.deployment.mutation(internal.dogs.photos.renewKeys, {});
    expect((await fetchLogo(logoPath)).status).toBe(200);
    await team.deployment.mutation(internal.dogs.photos.renewKeys, {});
    expect((await fetchLogo(logoPath)).status).toBe(401);
  });

  it("returns 404 for a kennel without a logo", async () => {
    expect((await callRest(team.owner.as, "GET", `/uploads/logos/${team.kennelId}`)).status).toBe(404);
  });
});

describe("a logo", () => {
  afterEach(() => vi.useRealTimers());

  it("is printed on the pedigree certificate", async () => {
    const dogId = (await addDog(team.owner, team.kennelId))._id;
    const print = async () =>
      (await team.viewer.as.action(api.pedigree.actions.pedigreeCertificate.make, { dogId, today: TODAY }))
        .content;
    const without = await print();
    for (const kind of ["png", "jpeg", "webp"] as const) {
      await setLogo(team.owner, team.kennelId, await paintLogo(kind));
      expect((await print()).byteLength, kind).toBeGreaterThan(without.byteLength + 1000);
    }
  });

  it("[GAP-KEN-06] is deleted with its kennel", async () => {
    vi.useFakeTimers({ now: Date.UTC(2025, 5, 15, 12) });
    await setLogo(team.owner, team.kennelId, await paintLogo("png"));
    await deleteKennel(team);
    expect(await files()).toEqual([]);
  });

  it("is not swept while its kennel uses it", async () => {
    vi.useFakeTimers({ now: Date.UTC(2025, 5, 15, 12) });
    await setLogo(team.owner, team.kennelId);
    vi.setSystemTime(Date.UTC(2025, 5, 17));
    await team.deployment.mutation(internal.platform.storedFiles.sweep, {});
    await team.deployment.finishAllScheduledFunctions(vi.runAllTimers);
    expect(await files()).toHaveLength(1);
  });
});
