/** Tests photos that the web app sends. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { MAX_PHOTO_BYTES, MAX_THUMBNAIL_BYTES } from "../../domain/photos/rules";
import { addDog, failureOf, startTeam, type Person, type Team } from "../support/backend";
import { outliveDeletions } from "../support/deletions";
import { textOf } from "../support/pictures";
import { addPhoto, JPEG, PNG, SECRETS } from "../support/photos";
import { deleteKennel } from "../support/kennel-deletions";

let team: Team;
let dogId: string;
beforeEach(async () => {
  vi.useRealTimers();
  team = await startTeam();
  dogId = (await addDog(team.owner, team.kennelId))._id;
});

const store = async (bytes: Uint8Array<ArrayBuffer> = PNG) =>
  await team.deployment.run(async (ctx) => await ctx.storage.store(new Blob([bytes])));

const sendFiles = async (full = PNG) => ({
  fullId: await store(full),
  previewId: await store(),
  thumbnailId: await store(),
});

const add = async (person: Person, files: Awaited<ReturnType<typeof sendFiles>>) =>
  await person.as.action(api.dogs.photos.add, { dogId, ...files });

const JPEG_LIKE_A_FULL_PICTURE = Uint8Array.from([...JPEG, ...new Uint8Array(MAX_THUMBNAIL_BYTES)]);

const filesLeft = async () =>
  (await team.deployment.run(async (ctx) => await ctx.db.system.query("_storage").take(20))).length;

describe("photos.generateUploadUrls", () => {
  it("returns addresses for the three sizes to people who may change dogs, and to nobody else", async () => {
    const { staff, viewer, stranger, deployment } = team;
    expect(await staff.as.mutation(api.dogs.photos.generateUploadUrls, { dogId })).toHaveLength(3);
    const codeFor = async (caller: Pick<Person["as"], "mutation">) =>
      (await failureOf(caller.mutation(api.dogs.photos.generateUploadUrls, { dogId }))).code;
    expect(await codeFor(viewer.as)).toBe("FORBIDDEN");
    expect(await codeFor(stranger.as)).toBe("NOT_FOUND");
    expect(await codeFor(deployment)).toBe("UNAUTHENTICATED");
  });
});

describe("photos.add", () => {
  it("[PHO-01] [PHO-02] adds photos in all sizes, of which only the first photo is primary", async () => {
    const first = await add(team.staff, await sendFiles());
    const second = await add(team.staff, await sendFiles());
    expect([first.isPrimary, second.isPrimary]).toEqual([true, false]);
    const dog = await team.viewer.as.query(api.dogs.dogs.get, { dogId });
    expect(dog?.photos.map((photo) => photo._id)).toEqual([first._id, second._id]);
  });

  it("refuses a viewer, a stranger and a caller without a token", async () => {
    const files = await sendFiles();
    expect((await failureOf(add(team.viewer, files))).code).toBe("FORBIDDEN");
    expect((await failureOf(add(team.stranger, files))).code).toBe("NOT_FOUND");
    const nobody = team.deployment.action(api.dogs.photos.add, { dogId, ...files });
    expect((await failureOf(nobody)).code).toBe("UNAUTHENTICATED");
  });

  it("[GAP-PHO-03] checks the type of the files, and accepts none twice", async () => {
    const text = new TextEncoder().encode("no picture at all");
    const code = async (files: Awaited<ReturnType<typeof sendFiles>>) =>
      (await failureOf(add(team.owner, files))).code;
    expect(await code(await sendFiles(text))).toBe("PHOTO_TYPE_UNSUPPORTED");
    const large = new Uint8Array(MAX_PHOTO_BYTES + 1);
    large.set(PNG);
    expect(await code(await sendFiles(large))).toBe("PHOTO_TOO_LARGE");
    const files = await sendFiles();
    await add(team.owner, files);
    expect(await code({ ...(await sendFiles()), fullId: files.previewId })).toBe("NOT_FOUND");
    expect(await code({ ...(await sendFiles()), thumbnailId: files.previewId })).toBe("NOT_FOUND");
    const fresh = await sendFiles();
    expect(await code({ ...fresh, thumbnailId: fresh.previewId })).toBe("NOT_FOUND");
  });

  it("[GAP-PHO-04] stores no camera or location data that a browser left in a file", async () => {
    const photo = await add(team.owner, await sendFiles(JPEG));
    const response = await team.owner.as.fetch(`/api${photo.filePath}`);
    const text = textOf(new Uint8Array(await response.arrayBuffer()));
    for (const secret of SECRETS) expect(text).not.toContain(secret);
  });

  it("returns the same photo when the same files are sent again, as after a lost connection", async () => {
    const files = await sendFiles(JPEG);
    const first = await add(team.owner, files);
    expect((await add(team.staff, files))._id).toBe(first._id);
    expect((await team.owner.as.query(api.dogs.dogs.get, { dogId }))?.photos).toHaveLength(1);
    const otherDog = (await addDog(team.owner, team.kennelId))._id;
    const elsewhere = team.owner.as.action(api.dogs.photos.add, { dogId: otherDog, ...files });
    expect((await failureOf(elsewhere)).code).toBe("NOT_FOUND");
  });

  it("refuses a picture that unpacks to more pixels than devices can display", async () => {
    /** The PNG has one pixel, but its header states a larger size. */
    const claiming = (width: number, height: number) => {
      const bytes = new Uint8Array(PNG);
      new DataView(bytes.buffer).setUint32(16, width);
      new DataView(bytes.buffer).setUint32(20, height);
      return bytes;
    };
    const code = async (sizes: Partial<Awaited<ReturnType<typeof sendFiles>>>) =>
      (await failureOf(add(team.owner, { ...(await sendFiles()), ...sizes }))).code;
    expect(await code({ fullId: await store(claiming(8001, 8000)) })).toBe("PHOTO_TOO_DETAILED");
    expect(await code({ previewId: await store(claiming(1025, 1)) })).toBe("PHOTO_TOO_DETAILED");
    expect(await code({ thumbnailId: await store(claiming(1, 257)) })).toBe("PHOTO_TOO_DETAILED");
    const fullId = await store(claiming(8000, 8000));
    const previewId = await store(claiming(1024, 1024));
    const thumbnailId = await store(claiming(256, 1));
    await add(team.owner, { fullId, previewId, thumbnailId });
  });

  it("refuses a large picture as a thumbnail, and keeps no file of the attempt", async () => {
    const thumbnailId = await store(JPEG_LIKE_A_FULL_PICTURE);
    const files = { ...(await sendFiles(JPEG)), thumbnailId };
    expect((await failureOf(add(team.owner, files))).code).toBe("PHOTO_TOO_LARGE");
    expect(await filesLeft()).toBe(4);
  });
});

describe("photos.setCaption, setPrimary and remove", () => {
  it("[GAP-AUTH-03] refuse viewers and strangers", async () => {
    const photo = await add(team.owner, await sendFiles());
    const photoId = photo._id;
    for (const [person, code] of [
      [team.viewer, "FORBIDDEN"],
      [team.stranger, "NOT_FOUND"],
    ] as const) {
      const tries = [
        person.as.mutation(api.dogs.photos.setCaption, { photoId, caption: "x" }),
        person.as.mutation(api.dogs.photos.setPrimary, { photoId }),
        person.as.mutation(api.dogs.photos.remove, { photoId }),
      ];
      for (const attempt of tries) expect((await failureOf(attempt)).code).toBe(code);
    }
  });

  it("[GAP-PHO-07] keep the chosen order: no photo is lost when two users sort at the same time, and a new photo is last", async () => {
    const { staff, viewer } = team;
    const [first, second, third, fourth] = await Promise.all(
      [1, 2, 3, 4].map(async () => (await add(staff, await sendFiles()))._id),
    );
    const shown = async () =>
      ((await viewer.as.query(api.dogs.photos.list, { dogId })) ?? []).map(({ _id }) => _id);
    const set = async (photoIds: (string | undefined)[], { as } = staff) =>
      await as.mutation(api.dogs.photos.setOrder, { dogId, photoIds: photoIds.map(String) });
    const before = await shown();
    const [primary, ...others] = before;
    expect([primary, ...others].toSorted()).toEqual([first, second, third, fourth].toSorted());

    const turned = others.toReversed();
    await set(turned);
    expect(await shown()).toEqual([primary, ...turned]);

    const fifth = (await add(staff, await sendFiles()))._id;
    expect(await shown()).toEqual([primary, ...turned, fifth]);
    const elsewhere = await addPhoto(staff, (await addDog(team.owner, team.kennelId, { name: "Max" }))._id);
    await set([turned[2], turned[2], elsewhere.id, "none", turned[0]]);
    expect(await shown()).toEqual([primary, turned[2], turned[0], turned[1], fifth]);

    await staff.as.mutation(api.dogs.photos.setPrimary, { photoId: fifth });
    expect((await shown())[0]).toBe(fifth);
    expect(await failureOf(set(turned, viewer))).toMatchObject({ code: "FORBIDDEN" });
    expect(await failureOf(set(turned, team.stranger))).toMatchObject({ code: "NOT_FOUND" });
  });

  it("delete the files of a deleted photo", async () => {
    const photo = await add(team.owner, await sendFiles());
    expect(await filesLeft()).toBe(3);
    await team.owner.as.mutation(api.dogs.photos.remove, { photoId: photo._id });
    await outliveDeletions(team.deployment);
    expect(await filesLeft()).toBe(0);
    expect((await team.owner.as.query(api.dogs.dogs.get, { dogId }))?.photos).toEqual([]);
  });
});

describe("photos of deleted records", () => {
  it("[GAP-DOG-15] are deleted with their dog, including files", async () => {
    await add(team.owner, await sendFiles());
    await addPhoto(team.owner, dogId);
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId });
    await outliveDeletions(team.deployment);
    expect(await filesLeft()).toBe(0);
    expect(await team.deployment.run(async (ctx) => await ctx.db.query("photos").take(5))).toEqual([]);
  });

  it("[GAP-KEN-06] are deleted with their kennel, including files", async () => {
    vi.useFakeTimers();
    await add(team.owner, await sendFiles());
    await addPhoto(team.owner, dogId);
    await deleteKennel(team);
    expect(await team.deployment.run(async (ctx) => await ctx.db.query("photos").take(5))).toEqual([]);
    expect(await filesLeft()).toBe(0);
  });
});
