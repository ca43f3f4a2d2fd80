/** Tests the REST calls of reminders. */
import { assert, beforeEach, describe, expect, it } from "vitest";
import { z } from "../../convex/platform/rest/zod";
import { reminder } from "../../convex/reminders/rest/reminderEntities";
import { addDog, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { recordBreeding } from "../support/breedings";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const call = async (method: string, path: string, json?: unknown) =>
  await callRest(team.owner.as, method, path, { json });
const create = async (fields: object = {}) =>
  (await call("POST", `/reminders?today=${TODAY}`, { kennelId: team.kennelId, title: "Worming", ...fields }))
    .body.data;
const titles = async (path: string) => {
  const { body } = await call("GET", `${path}${path.includes("?") ? "&" : "?"}today=${TODAY}`);
  const rows = Array.isArray(body.data) ? body.data : body.data.data;
  return rows.map(({ title }: { title: string }) => title);
};

describe("reminders over REST", () => {
  it("[REM-23] [REM-14] [GAP-REM-05] are created with the kennel, due today, and returned with both names of the type", async () => {
    const dog = await addDog(team.owner, team.kennelId, { name: "Bella" });
    expect(await create({ type: "grooming", dogId: dog._id })).toMatchObject({
      kennelId: team.kennelId,
      title: "Worming",
      type: "grooming",
      reminderType: "grooming",
      priority: "medium",
      dueDate: TODAY,
      dog: { id: dog._id, name: "Bella" },
      isCompleted: false,
      completedDate: null,
      recurring: null,
      notifications: { email: true, sms: false, push: true, daysInAdvance: [1] },
    });
    const refused = await call("POST", "/reminders", { title: " ", reminderType: "party" });
    expect(refused).toMatchObject({ status: 400, body: { errors: { title: "Please enter a title" } } });
    expect(refused.body.errors).toHaveProperty("reminderType");
  });

  it("have exactly the documented fields", async () => {
    const answer = await create({ reminderType: "vaccination" });
    assert(reminder.schema instanceof z.ZodObject);
    expect(Object.keys(answer).sort()).toEqual(Object.keys(reminder.schema.shape).sort());
  });

  it("[REM-20] [REM-22] [REM-19] are listed in pages under data.data, filtered by type", async () => {
    await create({ title: "Shot", reminderType: "vaccination" });
    await create({ title: "Bath" });
    const { body } = await call("GET", `/reminders?reminderType=vaccination&limit=100&today=${TODAY}`);
    expect(body.data.data).toMatchObject([{ title: "Shot" }]);
    expect(body.data.pagination).toEqual({
      totalPages: 1,
      totalItems: 1,
      page: 1,
      limit: 100,
      hasNext: false,
      hasPrev: false,
    });
    expect(await titles("/reminders?type=vaccination")).toEqual(["Shot"]);
    for (const name of ["state", "type", "reminderType"]) {
      const refused = await call("GET", `/reminders?${name}=party`);
      expect(refused.status, name).toBe(400);
      expect(Object.keys(refused.body.errors), name).toEqual([name]);
    }
    expect(await titles("/reminders?search=bath")).toEqual(["Bath"]);
  });

  it("[REM-10] [REM-24] [REM-25] are completed, undone, snoozed, changed and deleted", async () => {
    const { id } = await create({ dueDate: "2025-06-10" });
    const completed = await call("PATCH", `/reminders/${id}/complete?today=${TODAY}`, { notes: "done" });
    expect(completed.body.data).toMatchObject({
      isCompleted: true,
      completedDate: TODAY,
      completionNotes: "done",
    });
    expect((await call("PATCH", `/reminders/${id}/uncomplete`)).body.data.isCompleted).toBe(false);
    const snoozed = await call("PATCH", `/reminders/${id}/snooze?today=${TODAY}`, {
      snoozeUntil: "2025-06-20",
    });
    expect(snoozed.body.data).toMatchObject({ dueDate: "2025-06-10", snoozedUntil: "2025-06-20" });
    expect(await titles("/reminders/overdue")).toEqual([]);
    const notified = await call("PATCH", `/reminders/${id}/notifications`, {
      sms: true,
      daysInAdvance: [1, 3],
    });
    expect(notified.body.data.notifications).toEqual({
      email: true,
      sms: true,
      push: true,
      daysInAdvance: [3, 1],
    });
    const changed = await call("PUT", `/reminders/${id}`, { title: "Bath", type: "grooming" });
    expect(changed.body.data).toMatchObject({ title: "Bath", reminderType: "grooming" });
    const stale = await call("PUT", `/reminders/${id}`, {
      title: "x",
      updatedAt: "2020-01-01T00:00:00.000Z",
    });
    expect(stale.status).toBe(409);
    expect((await call("DELETE", `/reminders/${id}`)).body).toEqual({ success: true });
    expect((await call("GET", `/reminders/${id}`)).status).toBe(404);
  });

  it("[REM-10] are completed without a body", async () => {
    const { id } = await create();
    expect((await call("PATCH", `/reminders/${id}/complete?today=${TODAY}`)).body.data.isCompleted).toBe(
      true,
    );
  });

  it("[REM-21] [GAP-REM-14] are listed by day: overdue, today, the next seven days, upcoming", async () => {
    for (const dueDate of ["2025-06-14", TODAY, "2025-06-21", "2025-06-22", "2025-07-15", "2025-07-16"]) {
      await create({ title: dueDate, dueDate });
    }
    expect(await titles("/reminders/overdue")).toEqual(["2025-06-14"]);
    expect(await titles("/reminders/due-today")).toEqual([TODAY]);
    expect(await titles("/reminders/due-this-week")).toEqual([TODAY, "2025-06-21"]);
    expect(await titles(`/reminders/upcoming?kennelId=${team.kennelId}`)).toEqual([
      TODAY,
      "2025-06-21",
      "2025-06-22",
      "2025-07-15",
    ]);
    expect(await titles("/reminders/upcoming?days=6")).toEqual([TODAY, "2025-06-21"]);
    const refused = await call("GET", "/reminders/upcoming?days=-1");
    expect(refused).toMatchObject({
      status: 400,
      body: { errors: { days: "Days must be a whole number from 0" } },
    });
  });

  it("are listed for a dog and for a breeding, in pages", async () => {
    const dog = await addDog(team.owner, team.kennelId, { name: "Bella" });
    const breedingId = await recordBreeding(team, { damId: dog._id, breedingDate: "2999-01-01" });
    const made = await call("POST", `/breeding/${breedingId}/generate-reminders`);
    expect(made).toMatchObject({ status: 201, body: { data: { created: 3 } } });
    const { body } = await call("GET", `/breeding/${breedingId}/reminders?limit=2&today=${TODAY}`);
    expect(body.data.data).toHaveLength(2);
    expect(body.data.pagination).toMatchObject({ totalItems: 3, hasNext: true });
    expect(await titles(`/dogs/${dog._id}/reminders`)).toHaveLength(3);
  });

  it("[GAP-REM-08] [GAP-REM-09] of a series are started, changed and ended", async () => {
    const body = {
      kennelId: team.kennelId,
      title: "Drops",
      dueDate: TODAY,
      recurring: { frequency: "monthly" },
    };
    const { data } = (await call("POST", "/reminders/recurring", body)).body;
    expect(data.recurring).toEqual({ frequency: "monthly", interval: 1, endDate: null });
    const changed = await call("PUT", `/reminders/recurring/${data.seriesId}`, { title: "New drops" });
    expect(changed.body.data).toMatchObject({ id: data.id, title: "New drops" });
    const gone = await call("DELETE", `/reminders/recurring/${data.seriesId}?today=${TODAY}`);
    expect(gone.body).toEqual({ success: true });
    expect(await titles("/reminders")).toEqual([]);
    expect((await call("POST", "/reminders/recurring", { title: "x" })).body.errors).toHaveProperty(
      "recurring",
    );
    const odd = await call("DELETE", `/reminders/recurring/${data.seriesId}?deleteFutureOnly=perhaps`);
    expect(odd.status).toBe(400);
  });

  it("[GAP-REM-15] are changed in bulk, with a list of successes and failures", async () => {
    const [one, two] = [await create({ title: "One" }), await create({ title: "Two" })];
    const reminderIds = [one.id, "nonsense", two.id];
    const failed = [{ id: "nonsense", message: "Not found." }];
    const updated = await call("POST", "/reminders/bulk-update", {
      reminderIds,
      updates: { type: "training" },
    });
    expect(updated.body).toEqual({ data: { updated: 2, failed } });
    expect(await titles("/reminders?type=training")).toEqual(["One", "Two"]);
    const done = await call("POST", `/reminders/bulk-complete?today=${TODAY}`, {
      reminderIds,
      notes: "done",
    });
    expect(done.body.data).toEqual({ updated: 2, failed });
    expect((await call("POST", "/reminders/bulk-delete", { reminderIds })).body.updated).toBe(2);
    expect(await titles("/reminders")).toEqual([]);
    expect((await call("POST", "/reminders/bulk-delete", { reminderIds: [] })).status).toBe(400);
  });

  it("[GAP-REM-12] [GAP-REM-13] are created from templates, and planned from vaccinations", async () => {
    const listed = await call("GET", "/reminders/templates?type=medication");
    expect(listed.body.data[0]).toMatchObject({
      id: "worming",
      type: "medication",
      offsetDays: 90,
      isBuiltIn: true,
    });
    const own = { kennelId: team.kennelId, name: "Show", type: "grooming", title: "Bath", offsetDays: 2 };
    const { id } = (await call("POST", "/reminders/templates", own)).body.data;
    const made = await call("POST", `/reminders/templates/${id}/create`, { baseDate: TODAY });
    expect(made).toMatchObject({ status: 201, body: { data: { title: "Bath", dueDate: "2025-06-17" } } });
    const dog = await addDog(team.owner, team.kennelId, { name: "Bella" });
    const path = `/dogs/${dog._id}/generate-vaccination-reminders?today=${TODAY}`;
    const vaccineSchedule = [{ vaccineName: "Rabies", dueDate: "2025-09-01" }];
    expect((await call("POST", path, { vaccineSchedule })).body.data.created).toBe(1);
    expect((await call("POST", path, { vaccineSchedule })).body.data.created).toBe(0);
  });

  it("[GAP-REM-17] are counted, and exported as a file with title, type, priority, due date, dog and state", async () => {
    const dog = await addDog(team.owner, team.kennelId, { name: "Bella" });
    await create({ title: "=Late", dueDate: "2025-06-01", dogId: dog._id });
    const { id } = await create({ title: "Done, twice", type: "medication" });
    await call("PATCH", `/reminders/${id}/complete?today=${TODAY}`);
    const statistics = (await call("GET", `/reminders/statistics?today=${TODAY}`)).body.data;
    expect(statistics).toMatchObject({
      total: 2,
      pending: 1,
      overdue: 1,
      completed: 1,
      byType: { medication: 1 },
    });
    const file = await call("GET", `/reminders/export?today=${TODAY}`);
    expect(file.headers.get("Content-Disposition")).toBe(
      `attachment; filename="reminders.csv"; filename*=UTF-8''reminders.csv`,
    );
    expect(file.body.replace("\uFEFF", "").split("\r\n")).toEqual([
      "Title,Type,Priority,Due,Dog,State,Time,Assigned to",
      "'=Late,Other,High,2025-06-01,Bella,Overdue,,",
      `"Done, twice",Medication,Medium,${TODAY},,Completed ${TODAY},,`,
      "",
    ]);
  });
});
