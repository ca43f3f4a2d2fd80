/** Tests that the history and a backup never both restore the same deleted record. */
import { beforeEach, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDog, startTeam, type Team } from "../support/backend";
import { madeBackup, restored } from "../support/backups";
import { addPhoto } from "../support/photos";

let team: Team;
let dogId: Id<"dogs">;
let photoId: string;
let backupId: Id<"backups">;
beforeEach(async () => {
  team = await startTeam();
  dogId = (await addDog(team.owner, team.kennelId, { name: "Bella" }))._id;
  photoId = (await addPhoto(team.owner, dogId)).id;
  backupId = await madeBackup(team);
});

const dogs = async () =>
  await team.deployment.run(async (ctx) => await ctx.db.query("dogs").withIndex("by_creation_time").take(9));
const photos = async () =>
  await team.deployment.run(
    async (ctx) => await ctx.db.query("photos").withIndex("by_creation_time").take(9),
  );
const removeDog = async () => await team.owner.as.mutation(api.dogs.dogs.remove, { dogId });
const bringBack = async (recordId: string) =>
  await team.owner.as.mutation(api.history.history.bringBackRecord, { kennelId: team.kennelId, recordId });

it("a deleted dog that a backup has restored cannot be restored again from the history", async () => {
  await removeDog();
  await restored(team, backupId, "add");
  const [dog, ...others] = await dogs();
  expect(others).toEqual([]);
  expect(await bringBack(dogId)).toBe(dog?._id);
  expect(await dogs()).toHaveLength(1);
  expect(await photos()).toHaveLength(1);
});

it("[GAP-BAK-04] a dog that was restored from the history is not added again by an older backup", async () => {
  await removeDog();
  const newId = await bringBack(dogId);
  expect(await restored(team, backupId, "add")).toMatchObject({ state: "finished", added: 0 });
  expect((await dogs()).map(({ _id }) => _id)).toEqual([newId]);
  expect(await restored(team, backupId, "exact")).toMatchObject({ state: "finished", added: 0 });
  expect((await dogs()).map(({ _id }) => _id)).toEqual([newId]);
  expect((await photos()).map((photo) => photo.dogId)).toEqual([newId]);
});

it("a record that was deleted alone is restored to the dog that a backup has restored", async () => {
  const later = (await addPhoto(team.owner, dogId)).id;
  await team.owner.as.mutation(api.dogs.photos.remove, { photoId: later });
  await removeDog();
  await restored(team, backupId, "add");
  await bringBack(later);
  const [dog] = await dogs();
  expect(dog?.photoCount).toBe(2);
  expect((await photos()).map((photo) => photo.dogId)).toEqual([dog?._id, dog?._id]);
  expect((await photos()).map(({ _id }) => _id)).not.toContain(photoId);
});
