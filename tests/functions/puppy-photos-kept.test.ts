/** Tests that no photo of a puppy is lost by a deletion or restore. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import { MAX_PHOTOS_PER_DOG } from "../../domain/photos/rules";
import { failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { addLitter, addPuppy } from "../support/litters";
import { madeBackup, restored } from "../support/backups";
import { PNG } from "../support/photos";

let team: Team;
let litterId: string;
let puppyId: string;
beforeEach(async () => {
  vi.useRealTimers();
  vi.stubEnv("STUDBOOK_LINK_SECRET", "a secret of the deployment");
  team = await startTeam();
  ({ litterId } = await addLitter(team));
  puppyId = (await addPuppy(team, litterId, { name: "Quince", gender: "female" }))._id;
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const store = async () =>
  await team.deployment.run(async (ctx) => await ctx.storage.store(new Blob([PNG.slice()])));
const add = async (caption: string) =>
  await team.staff.as.action(api.litters.puppyPhotos.add, {
    puppyId,
    caption,
    fullId: await store(),
    previewId: await store(),
    thumbnailId: await store(),
  });
const fill = async () => {
  for (let count = 0; count < MAX_PHOTOS_PER_DOG; count += 1) {
    const files = { full: { storageId: await store(), type: "image/png" as const } };
    await team.staff.as.mutation(internal.litters.puppyPhotos.insert, { puppyId, files });
  }
};
const codeOf = async (promise: Promise<unknown>) => (await failureOf(promise)).code;
const allowOnly = async (area: "breeding" | "dogs") => {
  const { kennelId, owner, staff } = team;
  const none = { breeding: "none", dogs: "none", health: "none" } as const;
  const permissions = { ...none, backups: "write", [area]: "write" } as const;
  const change = { kennelId, userId: staff.userId, role: "staff" as const, permissions };
  await owner.as.mutation(api.kennels.members.update, change);
};
const setCaption = async (photoId: string, caption: string) =>
  await team.staff.as.mutation(api.litters.puppyPhotos.setCaption, { photoId, caption });
const removePhoto = async (photoId: string) =>
  await team.owner.as.mutation(api.litters.puppyPhotos.remove, { photoId });
const undoCaption = async (photoId: string) => {
  const change = (await changesOf(photoId)).find(({ kind }) => kind === "changed");
  const undo = { kennelId: team.kennelId, changeId: change?._id ?? "", today: TODAY };
  await team.staff.as.mutation(api.history.history.undo, undo);
};
const addToDogs = async (): Promise<string> => {
  const dog = await team.staff.as.mutation(api.litters.puppies.addToDogs, { puppyId, today: TODAY });
  return dog._id;
};
const exportedPhotos = async () => {
  const { kennelId, staff } = team;
  const asked = { kennelId, format: "xlsx", today: TODAY } as const;
  const exportId = await staff.as.mutation(internal.exports.dataExports.prepare, asked);
  const place = { exportId, kennelId, table: "photos", cursor: null } as const;
  return (await team.deployment.query(internal.exports.dataExports.readRows, place))?.rows ?? [];
};
const history = async ({ as }: Person, table: "photos" | null = null) =>
  (
    await as.query(api.history.history.page, {
      kennelId: team.kennelId,
      table,
      userId: null,
      areDeletions: false,
      now: Date.now(),
      paginationOpts: { numItems: 100, cursor: null },
    })
  ).page.filter(({ table: of }) => of === "photos");
const changesOf = async (recordId: string) =>
  (await team.deployment.run(async (ctx) => await ctx.db.query("changes").collect())).filter(
    (row) => row.recordId === recordId,
  );
const photos = async () => await team.deployment.run(async (ctx) => await ctx.db.query("photos").collect());
const bringBack = async ({ as }: Person, recordId: string) =>
  await as.mutation(api.history.history.bringBackRecord, { kennelId: team.kennelId, recordId });

describe("a puppy's photo in the history", () => {
  it("is hidden from users who may see only dogs, and who cannot undo its changes", async () => {
    const { _id } = await add("Secret");
    await setCaption(_id, "Other");
    await allowOnly("dogs");
    expect(await history(team.staff)).toEqual([]);
    expect(await history(team.staff, "photos")).toEqual([]);
    expect(await exportedPhotos()).toEqual([]);
    expect(await codeOf(undoCaption(_id))).toBe("FORBIDDEN");
    await removePhoto(_id);
    expect(await codeOf(bringBack(team.staff, _id))).toBe("FORBIDDEN");
    await bringBack(team.owner, _id);
    const told = await team.deployment.run(async (ctx) => await ctx.db.query("activities").collect());
    expect(told.findLast(({ title }) => title === "Photo brought back")?.type).toBe("breeding");
  });

  it("is shown to users who may change only litters, and who can undo their changes", async () => {
    const { _id } = await add("Secret");
    await allowOnly("breeding");
    await setCaption(_id, "Other");
    expect(await history(team.staff)).toHaveLength(2);
    expect(await history(team.staff, "photos")).toHaveLength(2);
    expect(await exportedPhotos()).toHaveLength(1);
    await undoCaption(_id);
    await removePhoto(_id);
    await bringBack(team.staff, _id);
    expect(await photos()).toMatchObject([{ caption: "Secret" }]);
  });

  it("belongs to the dog once the puppy has become one", async () => {
    const { _id } = await add("Day 1");
    const gone = await add("Blurred");
    await setCaption(_id, "Day 2");
    await removePhoto(gone._id);
    await addToDogs();
    await allowOnly("breeding");
    expect(await history(team.staff)).toEqual([]);
    expect(await codeOf(undoCaption(_id))).toBe("FORBIDDEN");
    expect(await codeOf(bringBack(team.staff, gone._id))).toBe("FORBIDDEN");
    await allowOnly("dogs");
    await undoCaption(_id);
    await bringBack(team.staff, gone._id);
    expect((await photos()).map(({ caption }) => caption)).toEqual(["Day 1", "Blurred"]);
  });
});

describe("a restored photo", () => {
  it("is shown in addition to a full set, and no photo can be added until there is room", async () => {
    const gone = await add("Day 1");
    await removePhoto(gone._id);
    await fill();
    await bringBack(team.owner, gone._id);
    const list = async () => await team.viewer.as.query(api.litters.puppyPhotos.list, { puppyId });
    expect(await list()).toHaveLength(MAX_PHOTOS_PER_DOG + 1);
    expect(await codeOf(add("One more"))).toBe("PUPPY_PHOTO_LIMIT_REACHED");
    const dogId = await addToDogs();
    const dog = await team.viewer.as.query(api.dogs.dogs.get, { dogId });
    expect(dog?.photos).toHaveLength(MAX_PHOTOS_PER_DOG);
    expect(await list()).toHaveLength(1);
  });

  it("is refused when deleting, adding and undoing has doubled the maximum of a puppy or dog", async () => {
    const deleteAll = async () => {
      const ids = (await photos()).map(({ _id }) => _id);
      for (const photoId of ids) await removePhoto(photoId);
      return ids;
    };
    await fill();
    const first = await deleteAll();
    await fill();
    for (const id of first) await bringBack(team.owner, id);
    expect(await photos()).toHaveLength(2 * MAX_PHOTOS_PER_DOG);
    const [last] = await photos();
    await removePhoto(last?._id ?? "");
    const stored = await store();
    const full = { storageId: stored, type: "image/png" as const };
    await team.deployment.run(async (ctx) => {
      const { _id, _creationTime, ...row } = last ?? expect.fail();
      await ctx.db.insert("photos", { ...row, files: { full }, fullId: stored });
    });
    expect(await codeOf(bringBack(team.owner, last?._id ?? ""))).toBe("PUPPY_PHOTO_LIMIT_REACHED");
  });
});

describe("a restored dog", () => {
  it("has the photos that were added to its puppy since, and exactly one primary photo", async () => {
    await add("Day 1");
    const gone = await add("Removed");
    await removePhoto(gone._id);
    const dogId = await addToDogs();
    await team.staff.as.mutation(api.dogs.dogs.remove, { dogId });
    await bringBack(team.owner, gone._id);
    await add("Meanwhile");
    const newId = await bringBack(team.owner, dogId);
    const rows = await photos();
    expect(rows.map((row) => [row.dogId, row.puppyId])).toEqual(Array(3).fill([newId, undefined]));
    const dog = await team.viewer.as.query(api.dogs.dogs.get, { dogId: newId });
    expect(dog?.photos).toHaveLength(3);
    expect(dog?.photos.filter(({ isPrimary }) => isPrimary)).toMatchObject([{ caption: "Day 1" }]);
  });

  it("has all its photos, and those without room remain with the puppy, also after a restore", async () => {
    await fill();
    const dogId = await addToDogs();
    await team.staff.as.mutation(api.dogs.dogs.remove, { dogId });
    const meanwhile = await add("Meanwhile");
    const newId = await bringBack(team.owner, dogId);
    const backupId = await madeBackup(team, { includePhotos: false });
    const expectAllShown = async () => {
      expect(await shown(newId)).toHaveLength(MAX_PHOTOS_PER_DOG);
      const list = await team.viewer.as.query(api.litters.puppyPhotos.list, { puppyId });
      expect(list).toMatchObject([{ _id: meanwhile._id, caption: "Meanwhile" }]);
      const portraits = await team.viewer.as.query(api.litters.puppyPhotos.portraits, { litterId });
      expect(portraits).toMatchObject([{ puppyId, hasOwnPhotos: true }]);
    };
    await expectAllShown();
    await restored(team, backupId, "exact");
    await expectAllShown();
    await removePhoto(meanwhile._id);
    await bringBack(team.owner, meanwhile._id);
    expect(await photos()).toHaveLength(MAX_PHOTOS_PER_DOG + 1);
    expect(await shown(newId)).toHaveLength(MAX_PHOTOS_PER_DOG);
  });
});

describe("a photo that waits at the puppy until its dog has room", () => {
  let dogId: string;
  beforeEach(async () => {
    await fill();
    dogId = await addToDogs();
    await team.staff.as.mutation(api.dogs.dogs.remove, { dogId });
    for (const caption of ["First", "Second"]) await add(caption);
    dogId = await bringBack(team.owner, dogId);
  });
  const remove = async (photoId: string) => await team.staff.as.mutation(api.dogs.photos.remove, { photoId });
  const listed = async () => (await team.viewer.as.query(api.dogs.photos.list, { dogId })) ?? [];
  const waiting = async () =>
    (await team.viewer.as.query(api.litters.puppyPhotos.list, { puppyId })).map(({ caption }) => caption);
  const expectWhole = async (
    captions: readonly string[],
    left: readonly string[],
    count = MAX_PHOTOS_PER_DOG,
  ) => {
    const list = await listed();
    expect(list.flatMap(({ caption }) => caption ?? []).sort()).toEqual(captions);
    expect(await waiting()).toEqual(left);
    expect(list).toHaveLength(count);
    const rows = await photos();
    expect(rows).toHaveLength(count + left.length);
    const own = rows.filter((row) => row.dogId === dogId);
    expect(own.filter(({ isPrimary }) => isPrimary)).toHaveLength(1);
    const dog = await team.deployment.run(async (ctx) =>
      (await ctx.db.query("dogs").collect()).find(({ _id }) => _id === dogId),
    );
    expect(dog?.photoCount).toBe(count);
    expect(dog?.primaryPhotoId).toBe(list[0]?._id);
  };

  it("moves to the dog when a photo of the dog is deleted, the oldest first, and remains there after an undo", async () => {
    const [primary, other] = await listed();
    await remove(primary?._id ?? "");
    await expectWhole(["First"], ["Second"]);
    await remove(other?._id ?? "");
    await expectWhole(["First", "Second"], []);
    const backId = await bringBack(team.owner, primary?._id ?? "");
    await expectWhole(["First", "Second"], [], 51);
    expect((await listed())[0]?._id).toBe(backId);
    await bringBack(team.owner, other?._id ?? "");
    await expectWhole(["First", "Second"], [], 52);
    expect(await codeOf(add("One more"))).toBe("PHOTO_LIMIT_REACHED");
  });

  it("remains with the dog after a late undo, however often room was made since", async () => {
    const [, first, second, third] = await listed();
    for (const photo of [first, second, third]) await remove(photo?._id ?? "");
    await add("Third");
    await bringBack(team.owner, first?._id ?? "");
    await expectWhole(["First", "Second", "Third"], [], 51);
  });

  it("moves to the dog when the puppy is restored after the dog got room", async () => {
    const [, other] = await listed();
    await team.staff.as.mutation(api.litters.puppies.remove, { puppyId });
    await remove(other?._id ?? "");
    puppyId = await bringBack(team.owner, puppyId);
    await expectWhole(["First"], ["Second"]);
  });

  it("is deleted and restored with the puppy while the dog has no room", async () => {
    await team.staff.as.mutation(api.litters.puppies.remove, { puppyId });
    puppyId = await bringBack(team.owner, puppyId);
    await expectWhole([], ["Second", "First"]);
  });

  it("does not move when the deleted photo belongs to the puppy, or when the dog was deleted with its photos", async () => {
    const [, other] = await listed();
    await team.staff.as.mutation(api.litters.puppies.remove, { puppyId });
    await remove(other?._id ?? "");
    puppyId = await bringBack(team.owner, puppyId);
    await bringBack(team.owner, other?._id ?? "");
    await expectWhole(["First"], ["Second"], 51);
    await team.staff.as.mutation(api.litters.puppies.remove, { puppyId });
    await team.staff.as.mutation(api.dogs.dogs.remove, { dogId });
    puppyId = await bringBack(team.owner, puppyId);
    expect(await waiting()).toEqual(["Second"]);
    expect(await dogOf()).toBe("");
  });

  it("is listed after the ordered photos, even when those exceed the dog's maximum", async () => {
    const [, first, second] = await listed();
    for (const photo of [first, second]) await remove(photo?._id ?? "");
    await bringBack(team.owner, first?._id ?? "");
    const ids = (await listed()).map(({ _id }) => _id);
    await team.staff.as.mutation(api.dogs.photos.setOrder, { dogId, photoIds: ids });
    const lastId = await bringBack(team.owner, second?._id ?? "");
    expect((await listed()).map(({ _id }) => _id)).toEqual([...ids, lastId]);
  });

  it("is kept in addition to restored photos when it has become the main photo", async () => {
    const [primary] = await listed();
    await remove(primary?._id ?? "");
    const first = (await listed()).find(({ caption }) => caption === "First");
    await team.staff.as.mutation(api.dogs.photos.setPrimary, { photoId: first?._id ?? "" });
    await bringBack(team.owner, primary?._id ?? "");
    await expectWhole(["First"], ["Second"], 51);
  });

  it.each(["add", "overwrite", "exact"] as const)(
    "is kept in addition to photos that a restore (%s) adds, or waits if it waited in the backup",
    async (mode) => {
      const backupId = await madeBackup(team);
      const [, other] = await listed();
      await remove(other?._id ?? "");
      await restored(team, backupId, mode);
      if (mode === "add") await expectWhole(["First"], ["Second"], 51);
      else await expectWhole([], ["Second", "First"]);
    },
  );
});

const shown = async (dogId: string) =>
  (await team.viewer.as.query(api.dogs.photos.list, { dogId }))?.map(({ caption }) => caption).sort();
const dogOf = async () => {
  const { puppies } = await team.viewer.as.query(api.litters.litters.get, { litterId });
  return puppies.find(({ _id }) => _id === puppyId)?.dogId ?? "";
};

describe("a restore from a backup", () => {
  it.each(["add", "overwrite", "exact"] as const)(
    "(%s) loses no photo of a puppy that has become a dog",
    async (mode) => {
      await add("Kept");
      const gone = await add("Gone");
      const backupId = await madeBackup(team);
      await removePhoto(gone._id);
      const dogId = await addToDogs();
      await restored(team, backupId, mode);
      const list = await team.viewer.as.query(api.litters.puppyPhotos.list, { puppyId });
      if (mode === "add") {
        expect(await shown(dogId)).toEqual(["Gone", "Kept"]);
        expect(list).toEqual([]);
      } else {
        expect(await dogOf()).toBe("");
        expect(list.map(({ caption }) => caption).sort()).toEqual(["Gone", "Kept"]);
      }
      const dogs = await team.deployment.run(async (ctx) => await ctx.db.query("dogs").collect());
      const rows = await photos();
      for (const dog of dogs) expect(dog.photoCount).toBe(rows.filter((row) => row.dogId === dog._id).length);
    },
  );

  it.each([true, false])(
    "gives a restored dog the photos that its puppy got since (photos in the backup: %s)",
    async (includePhotos) => {
      await add("Kept");
      const dogId = await addToDogs();
      const backupId = await madeBackup(team, { includePhotos });
      await team.staff.as.mutation(api.dogs.dogs.remove, { dogId });
      await add("Later");
      await restored(team, backupId, "exact");
      expect(await shown(await dogOf())).toEqual(includePhotos ? ["Kept"] : ["Later"]);
      expect(await photos()).toHaveLength(1);
    },
  );

  it("shows a restored photo in addition to a dog's full set, even as the main photo", async () => {
    await fill();
    const dogId = await addToDogs();
    const backupId = await madeBackup(team);
    const gone = (await photos()).at(-1)?._id ?? "";
    await team.staff.as.mutation(api.dogs.photos.remove, { photoId: gone });
    await add("New");
    await restored(team, backupId, "add");
    expect(await shown(dogId)).toHaveLength(MAX_PHOTOS_PER_DOG + 1);
    const photoId = (await photos()).at(-1)?._id ?? "";
    await team.staff.as.mutation(api.dogs.photos.setPrimary, { photoId });
    expect((await photos()).filter(({ isPrimary }) => isPrimary)).toMatchObject([{ _id: photoId }]);
  });

  it("shows restored photos in addition to a puppy's full set", async () => {
    await fill();
    const backupId = await madeBackup(team);
    for (const { _id } of await photos()) await removePhoto(_id);
    await fill();
    await restored(team, backupId, "add");
    const list = await team.viewer.as.query(api.litters.puppyPhotos.list, { puppyId });
    expect(list).toHaveLength(2 * MAX_PHOTOS_PER_DOG);
    expect(await codeOf(add("One more"))).toBe("PUPPY_PHOTO_LIMIT_REACHED");
  });

  it("leaves no photo of a puppy that was added after the backup", async () => {
    const backupId = await madeBackup(team, { includePhotos: false });
    const first = puppyId;
    await add("First");
    puppyId = (await addPuppy(team, litterId, { name: "Pear", gender: "female" }))._id;
    await add("Second");
    await restored(team, backupId, "exact");
    const rows = await photos();
    expect(rows.map(({ puppyId: of, caption }) => [of, caption])).toEqual([[first, "First"]]);
  });

  it("leaves no photo of a dog that was added after the backup", async () => {
    await add("First");
    const backupId = await madeBackup(team, { includePhotos: false });
    await addToDogs();
    await restored(team, backupId, "exact");
    const rows = await photos();
    expect(rows).toEqual([]);
  });
});
