/** Tests reminders. */
import { beforeEach, describe, expect, it, vi } from "vitest";
import { api, internal } from "../../convex/_generated/api";
import {
  completeReminderOf,
  dropReminderOf,
  ensureReminder,
} from "../../convex/reminders/model/reminderSources";
import { withCounts } from "../../convex/changes/recorder";
import { requireAccess } from "../../convex/platform/model/people/identity";
import {
  MAX_BULK_REMINDERS,
  MAX_PENDING_REMINDERS,
  REMOVED_REMINDER_DAYS,
} from "../../domain/reminders/rules";
import { addDays } from "../../domain/dates/calendar-days";
import { addDog, failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { recordBreeding, recordLitter } from "../support/breedings";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

type Fields = Partial<Omit<(typeof api.reminders.reminders.create)["_args"], "kennelId">>;
const add = async (title: string, dueDate = TODAY, fields: Fields = {}) =>
  await team.staff.as.mutation(api.reminders.reminders.create, {
    kennelId: team.kennelId,
    title,
    dueDate,
    ...fields,
  });
type ListFields = Partial<Omit<(typeof api.reminders.reminders.list)["_args"], "kennelId">>;
const list = async (fields: ListFields = {}) =>
  await team.viewer.as.query(api.reminders.reminders.list, {
    kennelId: team.kennelId,
    today: TODAY,
    ...fields,
  });
const titles = async (fields: ListFields = {}) => (await list(fields)).data.map(({ title }) => title);
const complete = async (reminderId: string, person: Person = team.staff) =>
  await person.as.mutation(api.reminders.reminders.complete, { reminderId, today: TODAY });
const get = async (reminderId: string) =>
  await team.viewer.as.query(api.reminders.reminders.get, { reminderId });
const remove = async (reminderId: string) =>
  await team.staff.as.mutation(api.reminders.reminders.remove, { reminderId });
const fieldsOf = async (work: Promise<unknown>) => (await failureOf(work)).details.fields;
const activities = async () =>
  await team.deployment.run(
    async (ctx) =>
      await ctx.db
        .query("activities")
        .withIndex("by_kennel_and_timestamp", (q) => q.eq("kennelId", team.kennelId))
        .take(50),
  );
const WEEKLY = { frequency: "weekly" };

describe("creating a reminder", () => {
  it("[REM-17] [REM-18] defaults to type other, priority medium and the usual notifications", async () => {
    expect(await add(" Worming ")).toMatchObject({
      title: "Worming",
      reminderType: "other",
      priority: "medium",
      dueDate: TODAY,
      isCompleted: false,
      recurring: null,
      notifications: { email: true, sms: false, push: true, daysInAdvance: [1] },
    });
  });

  it("[REM-01] [REM-02] [REM-13] refuses invalid values at their fields", async () => {
    expect(await fieldsOf(add("   ", "2025-02-30", { reminderType: "party", priority: "highest" }))).toEqual({
      title: "Please enter a title",
      dueDate: "Due date must be a date such as 2025-06-15",
      reminderType:
        "Type must be vaccination, health_check, breeding, grooming, training, appointment, medication, other",
      priority: "Priority must be low, medium, high, urgent",
    });
    expect(await fieldsOf(add("x", TODAY, { notifications: { daysInAdvance: [-1] } }))).toEqual({
      "notifications.daysInAdvance.0": "Days in advance must be whole numbers from 0 to 365",
    });
    expect(await fieldsOf(add("x", TODAY, { recurring: { frequency: "hourly" } }))).toEqual({
      "recurring.frequency": "Frequency must be daily, weekly, monthly, yearly",
    });
    const ended = { ...WEEKLY, endDate: "2025-06-14" };
    expect(await fieldsOf(add("x", TODAY, { recurring: ended }))).toEqual({
      "recurring.endDate": "End date must not be before the due date",
    });
  });

  it("[ALR-08] stores the given days in advance, the earliest first and each once", async () => {
    const { notifications } = await add("Check", TODAY, { notifications: { daysInAdvance: [1, 7, 1] } });
    expect(notifications).toEqual({ email: true, sms: false, push: true, daysInAdvance: [7, 1] });
  });

  it("requires a dog of the kennel", async () => {
    const dog = await addDog(team.owner, team.kennelId, { name: "Bella" });
    expect(await add("Nails", TODAY, { dogId: dog._id })).toMatchObject({
      dogId: dog._id,
      dog: { name: "Bella" },
    });
    const [kennel] = await team.stranger.as.query(api.kennels.kennels.list, {});
    const theirs = await addDog(team.stranger, kennel?._id ?? "", { name: "Other" });
    expect(await fieldsOf(add("Nails", TODAY, { dogId: theirs._id, breedingId: "nothing" }))).toEqual({
      dogId: "Dog was not found",
      breedingId: "Breeding was not found",
    });
  });

  it("[GAP-AUTH-03] [GAP-API-06] is refused to viewers, and returns NOT_FOUND to strangers", async () => {
    const { _id: reminderId } = await add("Nails");
    const tries = async (person: Person) =>
      (await failureOf(person.as.mutation(api.reminders.reminders.complete, { reminderId, today: TODAY })))
        .code;
    expect([await tries(team.viewer), await tries(team.stranger)]).toEqual(["FORBIDDEN", "NOT_FOUND"]);
    const theirs = team.stranger.as.query(api.reminders.reminders.list, {
      kennelId: team.kennelId,
      today: TODAY,
    });
    expect((await failureOf(theirs)).code).toBe("NOT_FOUND");
    expect((await failureOf(team.stranger.as.query(api.reminders.reminders.get, { reminderId }))).code).toBe(
      "NOT_FOUND",
    );
  });
});

describe("creating a reminder for each of many dogs", () => {
  const forDogs = async (dogIds: string[], fields: Fields = {}, person: Person = team.staff) =>
    await person.as.mutation(api.reminders.reminders.createForDogs, {
      kennelId: team.kennelId,
      title: "Worming",
      dueDate: TODAY,
      dogIds,
      ...fields,
    });

  it("[GAP-DOG-30] creates a separate record for each dog, once for a dog that is named twice", async () => {
    const bella = await addDog(team.owner, team.kennelId, { name: "Bella" });
    const rex = await addDog(team.owner, team.kennelId, { name: "Rex" });
    const made = await forDogs([bella._id, rex._id, bella._id], { recurring: WEEKLY });
    expect(made).toHaveLength(2);
    await complete(made[0] ?? "");
    const left = (await list()).data.filter(({ isCompleted }) => !isCompleted);
    expect(left.map(({ dog, dueDate }) => [dog?.name, dueDate]).sort()).toEqual([
      ["Bella", addDays(TODAY, 7)],
      ["Rex", TODAY],
    ]);
  });

  it("is refused as a whole when the kennel has no room for all reminders", async () => {
    const { _id: bella } = await addDog(team.owner, team.kennelId, { name: "Bella" });
    const { _id: rex } = await addDog(team.owner, team.kennelId, { name: "Rex" });
    await add("Earlier");
    await team.deployment.run(async (ctx) => {
      const row = await ctx.db.query("reminderCounts").unique();
      if (row) await ctx.db.patch("reminderCounts", row._id, { count: MAX_PENDING_REMINDERS - 1 });
    });
    expect((await failureOf(forDogs([bella, rex]))).code).toBe("LIMIT_REACHED");
    expect(await forDogs([bella])).toHaveLength(1);
  });

  it("creates all or none, with a message at each dog of another kennel", async () => {
    const bella = await addDog(team.owner, team.kennelId, { name: "Bella" });
    const [kennel] = await team.stranger.as.query(api.kennels.kennels.list, {});
    const theirs = await addDog(team.stranger, kennel?._id ?? "", { name: "Other" });
    expect(await fieldsOf(forDogs([bella._id, theirs._id, "nobody"]))).toEqual({
      [`dogIds.${theirs._id}`]: "This dog was not found",
      "dogIds.nobody": "This dog was not found",
    });
    expect(await titles()).toEqual([]);
  });

  it("[GAP-REM-15] has a maximum number of dogs, and reports errors of the choice and the reminder together", async () => {
    const many = Array.from({ length: MAX_BULK_REMINDERS + 1 }, (_, number) => `dog${number}`);
    expect(await fieldsOf(forDogs(many, { title: " " }))).toEqual({
      dogIds: "At most 200 dogs at once",
      title: "Please enter a title",
    });
    expect(await fieldsOf(forDogs([]))).toEqual({ dogIds: "Choose at least one dog" });
  });

  it("[GAP-AUTH-03] [GAP-API-06] is refused to viewers and strangers", async () => {
    const bella = await addDog(team.owner, team.kennelId, { name: "Bella" });
    const tries = async (person: Person) => (await failureOf(forDogs([bella._id], {}, person))).code;
    expect([await tries(team.viewer), await tries(team.stranger)]).toEqual(["FORBIDDEN", "NOT_FOUND"]);
  });
});

describe("the tabs of the list", () => {
  it("[REM-12] [GAP-REM-01] count overdue and due soon as parts of pending", async () => {
    await add("late", "2025-06-10");
    await add("today", TODAY);
    await add("later", "2025-06-30");
    const done = await add("done", "2025-06-01");
    await complete(done._id);
    expect((await list()).counts).toEqual({ pending: 3, overdue: 1, dueSoon: 1, completed: 1 });
    expect(await titles({ tab: "pending" })).toEqual(["late", "today", "later"]);
    expect(await titles({ tab: "overdue" })).toEqual(["late"]);
    expect(await titles({ tab: "due_soon" })).toEqual(["today"]);
    expect(await titles({ tab: "completed" })).toEqual(["done"]);
    expect(await titles()).toEqual(["late", "today", "later", "done"]);
    const counts = await team.viewer.as.query(api.reminders.reminders.counts, {
      kennelId: team.kennelId,
      today: "2025-06-30",
    });
    expect(counts).toEqual({ pending: 3, overdue: 2, dueSoon: 1, completed: 1 });
  });

  it("[GAP-REM-02] list the overdue first, then by day and stored priority, and treat a snoozed reminder as not overdue", async () => {
    await add("low today", TODAY, { priority: "low" });
    await add("urgent today", TODAY, { priority: "urgent" });
    const snoozed = await add("snoozed", "2025-06-01");
    await add("late", "2025-06-12");
    await team.staff.as.mutation(api.reminders.reminders.snooze, {
      reminderId: snoozed._id,
      snoozeUntil: "2025-06-20",
      today: TODAY,
    });
    expect(await titles({ tab: "pending" })).toEqual(["late", "snoozed", "urgent today", "low today"]);
    expect((await list()).counts).toMatchObject({ overdue: 1, dueSoon: 2 });
    expect(await titles({ tab: "overdue", today: "2025-06-20" })).toContain("snoozed");
  });

  it("[REM-19] [REM-22] [GAP-REM-19] return pages without gaps or duplicates, across pending and completed", async () => {
    const expected: string[] = [];
    for (let index = 0; index < 9; index += 1) {
      expected.push(`r${index}`);
      await add(`r${index}`, addDays(TODAY, index - 4));
    }
    for (const title of ["c1", "c2", "c3"]) {
      vi.useFakeTimers({ now: Date.UTC(2025, 5, 15, 12, Number(title.slice(1))), toFake: ["Date"] });
      await complete((await add(title))._id);
    }
    vi.useRealTimers();
    expected.push("c3", "c2", "c1");
    for (const limit of [1, 2, 5, 20]) {
      const seen: string[] = [];
      let page = 0;
      let hasNext = true;
      while (hasNext) {
        page += 1;
        const { data, pagination } = await list({ page, limit });
        expect(pagination).toMatchObject({ totalItems: 12, page, limit, totalPages: Math.ceil(12 / limit) });
        seen.push(...data.map(({ title }) => title));
        hasNext = pagination.hasNext;
      }
      expect(seen).toEqual(expected);
    }
    expect(await titles({ tab: "completed", limit: 2, page: 2 })).toEqual(["c1"]);
  });

  it("[REM-20] can be filtered by type, including the counts", async () => {
    await add("shot", TODAY, { reminderType: "vaccination" });
    await add("late shot", "2025-06-01", { reminderType: "vaccination" });
    await add("bath", TODAY, { reminderType: "grooming" });
    const page = await list({ reminderType: "vaccination" });
    expect(page.data.map(({ title }) => title)).toEqual(["late shot", "shot"]);
    expect(page.counts).toEqual({ pending: 2, overdue: 1, dueSoon: 1, completed: 0 });
    expect(await fieldsOf(list({ reminderType: "party" }))).toHaveProperty("reminderType");
  });

  it("[GAP-REM-07] search title, description and dog in any letter case, in every tab", async () => {
    const dog = await addDog(team.owner, team.kennelId, { name: "Äneas of Oak Hill", callName: "Ari" });
    await add("Nails", TODAY, { dogId: dog._id });
    await add("Bath", TODAY, { description: "with OAK soap" });
    await complete((await add("Oak leaves"))._id);
    await add("Nothing");
    const found = await list({ search: "oak" });
    expect(found.data.map(({ title }) => title).sort()).toEqual(["Bath", "Nails", "Oak leaves"]);
    expect(found.counts).toEqual({ pending: 2, overdue: 0, dueSoon: 2, completed: 1 });
    expect(await titles({ search: "aneas nails" })).toEqual(["Nails"]);
    expect(await titles({ search: "ari", tab: "overdue" })).toEqual([]);
  });

  it("[REM-21] [GAP-REM-14] list upcoming reminders within the given days from today, without overdue ones", async () => {
    for (const day of ["2025-06-14", "2025-06-15", "2025-07-15", "2025-07-16"]) await add(day, day);
    const kennelId = team.kennelId;
    const upcoming = async (days?: number) =>
      (await team.viewer.as.query(api.reminders.reminders.upcoming, { kennelId, today: TODAY, days })).map(
        ({ title }) => title,
      );
    expect(await upcoming()).toEqual(["2025-06-15", "2025-07-15"]);
    expect(await upcoming(0)).toEqual(["2025-06-15"]);
    const overdue = await team.viewer.as.query(api.reminders.reminders.overdue, { kennelId, today: TODAY });
    expect(overdue.map(({ title }) => title)).toEqual(["2025-06-14"]);
  });
});

describe("completing a reminder", () => {
  it("[REM-10] [REM-25] [DASH-12] stores the date and the notes, and adds an entry to the activity list", async () => {
    const { _id: reminderId } = await add("Worming");
    const done = await team.staff.as.mutation(api.reminders.reminders.complete, {
      reminderId,
      today: TODAY,
      notes: "0.5 ml",
    });
    expect(done).toMatchObject({ isCompleted: true, completedDate: TODAY, completionNotes: "0.5 ml" });
    expect(await activities()).toMatchObject([{ type: "reminder_completed", description: "Worming" }]);
  });

  it("by two people at once creates one completion and one next occurrence", async () => {
    const { _id } = await add("Worming", TODAY, { recurring: WEEKLY });
    await Promise.all([complete(_id, team.staff), complete(_id, team.manager)]);
    expect((await list()).counts).toEqual({ pending: 1, overdue: 0, dueSoon: 0, completed: 1 });
    expect(await activities()).toHaveLength(1);
  });

  it("creates the next occurrence for a dog that was deleted and restored", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId);
    await add("Worming", TODAY, { dogId, recurring: WEEKLY });
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId, confirmed: true });
    const { kennelId } = team;
    const newId = await team.owner.as.mutation(api.history.history.bringBackRecord, {
      kennelId,
      recordId: dogId,
    });
    const [waiting] = (await list()).data;
    expect(waiting?.dog?._id).toBe(newId);
    await complete(waiting?._id ?? "");
    const [next] = (await list()).data;
    expect([next?.dueDate, next?.dog?._id]).toEqual([addDays(TODAY, 7), newId]);
  });

  it("keeps a given time of day, also in the next occurrences", async () => {
    expect(await fieldsOf(add("Vet", TODAY, { dueTime: "2 pm" }))).toEqual({
      dueTime: "Time must be a time such as 08:30",
    });
    expect((await add("Vet", TODAY)).dueTime).toBeNull();
    const { _id } = await add("Worming", TODAY, { dueTime: "14:30", recurring: WEEKLY });
    await complete(_id);
    const [next] = (await list({ tab: "pending", search: "Worming", today: "2025-06-22" })).data;
    expect(next).toMatchObject({ dueDate: "2025-06-22", dueTime: "14:30" });
    const change = { reminderId: next?._id ?? "", dueTime: null };
    expect((await team.staff.as.mutation(api.reminders.reminders.update, change)).dueTime).toBeNull();
  });

  it("sorts by time within the day, after priority and after reminders without a time", async () => {
    await add("Evening", TODAY, { dueTime: "18:00" });
    await add("Morning", TODAY, { dueTime: "08:00" });
    await add("Any time", TODAY);
    await add("Urgent", TODAY, { dueTime: "20:00", priority: "high" });
    expect(await titles({ tab: "pending" })).toEqual(["Urgent", "Any time", "Morning", "Evening"]);
  });

  it("[GAP-REM-06] [GAP-REM-08] can be undone with its next occurrence, and can be repeated", async () => {
    const { _id } = await add("Worming", TODAY, { recurring: WEEKLY });
    await complete(_id);
    expect(await titles({ tab: "pending", today: "2025-06-22" })).toEqual(["Worming"]);
    const undone = await team.staff.as.mutation(api.reminders.reminders.uncomplete, { reminderId: _id });
    expect(undone).toMatchObject({ isCompleted: false, completedDate: null, dueDate: TODAY });
    expect((await list()).counts).toMatchObject({ pending: 1, completed: 0 });
    expect(await activities()).toEqual([]);
    await complete(_id);
    expect((await list({ tab: "pending" })).data).toMatchObject([{ dueDate: "2025-06-22" }]);
  });

  it("keeps a next occurrence that somebody has changed on undo, and creates no second one", async () => {
    const { _id } = await add("Worming", TODAY, { recurring: WEEKLY });
    await complete(_id);
    const [next] = (await list({ tab: "pending" })).data;
    await team.staff.as.mutation(api.reminders.reminders.update, {
      reminderId: next?._id ?? "",
      description: "new drug",
    });
    await team.staff.as.mutation(api.reminders.reminders.uncomplete, { reminderId: _id });
    await complete(_id);
    expect((await list({ tab: "pending" })).data).toMatchObject([
      { dueDate: "2025-06-22", description: "new drug" },
    ]);
  });

  it("calculates the next occurrence from the due date and stops at the end of the series", async () => {
    const recurring = { ...WEEKLY, endDate: "2025-06-10" };
    await complete((await add("Worming", "2025-06-01", { recurring }))._id);
    const [next] = (await list({ tab: "pending" })).data;
    expect(next).toMatchObject({ dueDate: "2025-06-08", recurring: { frequency: "weekly", interval: 1 } });
    await complete(next?._id ?? "");
    expect((await list()).counts).toMatchObject({ pending: 0, completed: 2 });
  });
});

describe("changing a reminder", () => {
  it("changes the given fields, clears null fields, and reports a newer version", async () => {
    const { _id: reminderId, updatedAt } = await add("Bath", TODAY, { description: "warm" });
    const update = async (fields: object) =>
      await team.staff.as.mutation(api.reminders.reminders.update, { reminderId, ...fields });
    expect(
      await update({ description: null, priority: "urgent", notifications: { sms: true } }),
    ).toMatchObject({
      title: "Bath",
      description: null,
      priority: "urgent",
      notifications: { email: true, sms: true },
    });
    expect((await failureOf(update({ title: "x", expectedUpdatedAt: updatedAt }))).code).toBe("STALE_UPDATE");
    const edits = await team.manager.as.query(api.reminders.reminders.editsSince, {
      reminderId,
      since: updatedAt,
    });
    expect(edits[0]?.fields.sort()).toEqual(["description", "notifications.sms", "priority"]);
  });

  it("updates the counts when the type changes", async () => {
    const { _id: reminderId } = await add("Bath");
    await team.staff.as.mutation(api.reminders.reminders.update, { reminderId, reminderType: "grooming" });
    expect((await list({ reminderType: "grooming" })).counts.pending).toBe(1);
    expect((await list({ reminderType: "other" })).counts.pending).toBe(0);
  });

  it("changes only one occurrence, or the whole series", async () => {
    const { _id: reminderId } = await add("Worming", TODAY, { recurring: WEEKLY });
    const update = async (fields: object) =>
      await team.staff.as.mutation(api.reminders.reminders.update, { reminderId, ...fields });
    await update({ title: "Worming, twice", dueDate: "2025-06-17" });
    await complete(reminderId);
    const [second] = (await list({ tab: "pending" })).data;
    expect(second).toMatchObject({ title: "Worming", dueDate: "2025-06-22" });
    const id = second?._id ?? "";
    await team.staff.as.mutation(api.reminders.reminders.update, {
      reminderId: id,
      title: "Flea drops",
      dueDate: "2025-06-24",
      isWholeSeries: true,
    });
    await complete(id);
    expect((await list({ tab: "pending" })).data).toMatchObject([
      { title: "Flea drops", dueDate: "2025-07-01" },
    ]);
  });

  it("can start, change and end a recurrence", async () => {
    const { _id: reminderId } = await add("Worming", "2025-01-31");
    const update = async (fields: object) =>
      await team.staff.as.mutation(api.reminders.reminders.update, { reminderId, ...fields });
    expect((await update({ recurring: { frequency: "monthly" } })).recurring).toEqual({
      frequency: "monthly",
      interval: 1,
      endDate: null,
    });
    await complete(reminderId);
    const [next] = (await list({ tab: "pending" })).data;
    expect(next?.dueDate).toBe("2025-02-28");
    const ended = await team.staff.as.mutation(api.reminders.reminders.update, {
      reminderId: next?._id ?? "",
      recurring: null,
    });
    expect(ended.recurring).toBeNull();
    await complete(next?._id ?? "");
    expect((await list()).counts.pending).toBe(0);
  });
});

describe("snoozing a reminder", () => {
  it("[REM-24] [GAP-REM-10] keeps the due date, and null ends it", async () => {
    const { _id: reminderId } = await add("Bath", "2025-06-10");
    const snooze = async (snoozeUntil: string | null) =>
      await team.staff.as.mutation(api.reminders.reminders.snooze, { reminderId, snoozeUntil, today: TODAY });
    expect(await snooze("2025-06-20")).toMatchObject({ dueDate: "2025-06-10", snoozedUntil: "2025-06-20" });
    expect(await titles({ tab: "overdue", today: "2025-06-16" })).toEqual([]);
    expect(await snooze(null)).toMatchObject({ snoozedUntil: null });
    expect(await titles({ tab: "overdue" })).toEqual(["Bath"]);
    expect(await fieldsOf(snooze(TODAY))).toEqual({ snoozeUntil: "Snooze until a day after today" });
    await complete(reminderId);
    expect(await fieldsOf(snooze("2025-06-20"))).toEqual({ snoozeUntil: "This reminder is completed" });
  });
});

describe("removing a reminder", () => {
  it("hides it immediately, can be undone completely, and deletes it permanently after a month", async () => {
    const { _id } = await add("Bath");
    await remove(_id);
    expect((await failureOf(get(_id))).code).toBe("NOT_FOUND");
    expect((await list()).counts.pending).toBe(0);
    await team.staff.as.mutation(api.reminders.reminders.restore, { reminderId: _id });
    expect(await get(_id)).toMatchObject({ title: "Bath", isCompleted: false });
    await complete(_id);
    await remove(_id);
    await team.staff.as.mutation(api.reminders.reminders.restore, { reminderId: _id });
    expect(await get(_id)).toMatchObject({ isCompleted: true, completedDate: TODAY });
    await remove(_id);
    vi.useFakeTimers({ now: Date.now() + (REMOVED_REMINDER_DAYS + 1) * 86_400_000, toFake: ["Date"] });
    await team.deployment.mutation(internal.reminders.reminders.purge, {});
    vi.useRealTimers();
    const late = team.staff.as.mutation(api.reminders.reminders.restore, { reminderId: _id });
    expect((await failureOf(late)).code).toBe("NOT_FOUND");
  });

  it("that recurs keeps the next occurrence, and restoring it removes the next one", async () => {
    const { _id } = await add("Worming", TODAY, { recurring: WEEKLY });
    await remove(_id);
    expect((await list()).data).toMatchObject([{ dueDate: "2025-06-22" }]);
    await team.staff.as.mutation(api.reminders.reminders.restore, { reminderId: _id });
    expect((await list()).data).toMatchObject([{ dueDate: TODAY }]);
  });

  it("[GAP-DOG-15] [GAP-BRD-18] happens with the dog, the breeding and the litter", async () => {
    const dog = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
    const breedingId = await recordBreeding(team, {});
    const litterId = await recordLitter(team, await recordBreeding(team, { status: "whelped" }));
    await add("dog", TODAY, { dogId: dog._id });
    await add("breeding", TODAY, { breedingId });
    await complete((await add("litter", TODAY, { litterId }))._id);
    const ofBreeding = await team.viewer.as.query(api.reminders.reminders.ofBreeding, {
      breedingId,
      today: TODAY,
    });
    expect(ofBreeding.data.map(({ title }) => title)).toEqual(["breeding"]);
    const ofDog = await team.viewer.as.query(api.reminders.reminders.ofDog, { dogId: dog._id, today: TODAY });
    expect(ofDog?.data.map(({ title }) => title)).toEqual(["dog"]);
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId: dog._id });
    expect(await titles()).toEqual(["breeding", "litter"]);
    await team.owner.as.mutation(api.breedings.breedings.remove, { breedingId });
    await team.owner.as.mutation(api.litters.litters.remove, { litterId });
    expect((await list()).counts).toEqual({ pending: 0, overdue: 0, dueSoon: 0, completed: 0 });
  });
});

describe("reminders that other records create", () => {
  const SOURCE = "test:bella";
  const ensure = async (dueDate: string, isWanted = false): Promise<boolean> =>
    await team.deployment.run(async (ctx) => {
      const fields = { title: "Rabies", reminderType: "vaccination", dueDate } as const;
      let isMade = false;
      await withCounts(ctx, async (counting) => {
        isMade = await ensureReminder(counting, team.kennelId, SOURCE, fields, { isWanted });
      });
      return isMade;
    });

  it("[GAP-REM-13] are created once, and move with their record unless a person moved them", async () => {
    expect([await ensure("2025-06-20"), await ensure("2025-06-20")]).toEqual([true, false]);
    const [made] = (await list()).data;
    const reminderId = made?._id ?? "";
    await team.staff.as.mutation(api.reminders.reminders.update, { reminderId, dueDate: "2025-06-25" });
    await ensure("2025-06-20");
    expect(await get(reminderId)).toMatchObject({ dueDate: "2025-06-25" });
    await ensure("2025-07-01");
    expect(await get(reminderId)).toMatchObject({ dueDate: "2025-07-01" });
    expect((await list()).counts.pending).toBe(1);
  });

  it("remain removed until they are requested, and remain completed", async () => {
    await ensure("2025-06-20");
    await remove((await list()).data[0]?._id ?? "");
    expect([await ensure("2025-06-20"), (await list()).counts.pending]).toEqual([false, 0]);
    expect([await ensure("2025-06-20", true), (await list()).counts.pending]).toEqual([true, 1]);
    const asStaff = team.deployment.withIdentity({
      subject: team.staff.email,
      issuer: "https://issuer.test",
      tokenIdentifier: `https://issuer.test|${team.staff.email}`,
    });
    await asStaff.run(async (ctx) => {
      const access = await requireAccess(ctx, team.kennelId, "reminders:write");
      await withCounts(ctx, async (counting) => await completeReminderOf(counting, access, SOURCE, TODAY));
    });
    expect([await ensure("2025-08-01", true), (await list()).counts]).toMatchObject([
      false,
      { pending: 0, completed: 1 },
    ]);
  });

  it("are deleted when their reason no longer applies", async () => {
    await ensure("2025-06-20");
    await team.deployment.run(
      async (ctx) =>
        await withCounts(ctx, async (counting) => await dropReminderOf(counting, team.kennelId, SOURCE)),
    );
    expect((await list()).counts.pending).toBe(0);
    expect(await ensure("2025-06-20")).toBe(true);
  });
});

describe("the person who completed a reminder", () => {
  const completions = async (person: Person, reminderIds: string[]) =>
    await person.as.query(api.reminders.reminders.completedByOthers, {
      kennelId: team.kennelId,
      reminderIds,
    });

  it("can be another person, shown by name to users who may see the team", async () => {
    const { _id: reminderId } = await add("Worming");
    const { _id: open } = await add("Nails");
    await team.staff.as.mutation(api.reminders.reminders.complete, { reminderId, today: TODAY });
    const ids = [reminderId, open, "none"];
    const [completion, ...others] = await completions(team.owner, ids);
    expect(others).toEqual([]);
    expect(completion).toMatchObject({ reminderId, by: expect.any(String) });
    expect(await completions(team.staff, ids)).toEqual([]);
    await team.owner.as.mutation(api.reminders.reminders.uncomplete, { reminderId });
    expect(await completions(team.owner, ids)).toEqual([]);
  });

  it("can be set for reminders of the kennel, up to the number that a list shows", async () => {
    const { _id: reminderId } = await add("Worming");
    await team.staff.as.mutation(api.reminders.reminders.complete, { reminderId, today: TODAY });
    expect((await failureOf(completions(team.stranger, [reminderId]))).code).toBe("NOT_FOUND");
    const many = Array.from({ length: 51 }, () => reminderId);
    expect((await failureOf(completions(team.owner, many))).code).toBe("VALIDATION_FAILED");
  });
});
