/** Tests the REST calls of photos. */
import { readdirSync, readFileSync } from "node:fs";
import os from "node:os";
import { beforeEach, describe, expect, it } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { MAX_PHOTO_BYTES, MAX_PHOTOS_PER_DOG } from "../../domain/photos/rules";
import { addDog, startTeam, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { flatPng, look, paintPhoto, textOf } from "../support/pictures";
import { addPhoto, HEIC, JPEG, photoForm, PNG, SECRETS } from "../support/photos";

let team: Team;
let dogId: string;
beforeEach(async () => {
  team = await startTeam();
  dogId = (await addDog(team.owner, team.kennelId))._id;
});

const call = async (method: string, path: string, request: Parameters<typeof callRest>[3] = {}) =>
  await callRest(team.owner.as, method, path, request);
const upload = async (form: FormData) => await call("POST", `/photos/dogs/${dogId}`, { form });
const filesLeft = async () =>
  (await team.deployment.run(async (ctx) => await ctx.db.system.query("_storage").take(20))).length;
const listed = async (): Promise<{ id: string; isPrimary: boolean; caption: string | null }[]> =>
  (await call("GET", `/photos/dogs/${dogId}`)).body.data;

/** As an image tag does. */
async function fetchPicture(path: string) {
  const response = await team.deployment.fetch(`/api${path}`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { bytes, type: response.headers.get("Content-Type") };
}

describe("POST /photos/dogs/{dogId}", () => {
  it("[GAP-PHO-01] [PHO-01] [GAP-PHO-06] returns the stored photo, and the first photo is always primary", async () => {
    const { status, body } = await upload(photoForm({ caption: " At 8 weeks ", isPrimary: "false" }));
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ dogId, isPrimary: true, caption: "At 8 weeks" });
    expect(body.data.filePath).toMatch(/^\/uploads\/photos\//);
    expect(Date.parse(body.data.createdAt)).toBeGreaterThan(0);
  });

  it("[PHO-02] [PHO-03] [PHO-04] makes later photos not primary, and accepts them without a caption", async () => {
    const photos = [await addPhoto(team.owner, dogId), await addPhoto(team.owner, dogId)];
    expect(photos.map((photo) => photo.isPrimary)).toEqual([true, false]);
    expect(photos.map((photo) => photo.caption)).toEqual([null, null]);
    expect((await addPhoto(team.owner, dogId, { isPrimary: "true" })).isPrimary).toBe(true);
    expect((await listed()).filter((photo) => photo.isPrimary)).toHaveLength(1);
  });

  it("[GAP-PHO-03] refuses by content, not by name: 415 for a file that is not a photo, 413 over 10 MB", async () => {
    const text = new TextEncoder().encode("<script>alert(1)</script>");
    expect((await upload(photoForm({}, text))).status).toBe(415);
    expect((await upload(photoForm({}, HEIC.slice(0, 600)))).status).toBe(415);
    expect((await upload(photoForm({}, JPEG.slice(0, 900)))).status).toBe(415);
    const large = new Uint8Array(MAX_PHOTO_BYTES + 1);
    large.set(PNG);
    expect((await upload(photoForm({}, large))).status).toBe(413);
    expect(await listed()).toEqual([]);
    expect(await filesLeft()).toBe(0);
  });

  it("returns 413 for a small file with more pixels than fit into memory", async () => {
    const { status, body } = await upload(photoForm({}, flatPng(9000, 8000)));
    expect(status).toBe(413);
    expect(body.message).toBe("A photo may have at most 64 megapixels, a progressive one 32.");
    expect(await filesLeft()).toBe(0);
  });

  it.runIf(process.platform === "linux")(
    "gives other work a turn before it processes the picture",
    async () => {
      await upload(photoForm({}, flatPng(2000, 2000)));
      const threads = readdirSync("/proc/self/task").filter((thread) =>
        readFileSync(`/proc/self/task/${thread}/comm`, "utf8").startsWith("libvips"),
      );
      const priorities = new Set(threads.map((thread) => os.getPriority(Number(thread))));
      expect([...priorities]).toEqual([
        os.getPriority(process.pid) + os.constants.priority.PRIORITY_BELOW_NORMAL,
      ]);
    },
  );

  it("[GAP-PHO-03] returns 409 for the photo after the fiftieth, and stores no file", async () => {
    await addPhoto(team.owner, dogId);
    await team.deployment.run(async (ctx) => {
      const id = ctx.db.normalizeId("dogs", dogId);
      if (id) await ctx.db.patch("dogs", id, { photoCount: MAX_PHOTOS_PER_DOG });
    });
    expect((await upload(photoForm())).status).toBe(409);
    expect(await filesLeft()).toBe(3);
  });

  it("returns 400 without a photo and for a caption that is too long, 415 for JSON", async () => {
    const path = `/photos/dogs/${dogId}`;
    const empty = new FormData();
    empty.append("caption", "x");
    expect(await upload(empty)).toMatchObject({ status: 400, body: { errors: { photo: "Choose a photo" } } });
    expect((await upload(photoForm({ caption: "x".repeat(301) }))).body.errors).toHaveProperty("caption");
    expect((await call("POST", path, { json: { caption: "x" } })).status).toBe(415);
  });

  it("[GAP-PHO-04] keeps the orientation of a photo, and removes its location", async () => {
    const { body } = await upload(photoForm({}, JPEG));
    const full = await fetchPicture(body.data.filePath);
    expect(full.type).toBe("image/jpeg");
    expect(textOf(full.bytes)).toContain("Exif");
    expect(full.bytes.slice(-2)).toEqual(Uint8Array.of(0xff, 0xd9));
    for (const path of [body.data.filePath, body.data.previewPath, body.data.thumbnailPath]) {
      const { bytes, type } = await fetchPicture(path);
      expect(type).toBe("image/jpeg");
      for (const secret of SECRETS) expect(textOf(bytes)).not.toContain(secret);
      const { width, height, colourAt } = await look(bytes);
      expect([width, height]).toEqual([64, 96]);
      expect([colourAt(5, 70), colourAt(32, 10), colourAt(58, 10)]).toEqual(["blue", "red", "green"]);
    }
  });

  it("[GAP-PHO-03] [GAP-PHO-04] stores a JPG made from HEIC: upright, with its colors, without its location", async () => {
    const { status, body } = await upload(photoForm({}, HEIC));
    expect(status).toBe(201);
    for (const path of [body.data.filePath, body.data.previewPath, body.data.thumbnailPath]) {
      const { bytes, type } = await fetchPicture(path);
      expect(type).toBe("image/jpeg");
      for (const secret of ["Exif", ...SECRETS]) expect(textOf(bytes)).not.toContain(secret);
      const { width, height, colourAt, profile } = await look(bytes);
      expect([width, height]).toEqual([64, 96]);
      expect([colourAt(58, 90), colourAt(32, 10), colourAt(5, 90)]).toEqual(["red", "blue", "green"]);
      expect(profile).toBe(480);
    }
    expect(await filesLeft()).toBe(3);
  });

  it("creates thumbnails so small that a grid of 96 dogs loads under 2 MB", async () => {
    const different = 8;
    let bytes = 0;
    for (let seed = 1; seed <= different; seed += 1) {
      const photo = new Uint8Array(await paintPhoto({ width: 1200, height: 900, seed }));
      const { body } = await upload(photoForm({}, photo));
      bytes += (await fetchPicture(body.data.thumbnailPath)).bytes.length;
    }
    expect((bytes * 96) / different).toBeLessThan(2_000_000);
    expect(bytes / different).toBeGreaterThan(4000); // If these files were smaller, the pictures would be too simple for this test.
  });

  it("creates a preview and a thumbnail of larger pictures", async () => {
    const { body } = await upload(photoForm({}, flatPng(2000, 1000)));
    const edges = async (path: string) => {
      const { width, height } = await look((await fetchPicture(path)).bytes);
      return [width, height];
    };
    expect(await edges(body.data.filePath)).toEqual([2000, 1000]);
    expect(await edges(body.data.previewPath)).toEqual([1024, 512]);
    expect(await edges(body.data.thumbnailPath)).toEqual([256, 128]);
  });
});

describe("GET /photos/dogs/{dogId}", () => {
  it("[GAP-PHO-07] lists the primary photo first, then the newest", async () => {
    const [a, b, c] = [
      await addPhoto(team.owner, dogId),
      await addPhoto(team.owner, dogId),
      await addPhoto(team.owner, dogId),
    ];
    expect((await listed()).map((photo) => photo.id)).toEqual([a.id, c.id, b.id]);
    await call("PATCH", `/photos/${b.id}/primary`);
    expect((await listed()).map((photo) => photo.id)).toEqual([b.id, c.id, a.id]);
  });

  it("[DOG-28] [DOG-14] returns the dog with its photos, and the list of dogs with the primary one", async () => {
    const first = await addPhoto(team.owner, dogId);
    await addPhoto(team.owner, dogId);
    expect((await call("GET", `/dogs/${dogId}`)).body.data.photos).toHaveLength(2);
    const { data } = (await call("GET", "/dogs?hasPhotos=true")).body.data;
    expect(data).toMatchObject([{ id: dogId, photos: [{ id: first.id, isPrimary: true }] }]);
    expect((await call("GET", "/dogs?hasPhotos=false")).body.data.data).toEqual([]);
  });
});

describe("PATCH and DELETE /photos/{photoId}", () => {
  it("[PHO-05] replaces the primary photo", async () => {
    const a = await addPhoto(team.owner, dogId);
    const b = await addPhoto(team.owner, dogId);
    expect((await call("PATCH", `/photos/${b.id}/primary`)).body.data.isPrimary).toBe(true);
    const primaries = Object.fromEntries((await listed()).map((photo) => [photo.id, photo.isPrimary]));
    expect(primaries).toEqual({ [a.id]: false, [b.id]: true });
  });

  it("[GAP-PHO-02] stores a changed caption, and clears it with null or an empty text", async () => {
    const { id } = await addPhoto(team.owner, dogId);
    const caption = async (text: string | null) =>
      (await call("PATCH", `/photos/${id}`, { json: { caption: text } })).body.data.caption;
    expect(await caption("In the snow")).toBe("In the snow");
    expect((await listed())[0]?.caption).toBe("In the snow");
    expect(await caption("  ")).toBeNull();
    expect(await caption(null)).toBeNull();
  });

  it("[GAP-PHO-05] makes the oldest remaining photo primary when the primary one is deleted", async () => {
    const [a, b] = [await addPhoto(team.owner, dogId), await addPhoto(team.owner, dogId)];
    await addPhoto(team.owner, dogId);
    await call("DELETE", `/photos/${a.id}`);
    expect((await listed())[0]).toMatchObject({ id: b.id, isPrimary: true });
    expect((await call("DELETE", `/photos/${a.id}`)).status).toBe(404);
    expect((await call("GET", a.filePath)).status).toBe(404);
  });
});

describe("GET /uploads/photos/{photoId}/{size}", () => {
  const fetchAs = async (caller: Pick<Team["deployment"], "fetch">, path: string) =>
    (await caller.fetch(`/api${path}`)).status;

  it("[GAP-AUTH-05] [PHO-06] opens only with the signed address, never with a guessed one", async () => {
    const photo = await addPhoto(team.owner, dogId);
    const response = await team.deployment.fetch(`/api${photo.filePath}`);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(PNG);
    expect(response.headers.get("Cache-Control")).toContain("private");
    const bare = photo.filePath.split("?")[0] ?? "";
    expect(await fetchAs(team.deployment, bare)).toBe(401);
    expect(await fetchAs(team.deployment, `${bare}?signature=${"0".repeat(64)}`)).toBe(401);
    const moved = photo.thumbnailPath.replace("/thumbnail", "/full");
    expect(await fetchAs(team.deployment, moved)).toBe(401);
  });

  it("[GAP-AUTH-05] opens while its person belongs to the kennel, whatever rights they have there", async () => {
    await addPhoto(team.owner, dogId);
    const addressOf = async ({ as }: typeof team.viewer) =>
      (await as.query(api.dogs.photos.list, { dogId }))?.[0]?.filePath ?? "";
    const [address, others] = [await addressOf(team.viewer), await addressOf(team.owner)];
    const { userId } = team.viewer;
    const member = { kennelId: team.kennelId, userId };
    const narrow = async (areas: object) =>
      await team.owner.as.mutation(api.kennels.members.update, {
        ...member,
        role: "viewer",
        permissions: areas,
      });
    // Heats and health records also show a dog with its photo.
    await narrow({ dogs: "none", breeding: "none" });
    expect(await fetchAs(team.deployment, address)).toBe(200);
    await narrow({ dogs: "none", breeding: "none", health: "none" });
    expect(await fetchAs(team.deployment, address)).toBe(401);
    await narrow({});
    expect(await fetchAs(team.deployment, address)).toBe(200);
    await team.owner.as.mutation(api.kennels.members.remove, member);
    expect(await fetchAs(team.deployment, address)).toBe(401);
    expect(await fetchAs(team.deployment, address.replace(userId, team.owner.userId))).toBe(401);
    expect(await fetchAs(team.deployment, others)).toBe(200);
  });

  it("[GAP-AUTH-05] opens with the token of a member, and not for a stranger", async () => {
    const bare = (await addPhoto(team.owner, dogId)).filePath.split("?")[0] ?? "";
    expect(await fetchAs(team.viewer.as, bare)).toBe(200);
    expect(await fetchAs(team.stranger.as, bare)).toBe(404);
  });

  it("[GAP-API-06] returns the same to a member of another kennel as for a missing photo", async () => {
    const photo = await addPhoto(team.owner, dogId);
    const bare = photo.filePath.split("?")[0] ?? "";
    await call("DELETE", `/photos/${photo.id}`);
    const other = await addPhoto(team.owner, dogId);
    const answers = async (id: string) =>
      await Promise.all(
        (
          [
            ["GET", bare.replace(photo.id, id)],
            ["DELETE", `/photos/${id}`],
            ["PATCH", `/photos/${id}/primary`],
            ["PATCH", `/photos/${id}`],
          ] as const
        ).map(async ([method, path]) => {
          const json = path.endsWith(id) && method === "PATCH" ? { caption: "x" } : undefined;
          const { status, body } = await callRest(team.stranger.as, method, path, { json });
          return { status, body };
        }),
      );
    expect(await answers(other.id)).toEqual(await answers(photo.id));
    expect((await answers(other.id)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it("[GAP-AUTH-05] closes an address after the key was renewed twice", async () => {
    const { filePath } = await addPhoto(team.owner, dogId);
    await team.deployment.mutation(internal.dogs.photos.renewKeys, {});
    expect(await fetchAs(team.deployment, filePath)).toBe(200);
    await team.deployment.mutation(internal.dogs.photos.renewKeys, {});
    expect(await fetchAs(team.deployment, filePath)).toBe(401);
  });
});
