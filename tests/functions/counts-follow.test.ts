/** Kept counts are what their rows add up to, whatever happened to the rows: histories by chance, each seed the same. */
import { ConvexError } from "convex/values";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Doc, TableNames } from "../../convex/_generated/dataModel";
import { isProjected } from "../../convex/platform/model/countFollowing";
import { tablesOfKind } from "../../convex/platform/model/kennelTables";
import { RESTORE_STEPS } from "../../convex/restoreSteps";
import { fail } from "../../domain/errors";
import { addDog, startTeam, TODAY, type Team } from "../support/backend";
import { madeBackup, restored } from "../support/backups";
import { countsOf, expectExact } from "../support/counts";
import { addAttachment, addHealthRecord } from "../support/health";
import { addLitter } from "../support/litters";
import { addPhoto, addPuppyPhoto } from "../support/photos";
import { chanceOf, fillKennel } from "../support/random-kennel";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Counts that a history moves. */
const KEPT = [
  ...["breedingCounts.count", "puppyCounts.count", "reminderCounts.count", "reminderDays.count"],
  ...["breedingYears.bred", "breedingYears.litters", "breedingYears.born"],
  ...[
    "dogs.offspringCount",
    "dogs.healthRecordCount",
    "dogs.photoCount",
    "healthRecords.attachmentCount",
    "storedBytes.bytes",
  ],
  ...["financeYears.puppiesSold", "healthMonths.records", "healthMonths.costCents", "kennelBreeds.dogs"],
  ...["kennelCounters.dogs", "kennelCounters.dogsByStatus", "kennelCounters.litters"],
];

type Step = () => Promise<unknown>;

/** What people do in a kennel, to records by chance; a step without a record to do it to is refused. */
function stepsOf(chance: () => number): Readonly<Record<string, Step>> {
  const pick = <Item>(items: readonly [Item, ...Item[]]): Item =>
    items[Math.floor(chance() * items.length)] ?? items[0];
  const { as } = team.owner;
  const { kennelId } = team;
  const today = TODAY;
  const any = async <Table extends TableNames>(
    table: Table,
    isMeant: (row: Doc<Table>) => boolean = () => true,
  ): Promise<Doc<Table>> =>
    await team.deployment.run(async (ctx) => {
      const rows = (await ctx.db.query(table).collect()).filter(isMeant);
      return rows[Math.floor(chance() * rows.length)] ?? fail("NOT_FOUND");
    });
  const dogId = async () => (await any("dogs"))._id;
  const recordId = async () => (await any("healthRecords"))._id;
  const reminderId = async () => (await any("reminders"))._id;
  const day = () => pick(["2024-11-30", "2025-01-02", "2025-04-02", "2025-06-10", "2025-07-01"]);
  const breed = () => pick(["Boxer", "boxer", "Whippet"]);
  const { reminders } = api.reminders;
  const { dogs } = api.dogs;
  const { healthRecords } = api.health;
  const { breedings } = api.breedings;
  const { litters, puppies } = api.litters;
  const breedingId = async () => (await any("breedings"))._id;
  const litterId = async () => (await any("litters"))._id;
  const puppyId = async () => (await any("puppies"))._id;
  return {
    addDog: async () =>
      await addDog(team.owner, kennelId, { breed: breed(), gender: pick(["male", "female"]) }),
    changeDog: async () => await as.mutation(dogs.update, { dogId: await dogId(), breed: breed(), today }),
    removeDog: async () => await as.mutation(dogs.remove, { dogId: await dogId(), confirmed: true }),
    addRecord: async () =>
      await addHealthRecord(team, { dogId: await dogId(), dateRecorded: day(), costCents: 1250 }),
    changeRecord: async () =>
      await as.mutation(healthRecords.update, {
        ...{ recordId: await recordId(), dogId: await dogId(), dateRecorded: day(), today },
      }),
    removeRecord: async () => await as.mutation(healthRecords.remove, { recordId: await recordId() }),
    addAttachment: async () => await addAttachment(team, await recordId()),
    removeAttachment: async () => {
      const { _id: attachmentId } = await any("healthAttachments");
      await as.mutation(api.health.healthAttachments.remove, { attachmentId });
    },
    addPhoto: async () => await addPhoto(team.owner, await dogId()),
    removePhoto: async () => {
      const { _id: photoId } = await any("photos", ({ puppyId }) => puppyId === undefined);
      await as.mutation(api.dogs.photos.remove, { photoId });
    },
    addPuppyPhoto: async () => await addPuppyPhoto(team.owner, await puppyId()),
    keepPuppy: async () =>
      await as.mutation(puppies.addToDogs, { puppyId: await puppyId(), name: "Kept", breed: breed(), today }),
    addReminder: async () =>
      await as.mutation(reminders.create, {
        ...{ kennelId, title: "Worming", dueDate: day(), reminderType: pick(["medication", "other"]) },
        ...(chance() < 0.7 && { dogId: await dogId() }),
        ...(chance() < 0.3 && { recurring: { frequency: "monthly" } }),
      }),
    changeReminder: async () =>
      await as.mutation(reminders.update, {
        ...{ reminderId: await reminderId(), dueDate: day(), reminderType: pick(["medication", "other"]) },
      }),
    snooze: async () =>
      await as.mutation(reminders.snooze, {
        reminderId: await reminderId(),
        today,
        snoozeUntil: "2025-08-01",
      }),
    complete: async () => await as.mutation(reminders.complete, { reminderId: await reminderId(), today }),
    uncomplete: async () => await as.mutation(reminders.uncomplete, { reminderId: await reminderId() }),
    removeReminder: async () => await as.mutation(reminders.remove, { reminderId: await reminderId() }),
    restoreReminder: async () => await as.mutation(reminders.restore, { reminderId: await reminderId() }),
    planBreeding: async () =>
      await as.mutation(breedings.create, {
        ...{ kennelId, breedingDate: day(), studFeeCents: 5000 },
        sireId: (await any("dogs", ({ gender }) => gender === "male"))._id,
        damId: (await any("dogs", ({ gender }) => gender === "female"))._id,
      }),
    changeBreeding: async () =>
      await as.mutation(breedings.update, { breedingId: await breedingId(), breedingDate: day() }),
    moveBreeding: async () =>
      await as.mutation(breedings.setStatus, {
        ...{
          breedingId: await breedingId(),
          today,
          status: pick(["bred", "confirmed", "failed", "planned"]),
        },
      }),
    removeBreeding: async () => await as.mutation(breedings.remove, { breedingId: await breedingId() }),
    addLitter: async () =>
      await as.mutation(litters.create, {
        ...{ breedingId: await breedingId(), whelpingDate: pick(["2025-03-05", "2025-01-31"]), today },
        ...{ numberBorn: 3, numberAlive: 2, breedingDate: pick(["2025-01-01", "2024-11-29"]) },
      }),
    changeLitter: async () =>
      await as.mutation(litters.update, {
        ...{ litterId: await litterId(), numberBorn: pick([4, 5]), today },
      }),
    removeLitter: async () =>
      await as.mutation(litters.remove, { litterId: await litterId(), isConfirmed: true }),
    addPuppy: async () =>
      await as.mutation(puppies.create, { litterId: await litterId(), gender: pick(["male", "female"]) }),
    sellPuppy: async () =>
      await as.mutation(puppies.sell, {
        ...{
          puppyId: await puppyId(),
          today,
          saleDate: pick(["2025-05-02", "2025-06-10"]),
          priceCents: 90_000,
          buyerName: "Ann",
        },
      }),
    removePuppy: async () => await as.mutation(puppies.remove, { puppyId: await puppyId() }),
    bringBack: async () => {
      const { _id: changeId } = await any("changes", ({ kind, undoneAt }) => kind === "deleted" && !undoneAt);
      await as.mutation(api.history.history.bringBack, { kennelId, changeId });
    },
    undo: async () => {
      const { _id: changeId } = await any("changes", ({ kind, undoneAt }) => kind === "changed" && !undoneAt);
      await as.mutation(api.history.history.undo, { kennelId, changeId, today });
    },
  };
}

it.each([1, 2, 3, 4])("counts follow every kind of record through a history by chance (%i)", async (seed) => {
  const chance = chanceOf(seed);
  const steps = stepsOf(chance);
  const names = Object.keys(steps);
  const done = new Set<string>();
  const kept = new Set<string>();
  const isOver = (made: number) =>
    made > 8 * names.length && done.size === names.length && KEPT.every((name) => kept.has(name));
  for (let made = 0; made < 30 * names.length && !isOver(made); made += 1) {
    const left = names.filter((each) => !done.has(each));
    const among = left.length > 0 && chance() < 0.3 ? left : names;
    const name = among[Math.floor(chance() * among.length)] ?? "";
    try {
      await steps[name]?.();
      done.add(name);
    } catch (error) {
      if (!(error instanceof ConvexError)) throw error;
    }
    for (const name of await expectExact(team)) kept.add(name);
  }
  expect([...done].sort()).toEqual(names.sort());
  expect([...kept]).toEqual(expect.arrayContaining(KEPT));
});

it("counts follow litters, a restore, and what is deleted after it", async () => {
  await fillKennel(team, 7);
  await addLitter(team);
  const backupId = await madeBackup(team);
  expect(await restored(team, backupId, "exact")).toMatchObject({ state: "finished" });
  await expectExact(team);
  expect(Object.keys((await countsOf(team)).kept)).not.toEqual([]);
});

it("a restore counts the rows of every table once that are counted", () => {
  const names = RESTORE_STEPS.map(({ name }) => name);
  expect([...new Set(names)]).toEqual(names);
  const steps = RESTORE_STEPS.filter(({ name }) => name.startsWith("count ")).map(({ table }) => table);
  expect(steps).toEqual(expect.arrayContaining(tablesOfKind("record").filter(isProjected)));
});

it("[GAP-DOG-18] a dog that is brought back is no parent of one from which it descends by now", async () => {
  const { kennelId, owner } = team;
  const { as } = owner;
  const add = async (name: string, sireId?: string) =>
    (await addDog(owner, kennelId, { name, gender: "male", ...(sireId !== undefined && { sireId }) }))._id;
  const above = await add("Above");
  const gone = await add("Gone", above);
  const below = await add("Below", gone);
  await as.mutation(api.dogs.dogs.remove, { dogId: gone, confirmed: true });
  await as.mutation(api.dogs.dogs.update, { dogId: above, sireId: below, today: TODAY });
  await as.mutation(api.history.history.bringBackRecord, { kennelId, recordId: gone });
  const dogs = await team.deployment.run(async (ctx) => await ctx.db.query("dogs").take(9));
  const told = dogs.map(({ name, sireId, sireName }) => [name, sireId ?? sireName]).sort();
  expect(told).toEqual([
    ["Above", below],
    ["Below", "Gone"],
    ["Gone", above],
  ]);
  await expectExact(team);
});
