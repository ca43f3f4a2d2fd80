/** Tests the deletion of a record that has more children than one transaction can delete. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import type { Doc, Id } from "../../convex/_generated/dataModel";
import { searchTextOf } from "../../convex/health/model/healthSearch";
import { CHILDREN_AT_ONCE, MAX_FOLLOWING_AT_ONCE } from "../../convex/platform/model/changes/cascades";
import { MAX_HEALTH_RECORDS_PER_DOG } from "../../domain/health/rules";
import { MAX_DOSES_PER_PATIENT } from "../../domain/vaccinations/rules";
import { addDog, failureOf, loseJobs, startTeam, type Team, TODAY } from "../support/backend";
import { madeBackup } from "../support/backups";
import { recordBreeding, recordLitter } from "../support/breedings";
import { addHealthRecord } from "../support/health";
import { differencesOf, kennelState } from "../support/kennel-state";
import { addReminder } from "../support/reminders";

const NOW = new Date("2025-06-15T12:00:00Z");

/** Together, the children of all kinds exceed one transaction and one batch. */
const DOSES = 2 * CHILDREN_AT_ONCE;
const WEIGHTS = CHILDREN_AT_ONCE / 2;
const DONE = CHILDREN_AT_ONCE + 10;

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers();
  vi.setSystemTime(NOW);
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const run = async <Answer>(work: Parameters<typeof team.deployment.run<Answer>>[0]): Promise<Answer> =>
  await team.deployment.run(work);
const finish = async (): Promise<void> =>
  await team.deployment.finishAllScheduledFunctions(() => vi.runAllTimers());

interface Seeded {
  readonly dogId: Id<"dogs">;
  readonly courseId: Id<"medicationCourses">;
  readonly attachmentId: Id<"healthAttachments">;
  readonly doseId: Id<"medicationDoses">;
}

/** The dog has doses twice a day for years, many weights, and a file attached to a record. */
async function seedDog(): Promise<Seeded> {
  const { owner, kennelId } = team;
  const dogId = (await addDog(owner, kennelId, { name: "Bella" }))._id;
  await owner.as.mutation(api.health.medications.start, {
    dogId,
    drug: "Levothyroxine",
    doseAmount: 1,
    doseUnit: "tablet",
    schedule: { type: "times", everyDays: 1, times: ["08:00", "20:00"] },
    startOn: "2020-01-01",
    endOn: null,
  });
  const record = await addHealthRecord(team, { dogId });
  return await run(async (ctx) => {
    const course = await ctx.db.query("medicationCourses").first();
    if (!course) throw new Error("There is no course");
    const by = owner.userId;
    const doseIds: Id<"medicationDoses">[] = [];
    for (let index = 0; index < DOSES; index += 1) {
      const dose = { dayOn: "2020-01-01", givenAt: index, givenBy: by, entryKey: `dose ${index}` };
      doseIds.push(await ctx.db.insert("medicationDoses", { kennelId, courseId: course._id, ...dose }));
    }
    for (let index = 0; index < WEIGHTS; index += 1) {
      const weight = { grams: 9000 + index, weighedOn: "2021-05-05", weighedBy: by, updatedAt: 1 };
      await ctx.db.insert("dogWeights", { kennelId, dogId, entryKey: `weight ${index}`, ...weight });
    }
    const attachmentId = await ctx.db.insert("healthAttachments", {
      ...{ kennelId, recordId: record._id, fileName: "Bill.pdf", fileSize: 3, mimeType: "application/pdf" },
      storageId: await ctx.storage.store(new Blob(["pdf"])),
    });
    await ctx.db.patch("healthRecords", record._id, { attachmentCount: 1 });
    const doseId = doseIds.at(-1);
    if (!doseId) throw new Error("There is no dose");
    return { dogId, courseId: course._id, attachmentId, doseId };
  });
}

const remove = async (dogId: string): Promise<null> =>
  await team.owner.as.mutation(api.dogs.dogs.remove, { dogId });
const bringBack = async (recordId: string): Promise<string> =>
  await team.owner.as.mutation(api.history.history.bringBackRecord, { kennelId: team.kennelId, recordId });

const countRows = async () =>
  await run(async (ctx) => ({
    doses: (await ctx.db.query("medicationDoses").collect()).length,
    weights: (await ctx.db.query("dogWeights").collect()).length,
    attachments: (await ctx.db.query("healthAttachments").collect()).length,
    cascades: (await ctx.db.query("cascades").collect()).length,
  }));
const NONE = { doses: 0, weights: 0, attachments: 0, cascades: 0 };
const ALL = { doses: DOSES, weights: WEIGHTS, attachments: 1, cascades: 0 };

const deletionOf = async (recordId: string): Promise<Doc<"changes"> | undefined> =>
  await run(async (ctx) =>
    (await ctx.db.query("changes").collect()).find(
      (change) => change.recordId === recordId && change.kind === "deleted",
    ),
  );

/** The kennel's count is updated too. */
async function addDone(dogId: Id<"dogs">, count: number): Promise<void> {
  const { kennelId } = team;
  await run(async (ctx) => {
    for (let index = 0; index < count; index += 1) {
      await ctx.db.insert("reminders", {
        ...{ kennelId, dogId, title: `Tablet ${index}`, reminderType: "medication", priority: "medium" },
        ...{ priorityRank: 2, dueDate: "2024-01-01", state: "completed", completedAt: index, updatedAt: 1 },
        notifications: { email: false, sms: false, push: false, daysInAdvance: [] },
      });
    }
    const counted = { kennelId, state: "completed", reminderType: "medication", count } as const;
    await ctx.db.insert("reminderCounts", counted);
  });
}

const listReminders = async (search = "") =>
  await team.owner.as.query(api.reminders.reminders.list, {
    ...{ kennelId: team.kennelId, tab: "completed", today: TODAY, limit: 5, search },
  });

describe("deleting a dog with more records than fit a transaction", () => {
  it("[GAP-DOG-15] hides all of them from everybody after the response", async () => {
    const { dogId, attachmentId, doseId } = await seedDog();
    const { owner, kennelId, deployment } = team;
    await remove(dogId);
    expect((await countRows()).cascades).toBe(1);
    expect((await countRows()).doses).toBe(DOSES);
    expect(await owner.as.query(api.dogs.dogs.get, { dogId })).toBeNull();
    expect(
      await failureOf(owner.as.query(api.health.healthAttachments.getFile, { attachmentId })),
    ).toMatchObject({
      code: "NOT_FOUND",
    });
    for (const table of ["medicationDoses", "dogWeights", "healthAttachments"] as const) {
      const paginationOpts = { numItems: 5000, cursor: null };
      const read = { kennelId, table, paginationOpts };
      expect((await deployment.query(internal.kennels.kennelRemoval.readRows, read)).page, table).toEqual([]);
    }
    const told = await owner.as.query(api.history.history.ofRecord, {
      ...{ kennelId, table: "medicationDoses", recordId: doseId, now: Date.now() },
      paginationOpts: { numItems: 5, cursor: null },
    });
    expect(told.page.filter(({ remedy }) => remedy !== null)).toEqual([]);
  });

  it("[GAP-DOG-15] deletes all of them in batches and counts them as parts of the dog", async () => {
    const { dogId } = await seedDog();
    await remove(dogId);
    const atFirst = (await deletionOf(dogId))?.partCount ?? 0;
    await finish();
    expect(await countRows()).toEqual(NONE);
    const parts = (await deletionOf(dogId))?.partCount ?? 0;
    // The course, the record, and all their children.
    expect(parts).toBe(DOSES + WEIGHTS + 1 + 2);
    expect(atFirst).toBeLessThan(parts);
  });

  it("deletes a dog with few records in the requesting transaction", async () => {
    const { owner, kennelId } = team;
    const { _id: dogId } = await addDog(owner, kennelId);
    const weight = { dogId, grams: 9000, weighedOn: TODAY, today: TODAY, entryKey: "the only weight" };
    await owner.as.mutation(api.health.dogWeights.add, weight);
    await remove(dogId);
    expect(await countRows()).toEqual(NONE);
  });

  it("continues after an interruption, and does nothing twice", async () => {
    const { dogId } = await seedDog();
    await remove(dogId);
    const [cascade] = await run(async (ctx) => await ctx.db.query("cascades").collect());
    const cascadeId = cascade?._id;
    if (!cascadeId) throw new Error("There is no cascade");
    // Starts the work a second time beside the scheduled work, as after a crash.
    await team.deployment.mutation(internal.history.cascades.move, { cascadeId });
    vi.setSystemTime(NOW.getTime() + 300_000);
    await team.deployment.mutation(internal.jobs.sweep, { table: "cascades" });
    await finish();
    expect(await countRows()).toEqual(NONE);
    const kept = await run(async (ctx) =>
      (await ctx.db.query("deletions").collect()).flatMap(({ rows }) => rows.map(({ id }) => id)),
    );
    expect(new Set(kept).size).toBe(kept.length);
    expect((await deletionOf(dogId))?.partCount).toBe(DOSES + WEIGHTS + 1 + 2);
  });

  it.each([
    ["after five minutes", 300_000],
    ["after the clock was set back by a day", -86_400_000],
    ["after the clock was set back by 40 days", -40 * 86_400_000],
  ])("is resumed after a crash, %s", async (_when, passedMs) => {
    const { dogId } = await seedDog();
    await remove(dogId);
    await loseJobs(team);
    vi.setSystemTime(NOW.getTime() + passedMs);
    await team.deployment.mutation(internal.jobs.sweep, { table: "cascades" });
    await finish();
    expect(await countRows()).toEqual(NONE);
  });

  it("[GAP-REM-06] no longer lists completed reminders, and reduces the count as they are deleted", async () => {
    const { owner, kennelId } = team;
    const { _id: dogId } = await addDog(owner, kennelId, { name: "Bella" });
    await addDone(dogId, DONE);
    const other = await addReminder(team);
    await owner.as.mutation(api.reminders.reminders.complete, { reminderId: other._id, today: TODAY });
    expect((await listReminders()).counts.completed).toBe(DONE + 1);
    await remove(dogId);
    const left = await run(async (ctx) => await ctx.db.query("reminders").collect());
    expect(left).toHaveLength(DONE + 1);
    for (const page of [
      await listReminders(),
      await listReminders("Tablet 1"),
      await listReminders("Worming"),
    ]) {
      expect(page.data.filter(({ title }) => title !== "Worming")).toEqual([]);
    }
    expect((await listReminders()).data).toHaveLength(1);
    const one = left.find(({ title }) => title === "Tablet 7");
    const failure = await failureOf(
      owner.as.query(api.reminders.reminders.get, { reminderId: one?._id ?? "" }),
    );
    expect(failure.code).toBe("NOT_FOUND");
    await finish();
    expect((await listReminders()).counts.completed).toBe(1);
    expect(await run(async (ctx) => (await ctx.db.query("reminders").collect()).length)).toBe(1);
    await bringBack(dogId);
    await finish();
    expect((await listReminders()).counts.completed).toBe(DONE + 1);
  });

  it("refuses a dog with too many pending reminders, returns their number, and deletes nothing", async () => {
    const { owner, kennelId } = team;
    const { _id: dogId } = await addDog(owner, kennelId);
    const pending = MAX_FOLLOWING_AT_ONCE / 2 + 1;
    await run(async (ctx) => {
      for (let index = 0; index < pending; index += 1) {
        await ctx.db.insert("reminders", {
          ...{ kennelId, dogId, title: `Walk ${index}`, reminderType: "training", priority: "low" },
          ...{ priorityRank: 3, dueDate: "2025-07-01", state: "pending", updatedAt: 1 },
          notifications: { email: false, sms: false, push: false, daysInAdvance: [] },
        });
      }
    });
    const refused = await failureOf(remove(dogId));
    expect(refused).toMatchObject({ code: "TOO_MANY_AT_ONCE", details: { count: 2 * pending } });
    expect(await owner.as.query(api.dogs.dogs.get, { dogId })).not.toBeNull();
  });
});

describe("deleting a dog with as many health records and doses as a dog may have", () => {
  it("[GAP-DOG-15] deletes the booking of each dose, keeps the breedings, and can be undone", async () => {
    const { owner, kennelId } = team;
    const { _id: damId } = await addDog(owner, kennelId, { name: "Bella" });
    const whose = { kennelId, dogId: damId, updatedAt: 1 };
    const vaccine = { ...whose, vaccineName: "Rabies", vaccineKey: "rabies" };
    await run(async (ctx) => {
      for (let index = 0; index < MAX_HEALTH_RECORDS_PER_DOG; index += 1) {
        await ctx.db.insert("healthRecords", {
          ...{ ...whose, title: "Check", description: "", recordType: "other", dateRecorded: "2024-03-10" },
          ...{ attachmentCount: 0, searchText: "" },
        });
      }
      for (let index = 0; index < MAX_DOSES_PER_PATIENT; index += 1) {
        const dose = { ...vaccine, vaccineType: "Core", dateAdministered: "2024-03-10" };
        const immunizationId = await ctx.db.insert("immunizations", dose);
        const given = {
          scheduledDate: "2024-03-10",
          status: "completed",
          completedOn: "2024-03-10",
        } as const;
        await ctx.db.insert("scheduledVaccinations", { ...vaccine, ...given, immunizationId });
      }
    });
    for (let index = 0; index < 10; index += 1) await recordBreeding(team, { damId });
    await owner.as.mutation(api.dogs.dogs.remove, { dogId: damId, confirmed: true });
    await finish();
    const left = async () =>
      await run(async (ctx) => ({
        bookings: await ctx.db.query("scheduledVaccinations").collect(),
        doses: (await ctx.db.query("immunizations").collect()).map(({ _id }) => _id),
        dams: (await ctx.db.query("breedings").collect()).map(({ damName = "" }) => damName),
      }));
    expect(await left()).toEqual({ bookings: [], doses: [], dams: Array(10).fill("Bella") });
    await bringBack(damId);
    await finish();
    const { bookings, doses, dams } = await left();
    expect(dams).toEqual(Array(10).fill(""));
    expect(doses).toHaveLength(MAX_DOSES_PER_PATIENT);
    expect(new Set(bookings.map(({ immunizationId }) => immunizationId))).toEqual(new Set(doses));
  });
});

describe("restoring a record that was deleted in batches", () => {
  it("waits until all children are deleted", async () => {
    const { dogId } = await seedDog();
    await remove(dogId);
    expect((await failureOf(bringBack(dogId))).code).toBe("STILL_MOVING");
    await finish();
    expect(await bringBack(dogId)).not.toBe(dogId);
  });

  it("restores all children in batches, under their dog", async () => {
    const { dogId } = await seedDog();
    await remove(dogId);
    await finish();
    const back = await bringBack(dogId);
    // The dog is restored immediately. It cannot be deleted again before its records are restored.
    expect((await team.owner.as.query(api.dogs.dogs.get, { dogId: back }))?.name).toBe("Bella");
    expect((await failureOf(remove(back))).code).toBe("STILL_MOVING");
    await finish();
    expect(await countRows()).toEqual(ALL);
    const owners = await run(async (ctx) => {
      const course = await ctx.db.query("medicationCourses").unique();
      const record = await ctx.db.query("healthRecords").unique();
      const doses = await ctx.db.query("medicationDoses").collect();
      const weights = await ctx.db.query("dogWeights").collect();
      const attachment = await ctx.db.query("healthAttachments").unique();
      return {
        doses: doses.every(({ courseId }) => courseId === course?._id),
        keys: new Set(doses.map(({ entryKey }) => entryKey)).size,
        weights: weights.every((row) => row.dogId === back),
        attachment: attachment?.recordId === record?._id,
        count: record?.attachmentCount,
        keptFiles: (await ctx.db.query("keptFiles").collect()).length,
        deletions: (await ctx.db.query("deletions").collect()).length,
      };
    });
    expect(owners).toEqual({
      ...{ doses: true, keys: DOSES, weights: true, attachment: true, count: 1 },
      ...{ keptFiles: 0, deletions: 0 },
    });
    await remove(back);
    await finish();
    expect(await countRows()).toEqual(NONE);
  });

  it("restores hundreds of health records unchanged, and counts each", async () => {
    const { owner, kennelId, deployment } = team;
    const { _id: dogId } = await addDog(owner, kennelId, { name: "Bella" });
    const records = 650;
    await run(async (ctx) => {
      const dog = await ctx.db.get("dogs", dogId);
      if (!dog) throw new Error("There is no dog");
      for (let index = 0; index < records; index += 1) {
        const record = { title: `Check ${index}`, description: "Nothing found" };
        const id = await ctx.db.insert("healthRecords", {
          ...{ kennelId, dogId, ...record, recordType: "other", dateRecorded: "2024-03-10" },
          ...{ attachmentCount: 0, searchText: "", updatedAt: 1 },
        });
        const row = await ctx.db.get("healthRecords", id);
        if (row) await ctx.db.patch("healthRecords", id, { searchText: searchTextOf(row, dog) });
      }
      const months = { kennelId, month: "2024-03", records: { other: records }, costCents: 0 };
      await ctx.db.insert("healthMonths", months);
      await ctx.db.patch("dogs", dogId, { healthRecordCount: records });
    });
    const before = await kennelState(deployment, kennelId);
    await remove(dogId);
    expect(await run(async (ctx) => (await ctx.db.query("healthRecords").collect()).length)).toBe(0);
    await bringBack(dogId);
    expect((await countRows()).cascades).toBe(1);
    await finish();
    expect(differencesOf(before, await kennelState(deployment, kennelId))).toEqual([]);
  });

  it("restores a course of medication with its doses", async () => {
    const { dogId, courseId } = await seedDog();
    await team.owner.as.mutation(api.health.medications.remove, { dogId, courseId });
    expect((await countRows()).cascades).toBe(1);
    await finish();
    expect(await countRows()).toEqual({ ...ALL, doses: 0 });
    await bringBack(courseId);
    await finish();
    expect(await countRows()).toEqual(ALL);
  });

  it("restores a litter with the weights of its puppies", async () => {
    const { owner, kennelId } = team;
    const litterId = await recordLitter(team, await recordBreeding(team, {}));
    const weigh = async (index: number) =>
      await run(async (ctx) => {
        const [puppy] = await ctx.db.query("puppies").collect();
        if (!puppy) throw new Error("There is no puppy");
        const weight = { grams: 400 + index, weighedAt: index, weighedBy: owner.userId };
        const whose = { kennelId, litterId, puppyId: puppy._id };
        await ctx.db.insert("puppyWeights", { ...whose, ...weight, entryKey: `weight ${index}` });
      });
    await owner.as.mutation(api.litters.puppies.create, { litterId, gender: "female" });
    for (let index = 0; index <= CHILDREN_AT_ONCE; index += 1) await weigh(index);
    const count = async () => await run(async (ctx) => (await ctx.db.query("puppyWeights").collect()).length);
    await owner.as.mutation(api.litters.litters.remove, { litterId, isConfirmed: true });
    expect(await count()).toBe(CHILDREN_AT_ONCE + 1);
    await finish();
    expect(await count()).toBe(0);
    const back = await bringBack(litterId);
    await finish();
    expect(await count()).toBe(CHILDREN_AT_ONCE + 1);
    const rows = await run(async (ctx) => await ctx.db.query("puppyWeights").collect());
    expect(new Set(rows.map((row) => row.litterId))).toEqual(new Set([back]));
  });
});

describe("other work during a batched deletion or restore", () => {
  it("no backup is restored", async () => {
    const { dogId } = await seedDog();
    const backupId = await madeBackup(team);
    const begin = async () =>
      await team.owner.as.mutation(internal.backups.restores.prepare, {
        ...{ kennelId: team.kennelId, backupId, mode: "exact" },
      });
    await remove(dogId);
    expect((await failureOf(begin())).code).toBe("STILL_MOVING");
    await finish();
    expect(await begin()).toBeTruthy();
  });

  it("no backup contains a half-restored dog", async () => {
    const { dogId } = await seedDog();
    await remove(dogId);
    await finish();
    await bringBack(dogId);
    const { owner, kennelId, deployment } = team;
    const backupId = await run(
      async (ctx) =>
        await ctx.db.insert("backups", {
          ...{ kennelId, type: "server", format: "json", state: "making", includesPhotos: false },
          ...{ day: TODAY, userId: owner.userId, progress: 0, attempt: 0, counts: {} },
          ...{ recordsBytes: 0, fileCount: 0, fileBytes: 0, startedAt: 0, stateSince: 0 },
        }),
    );
    const begin = async () => await deployment.mutation(internal.backups.backups.beginMade, { backupId });
    expect(await begin()).toBeNull();
    await finish();
    expect(await begin()).not.toBeNull();
  });

  it("deleting the kennel also deletes records that wait for their batch", async () => {
    const { dogId } = await seedDog();
    await remove(dogId);
    await run(async (ctx) => {
      const removalId = await ctx.db.insert("kennelRemovals", {
        ...{ kennelId: team.kennelId, kennelName: "Gone", formerOwnerId: team.owner.userId, team: [] },
        ...{ state: "purging", stateSince: Date.now(), expiresAt: 0 },
      });
      await ctx.scheduler.runAfter(0, internal.kennels.kennelRemoval.purge, { removalId });
    });
    await finish();
    expect(await countRows()).toEqual(NONE);
    expect(await run(async (ctx) => (await ctx.db.query("deletions").collect()).length)).toBe(0);
    expect(await run(async (ctx) => await ctx.db.get("kennels", team.kennelId))).toBeNull();
  });
});

describe("a series with years of completed occurrences", () => {
  it("[GAP-REM-09] is deleted completely, in batches, for the person who requested it", async () => {
    const { owner, kennelId } = team;
    const waiting = await addReminder(team, { frequency: "daily" });
    const occurrences = 450;
    const series = await run(async (ctx) => {
      const row = await ctx.db.query("reminderSeries").unique();
      if (!row) throw new Error("There is no series");
      for (let index = 0; index < occurrences; index += 1) {
        await ctx.db.insert("reminders", {
          ...{ kennelId, seriesId: row._id, title: "Worming", reminderType: "other", priority: "medium" },
          ...{ priorityRank: 2, dueDate: "2024-01-01", state: "completed", completedAt: index, updatedAt: 1 },
          notifications: { email: false, sms: false, push: false, daysInAdvance: [] },
        });
      }
      const counted = { kennelId, state: "completed", reminderType: "other", count: occurrences } as const;
      await ctx.db.insert("reminderCounts", counted);
      return row;
    });
    const asked = { seriesId: series._id, isFutureOnly: false, today: TODAY };
    await owner.as.mutation(api.reminders.reminderSeries.remove, asked);
    expect(
      await owner.as.query(api.reminders.reminders.get, { reminderId: waiting._id }).catch(() => null),
    ).toBeNull();
    await finish();
    const rows = await run(async (ctx) => await ctx.db.query("reminders").collect());
    expect(rows.filter(({ state }) => state !== "removed")).toEqual([]);
    expect((await listReminders()).counts.completed).toBe(0);
    const changes = await run(async (ctx) => await ctx.db.query("changes").collect());
    const removals = changes.filter(({ table, kind }) => table === "reminders" && kind === "deleted");
    expect(removals).toHaveLength(occurrences + 1);
    expect(new Set(removals.map(({ by }) => by))).toEqual(new Set([owner.userId]));
  });
});
