/** Tests changes of many reminders in one call. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { MAX_BULK_REMINDERS } from "../../domain/reminders/rules";
import { addDog, failureOf, firstKennelOf, startTeam, TODAY, type Team } from "../support/backend";
import { recordBreeding, recordLitter } from "../support/breedings";
import { addReminder } from "../support/reminders";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const list = async (tab = "pending") =>
  (
    await team.viewer.as.query(api.reminders.reminders.list, {
      kennelId: team.kennelId,
      today: TODAY,
      tab,
      limit: 100,
    })
  ).data;
const told = async (tab?: string) => (await list(tab)).map(({ title, dueDate }) => `${dueDate} ${title}`);
const fieldsOf = async (work: Promise<unknown>) => (await failureOf(work)).details.fields;

describe("bulk changes", () => {
  it("[GAP-REM-15] apply to all permitted reminders, and name the others with the reason", async () => {
    const [one, two] = [await addReminder(team), await addReminder(team)];
    const theirKennel = await firstKennelOf(team.stranger);
    const theirs = await team.stranger.as.mutation(api.reminders.reminders.create, {
      kennelId: theirKennel,
      title: "Theirs",
      dueDate: TODAY,
    });
    const reminderIds = [one._id, "nonsense", two._id, theirs._id, one._id];
    const failed = [
      { id: "nonsense", message: "Not found." },
      { id: theirs._id, message: "Not found." },
    ];
    const done = await team.staff.as.mutation(api.reminders.reminderBulk.complete, {
      reminderIds,
      today: TODAY,
      notes: "x",
    });
    expect(done).toEqual({ updated: 2, failed });
    expect(await list("completed")).toMatchObject([{ completionNotes: "x" }, { completionNotes: "x" }]);
    const viewed = await team.viewer.as.mutation(api.reminders.reminderBulk.remove, {
      reminderIds: [one._id],
    });
    expect(viewed).toMatchObject({
      updated: 0,
      failed: [{ message: "You do not have permission to do this." }],
    });
    const stranger = await team.stranger.as.query(api.reminders.reminders.get, { reminderId: theirs._id });
    expect(stranger.isCompleted).toBe(false);
  });

  it("[REM-25] are undone together", async () => {
    const reminderIds = [
      (await addReminder(team, { frequency: "weekly" }))._id,
      (await addReminder(team))._id,
    ];
    await team.staff.as.mutation(api.reminders.reminderBulk.complete, { reminderIds, today: TODAY });
    expect(await told()).toEqual(["2025-06-22 Worming"]);
    await team.staff.as.mutation(api.reminders.reminderBulk.uncomplete, { reminderIds });
    expect(await told()).toEqual(["2025-06-15 Worming", "2025-06-15 Worming"]);
    await team.staff.as.mutation(api.reminders.reminderBulk.remove, { reminderIds });
    expect(await told()).toEqual(["2025-06-22 Worming"]);
    await team.staff.as.mutation(api.reminders.reminderBulk.restore, { reminderIds });
    expect(await told()).toEqual(["2025-06-15 Worming", "2025-06-15 Worming"]);
  });

  it("apply the same change to each reminder, and refuse one whose date does not allow it", async () => {
    const plain = await addReminder(team);
    const ending = await team.owner.as.mutation(api.reminders.reminders.create, {
      kennelId: team.kennelId,
      title: "Course",
      dueDate: TODAY,
      recurring: { frequency: "daily", endDate: "2025-06-18" },
    });
    const reminderIds = [plain._id, ending._id];
    const update = async (updates: object) =>
      await team.staff.as.mutation(api.reminders.reminderBulk.update, { reminderIds, updates });
    expect(await update({ priority: "urgent" })).toEqual({ updated: 2, failed: [] });
    const recurring = { frequency: "daily", endDate: "2025-06-01" };
    expect(await update({ recurring })).toMatchObject({
      updated: 0,
      failed: [{ message: "End date must not be before the due date" }, {}],
    });
    expect(await list()).toMatchObject([{ priority: "urgent" }, { priority: "urgent" }]);
    expect(await fieldsOf(update({ priority: "highest" }))).toHaveProperty("priority");
    const tooMany = Array.from({ length: MAX_BULK_REMINDERS + 1 }, (_, index) => `r${index}`);
    const many = team.staff.as.mutation(api.reminders.reminderBulk.remove, { reminderIds: tooMany });
    expect(await fieldsOf(many)).toEqual({ reminderIds: `At most ${MAX_BULK_REMINDERS} reminders at once` });
  });
});

describe("ending a whole series", () => {
  async function threeWeeks() {
    const first = await addReminder(team, { frequency: "weekly" });
    await team.staff.as.mutation(api.reminders.reminders.complete, { reminderId: first._id, today: TODAY });
    return { seriesId: first.seriesId ?? "", firstId: first._id };
  }

  it("[GAP-REM-09] deletes future reminders and keeps completed ones", async () => {
    const { seriesId } = await threeWeeks();
    await team.staff.as.mutation(api.reminders.reminderSeries.remove, {
      seriesId,
      isFutureOnly: true,
      today: TODAY,
    });
    expect([await told(), await told("completed")]).toEqual([[], ["2025-06-15 Worming"]]);
    expect((await list("completed"))[0]?.recurring).toBeNull();
  });

  it("[GAP-REM-09] keeps an overdue reminder, without a next one", async () => {
    const { seriesId } = await threeWeeks();
    const later = "2025-06-23";
    const day = { isFutureOnly: true, today: later };
    await team.staff.as.mutation(api.reminders.reminderSeries.remove, { seriesId, ...day });
    const [left] = await list();
    expect(left).toMatchObject({ dueDate: "2025-06-22", recurring: null });
    await team.staff.as.mutation(api.reminders.reminders.complete, {
      reminderId: left?._id ?? "",
      today: later,
    });
    expect(await told()).toEqual([]);
  });

  it("[GAP-REM-09] deletes all its reminders on request, by the id of any of them", async () => {
    const { firstId } = await threeWeeks();
    const all = { seriesId: firstId, isFutureOnly: false, today: TODAY };
    await team.staff.as.mutation(api.reminders.reminderSeries.remove, all);
    expect([await told(), await told("completed")]).toEqual([[], []]);
  });

  it("applies from the pending reminder on, and not to another kennel's series", async () => {
    const { seriesId } = await threeWeeks();
    const change = { seriesId, title: "Drops", recurring: { frequency: "monthly", interval: 2 } };
    const changed = await team.staff.as.mutation(api.reminders.reminderSeries.update, change);
    await team.staff.as.mutation(api.reminders.reminders.complete, { reminderId: changed._id, today: TODAY });
    expect(await told()).toEqual(["2025-08-22 Drops"]);
    const strange = team.stranger.as.mutation(api.reminders.reminderSeries.update, change);
    expect((await failureOf(strange)).code).toBe("NOT_FOUND");
    const viewed = team.viewer.as.mutation(api.reminders.reminderSeries.update, change);
    expect((await failureOf(viewed)).code).toBe("FORBIDDEN");
  });
});

describe("templates", () => {
  const templates = async (type?: string) =>
    await team.viewer.as.query(api.reminders.reminderTemplates.list, { kennelId: team.kennelId, type });
  const use = async (templateId: string, fields: object = {}) =>
    await team.staff.as.mutation(api.reminders.reminderTemplates.use, {
      kennelId: team.kennelId,
      templateId,
      baseDate: TODAY,
      ...fields,
    });

  it("[GAP-REM-12] create reminders at fixed numbers of days after the base date, built-in and custom", async () => {
    const dog = await addDog(team.owner, team.kennelId, { name: "Bella" });
    expect(await use("worming", { dogId: dog._id })).toMatchObject({
      title: "Worming",
      dueDate: "2025-09-13",
      reminderType: "medication",
      dog: { name: "Bella" },
    });
    const own = await team.staff.as.mutation(api.reminders.reminderTemplates.create, {
      kennelId: team.kennelId,
      name: "Show",
      title: "Bath before the show",
      reminderType: "grooming",
      offsetDays: 3,
    });
    expect((await templates("grooming")).map(({ name }) => name)).toEqual([
      "Show",
      "Nail trim, every three weeks",
    ]);
    expect(await use(own.id)).toMatchObject({ title: "Bath before the show", dueDate: "2025-06-18" });
    await team.staff.as.mutation(api.reminders.reminderTemplates.remove, {
      kennelId: team.kennelId,
      templateId: own.id,
    });
    expect((await failureOf(use(own.id))).code).toBe("NOT_FOUND");
    expect(await fieldsOf(use("worming", { baseDate: "" }))).toEqual({ baseDate: "Base date is required" });
  });

  it("[GAP-REM-12] have unique names, and only the kennel's own can be renamed or deleted", async () => {
    const { kennelId } = team;
    const create = async (name: string) =>
      await team.staff.as.mutation(api.reminders.reminderTemplates.create, { kennelId, name, title: "Bath" });
    const taken = { name: "Another template has this name" };
    const { id: templateId } = await create("Show");
    await create("Bath");
    expect(await fieldsOf(create(" show "))).toEqual(taken);
    expect(await fieldsOf(create("Yearly health check"))).toEqual(taken);
    const change = {
      kennelId,
      templateId,
      name: "SHOW",
      title: "Bath and brush",
      description: "Two days before",
      reminderType: "other",
      priority: "high",
      offsetDays: 5,
    };
    const { update, remove } = api.reminders.reminderTemplates;
    await team.staff.as.mutation(update, change);
    expect(await templates("other")).toMatchObject([
      {
        name: "SHOW",
        title: "Bath and brush",
        description: "Two days before",
        priority: "high",
        offsetDays: 5,
      },
      { name: "Bath" },
    ]);
    expect(await fieldsOf(team.staff.as.mutation(update, { ...change, name: "bath" }))).toEqual(taken);
    expect(await fieldsOf(team.staff.as.mutation(update, { ...change, name: " ", offsetDays: -1 }))).toEqual({
      name: "Name is required",
      offsetDays: "Days must be a whole number from 0 to 3660",
    });
    const codeOf = async (work: Promise<unknown>) => (await failureOf(work)).code;
    expect(await codeOf(team.viewer.as.mutation(update, change))).toBe("FORBIDDEN");
    expect(await codeOf(team.stranger.as.mutation(update, change))).toBe("NOT_FOUND");
    const builtIn = { kennelId, templateId: "worming" };
    expect(await codeOf(team.staff.as.mutation(update, { ...change, ...builtIn }))).toBe("NOT_FOUND");
    expect(await codeOf(team.staff.as.mutation(remove, builtIn))).toBe("NOT_FOUND");
  });
});

describe("[GAP-REM-13] reminders planned from other records", () => {
  it("of a breeding are on day 28, on day 58 and on the due date, once, and move with the mating", async () => {
    const dam = await addDog(team.owner, team.kennelId, { name: "Bella" });
    const breedingId = await recordBreeding(team, { damId: dam._id, breedingDate: "2025-06-01" });
    const generate = async () =>
      await team.staff.as.mutation(api.reminders.reminderGeneration.forBreeding, { breedingId });
    expect(await generate()).toMatchObject({ created: 3 });
    expect((await generate()).created).toBe(0);
    expect(await told()).toEqual([
      "2025-06-29 Pregnancy check: Bella",
      "2025-07-29 Prepare for whelping: Bella",
      "2025-08-03 Puppies due: Bella",
    ]);
    await team.owner.as.mutation(api.breedings.breedings.update, { breedingId, breedingDate: "2025-06-02" });
    await generate();
    expect((await list()).map(({ dueDate }) => dueDate)).toEqual(["2025-06-30", "2025-07-30", "2025-08-04"]);
    const viewed = team.viewer.as.mutation(api.reminders.reminderGeneration.forBreeding, { breedingId });
    expect((await failureOf(viewed)).code).toBe("FORBIDDEN");
  });

  it("of a litter are worming, first vaccination and going home, shown with its breeding", async () => {
    const breedingId = await recordBreeding(team, { status: "whelped" });
    const litterId = await recordLitter(team, breedingId);
    const made = await team.staff.as.mutation(api.reminders.reminderGeneration.forLitter, { litterId });
    expect(made.reminders.map(({ dueDate, reminderType }) => `${dueDate} ${reminderType}`)).toEqual([
      "2025-03-19 medication",
      "2025-04-02 medication",
      "2025-04-16 medication",
      "2025-04-30 medication",
      "2025-04-16 vaccination",
      "2025-04-30 appointment",
    ]);
    expect(
      (await team.staff.as.mutation(api.reminders.reminderGeneration.forLitter, { litterId })).created,
    ).toBe(0);
    const shown = await team.viewer.as.query(api.reminders.reminders.ofBreeding, {
      breedingId,
      today: TODAY,
    });
    expect(shown.pagination.totalItems).toBe(6);
  });

  it("of a puppy are its future doses and their boosters", async () => {
    const dog = await addDog(team.owner, team.kennelId, { name: "Juno", dateOfBirth: "2025-03-30" });
    await team.deployment.run(async (ctx) => {
      for (const [day, nextDueDate] of [
        ["2025-05-11", "2025-06-01"],
        ["2025-06-01", "2025-06-22"],
      ] as const) {
        await ctx.db.insert("immunizations", {
          kennelId: team.kennelId,
          dogId: dog._id,
          vaccineName: "DHPP",
          vaccineKey: "dhpp",
          vaccineType: "Core",
          dateAdministered: day,
          nextDueDate,
          updatedAt: 1,
        });
      }
    });
    const generate = async () =>
      await team.staff.as.mutation(api.reminders.reminderGeneration.forDog, { dogId: dog._id, today: TODAY });
    expect((await generate()).created).toBe(13);
    expect((await generate()).created).toBe(0);
    expect((await told()).filter((line) => line.includes("DHPP"))).toEqual([
      "2025-06-22 DHPP (12 weeks): Juno",
      "2025-07-20 DHPP (16 weeks): Juno",
      "2028-07-20 DHPP booster: Juno",
    ]);
    expect((await told()).filter((line) => line.includes("Rabies"))).toEqual([
      "2025-07-20 Rabies (16 weeks): Juno",
      "2028-07-20 Rabies booster: Juno",
    ]);
  });

  it("of a grown dog are those of its doses, or the requested ones", async () => {
    const dog = await addDog(team.owner, team.kennelId, { name: "Rex", dateOfBirth: "2015-01-01" });
    await team.deployment.run(async (ctx) => {
      for (const [vaccineName, nextDueDate] of [
        ["Leptospirosis", "2025-09-01"],
        ["Giardia", "2025-01-01"],
      ] as const) {
        await ctx.db.insert("immunizations", {
          kennelId: team.kennelId,
          dogId: dog._id,
          vaccineName,
          vaccineKey: vaccineName.toLowerCase(),
          vaccineType: "Non-Core",
          dateAdministered: "2024-09-01",
          nextDueDate,
          updatedAt: 1,
        });
      }
    });
    const generate = async (vaccineSchedule?: { vaccineName: string; dueDate: string }[]) =>
      await team.staff.as.mutation(api.reminders.reminderGeneration.forDog, {
        dogId: dog._id,
        today: TODAY,
        vaccineSchedule,
      });
    await generate();
    expect(await told()).toEqual(["2025-09-01 Leptospirosis booster: Rex"]);
    expect((await generate([{ vaccineName: "Rabies", dueDate: "2026-01-01" }])).created).toBe(1);
    expect(await fieldsOf(generate([{ vaccineName: " ", dueDate: "2026-01-01" }]))).toHaveProperty(
      "vaccineSchedule.0",
    );
  });
});

describe("counts and file of reminders", () => {
  it("[GAP-REM-17] contain the counts in total, by state and by type", async () => {
    const { _id: reminderId } = await addReminder(team);
    await addReminder(team);
    await team.owner.as.mutation(api.reminders.reminders.complete, { reminderId, today: TODAY });
    const asked = { kennelId: team.kennelId, today: TODAY };
    expect(await team.viewer.as.query(api.reminders.reminders.statistics, asked)).toMatchObject({
      total: 2,
      pending: 1,
      overdue: 0,
      dueSoon: 1,
      completed: 1,
      byType: { other: 2, vaccination: 0 },
      pendingByType: { other: 1 },
    });
  });
});
