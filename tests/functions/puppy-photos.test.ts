/** Tests photos of puppies. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { MAX_PHOTOS_PER_DOG } from "../../domain/photos/rules";
import { failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { addLitter, addPuppy } from "../support/litters";
import { addPhoto, PNG } from "../support/photos";
import { undoLast } from "../support/undoing";

let team: Team;
let litterId: string;
let puppyId: string;
beforeEach(async () => {
  vi.useRealTimers();
  team = await startTeam();
  ({ litterId } = await addLitter(team));
  puppyId = (await addPuppy(team, litterId, { name: "Quince", gender: "female" }))._id;
});

const store = async () =>
  await team.deployment.run(async (ctx) => await ctx.storage.store(new Blob([PNG.slice()])));
const files = async () => ({
  fullId: await store(),
  previewId: await store(),
  thumbnailId: await store(),
});
const add = async (caption: string | null = null, { as }: Person = team.staff) =>
  await as.action(api.litters.puppyPhotos.add, { puppyId, caption, ...(await files()) });
const captions = async ({ as }: Person = team.viewer) =>
  (await as.query(api.litters.puppyPhotos.list, { puppyId })).map(({ caption }) => caption);
const portraits = async () => await team.viewer.as.query(api.litters.puppyPhotos.portraits, { litterId });
const bringBack = async (recordId: string) =>
  await team.owner.as.mutation(api.history.history.bringBackRecord, { kennelId: team.kennelId, recordId });
const addToDogs = async () =>
  await team.staff.as.mutation(api.litters.puppies.addToDogs, { puppyId, today: TODAY });
const fetched = async ({ as }: Person, path: string) => (await as.fetch(`/api${path}`)).status;

describe("a puppy's photos", () => {
  it("are listed newest first, and the newest is the portrait", async () => {
    expect(await portraits()).toEqual([]);
    await add("Day 1");
    const { _id, thumbnailPath } = await add("Day 8");
    expect(await captions()).toEqual(["Day 8", "Day 1"]);
    expect(await portraits()).toMatchObject([{ puppyId }]);
    expect(await fetched(team.viewer, thumbnailPath)).toBe(200);
    await team.staff.as.mutation(api.litters.puppyPhotos.setCaption, { photoId: _id, caption: "A week" });
    expect(await captions()).toEqual(["A week", "Day 1"]);
    await undoLast(team, _id);
    expect(await captions()).toEqual(["Day 8", "Day 1"]);
    await team.staff.as.mutation(api.litters.puppyPhotos.remove, { photoId: _id });
    expect(await captions()).toEqual(["Day 1"]);
    await bringBack(_id);
    expect(await captions()).toEqual(["Day 8", "Day 1"]);
  });

  it("can be added by people who may change litters, and seen by people who may read them", async () => {
    const { viewer, stranger, staff } = team;
    const addresses = await staff.as.mutation(api.litters.puppyPhotos.generateUploadUrls, { puppyId });
    expect(addresses).toHaveLength(3);
    const codeOf = async (promise: Promise<unknown>) => (await failureOf(promise)).code;
    expect(await codeOf(add(null, viewer))).toBe("FORBIDDEN");
    expect(await codeOf(add(null, stranger))).toBe("NOT_FOUND");
    expect(await codeOf(captions(stranger))).toBe("NOT_FOUND");
    const { _id, filePath } = await add();
    for (const person of [viewer, stranger]) {
      const removal = person.as.mutation(api.litters.puppyPhotos.remove, { photoId: _id });
      expect(await codeOf(removal)).toBe(person === viewer ? "FORBIDDEN" : "NOT_FOUND");
    }
    const { kennelId, owner } = team;
    const permissions = { breeding: "none", dogs: "write", health: "write" } as const;
    const change = { kennelId, userId: staff.userId, role: "staff" as const, permissions };
    await owner.as.mutation(api.kennels.members.update, change);
    expect(await fetched(staff, filePath)).toBe(404);
  });

  it("are listed apart from the photos of dogs", async () => {
    const { _id: photoId } = await add();
    const { as } = team.owner;
    expect((await failureOf(as.mutation(api.dogs.photos.setPrimary, { photoId }))).code).toBe("NOT_FOUND");
    expect((await failureOf(as.mutation(api.dogs.photos.remove, { photoId }))).code).toBe("NOT_FOUND");
    const dog = await addToDogs();
    const { id } = await addPhoto(team.owner, dog._id);
    const removal = as.mutation(api.litters.puppyPhotos.remove, { photoId: id });
    expect((await failureOf(removal)).code).toBe("NOT_FOUND");
  });

  it("move to the dog that the puppy becomes, with the newest as the primary photo", async () => {
    await add("Day 1");
    await add("Day 8");
    const gone = await add("Blurred");
    await team.staff.as.mutation(api.litters.puppyPhotos.remove, { photoId: gone._id });
    const { _id: dogId } = await addToDogs();
    const dog = await team.viewer.as.query(api.dogs.dogs.get, { dogId });
    expect(dog?.photos.map(({ caption, isPrimary }) => [caption, isPrimary])).toEqual([
      ["Day 8", true],
      ["Day 1", false],
    ]);
    expect(await captions()).toEqual([]);
    expect(await portraits()).toMatchObject([{ puppyId }]);
    // A photo that is restored later also belongs to the dog.
    await bringBack(gone._id);
    const photos = await team.viewer.as.query(api.dogs.photos.list, { dogId });
    expect(photos?.map(({ caption }) => caption)).toContain("Blurred");
    expect(photos).toHaveLength(3);
  });

  it("move to the dog when the puppy becomes one during the upload, and are added once", async () => {
    const { as } = team.staff;
    const lost = await files();
    await as.action(api.litters.puppyPhotos.add, { puppyId, caption: "Day 1", ...lost });
    const { _id: dogId } = await addToDogs();
    const addresses = await as.mutation(api.litters.puppyPhotos.generateUploadUrls, { puppyId });
    expect(addresses).toHaveLength(3);
    expect(await add("Day 8")).toMatchObject({ dogId, isPrimary: false });
    // The response was lost with the connection, so the photo is sent again.
    await as.action(api.litters.puppyPhotos.add, { puppyId, caption: "Day 1", ...lost });
    const dog = await team.viewer.as.query(api.dogs.dogs.get, { dogId });
    expect(dog?.photos.map(({ caption }) => caption)).toEqual(["Day 1", "Day 8"]);
    expect(await captions()).toEqual([]);
  });

  it("require the right to change dogs, and room among the dog's photos, once the puppy has become a dog", async () => {
    const { _id: dogId } = await addToDogs();
    const { kennelId, owner, staff } = team;
    const allow = async (dogs: "read" | "write") => {
      const permissions = { breeding: "write", dogs, health: "write" } as const;
      const change = { kennelId, userId: staff.userId, role: "staff" as const, permissions };
      await owner.as.mutation(api.kennels.members.update, change);
    };
    await allow("read");
    expect((await failureOf(add())).code).toBe("FORBIDDEN");
    const asked = staff.as.mutation(api.litters.puppyPhotos.generateUploadUrls, { puppyId });
    expect((await failureOf(asked)).code).toBe("FORBIDDEN");
    expect(await team.viewer.as.query(api.dogs.photos.list, { dogId })).toEqual([]);
    await allow("write");
    await add("The first");
    const photos = await team.viewer.as.query(api.dogs.photos.list, { dogId });
    expect(photos).toMatchObject([{ caption: "The first", isPrimary: true }]);
    for (let count = 1; count < MAX_PHOTOS_PER_DOG; count += 1) {
      const full = { storageId: await store(), type: "image/png" as const };
      await staff.as.mutation(internal.litters.puppyPhotos.insert, { puppyId, files: { full } });
    }
    expect((await failureOf(add())).message).toBe("A dog may have at most 50 photos.");
  });

  it("are deleted and restored with the puppy", async () => {
    await add("Day 1");
    await team.staff.as.mutation(api.litters.puppies.remove, { puppyId });
    const left = await team.deployment.run(async (ctx) => await ctx.db.query("photos").collect());
    expect(left).toEqual([]);
    await bringBack(puppyId);
    const { puppies } = await team.viewer.as.query(api.litters.litters.get, { litterId });
    puppyId = puppies[0]?._id ?? "";
    expect(await captions()).toEqual(["Day 1"]);
  });
});
