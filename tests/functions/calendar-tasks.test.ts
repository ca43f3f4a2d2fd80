/** Tests reminders and vaccinations on the monthly calendar. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDog, failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { addBooking } from "../support/vaccines";

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers({ now: Date.parse(`${TODAY}T12:00:00Z`), toFake: ["Date"] });
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const list = async (person: Person = team.viewer, from = "2025-06-01", to = "2025-06-30") =>
  await person.as.query(api.calendar.calendarTasks.list, { kennelId: team.kennelId, from, to });
const remind = async (fields: Partial<(typeof api.reminders.reminders.create)["_args"]> = {}) =>
  await team.staff.as.mutation(api.reminders.reminders.create, {
    ...{ kennelId: team.kennelId, title: "Worming", dueDate: "2025-06-20" },
    ...fields,
  });

describe("calendarTasks.list", () => {
  it("lists reminders with their times and booked vaccinations by day, and the reminder of a booking once", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId, { name: "Bella" });
    const { _id } = await remind({ dueTime: "09:30" });
    await remind({ dueDate: "2025-07-01" });
    await addBooking(team, { dogId, vaccineName: "Rabies", scheduledDate: "2025-06-18" });
    const tasks = await list();
    expect(tasks.map(({ on, at }) => [on, at])).toEqual([
      ["2025-06-18", null],
      ["2025-06-20", "09:30"],
    ]);
    expect(tasks[0]?.title).toContain("Rabies");
    expect(tasks[1]).toMatchObject({ kind: "reminder", path: `/dashboard/reminders?reminder=${_id}` });
    expect(tasks[1]?.title).toContain("Worming");
  });

  it("shows a snoozed reminder on the day until which it is snoozed", async () => {
    const { _id: reminderId } = await remind({ dueDate: "2025-05-28" });
    await team.staff.as.mutation(api.reminders.reminders.snooze, {
      reminderId,
      snoozeUntil: "2025-06-17",
      today: TODAY,
    });
    expect((await list()).map(({ on }) => on)).toEqual(["2025-06-17"]);
  });

  it("leaves out what the caller may not read", async () => {
    const { _id: dogId } = await addDog(team.owner, team.kennelId, { name: "Bella" });
    await remind();
    await addBooking(team, { dogId, vaccineName: "Rabies", scheduledDate: "2025-06-18" });
    await team.owner.as.mutation(api.kennels.members.update, {
      kennelId: team.kennelId,
      ...{ userId: team.viewer.userId, role: "viewer", permissions: { reminders: "none" } },
    });
    expect((await list()).map(({ kind }) => kind)).toEqual(["vaccination"]);
  });

  it("refuses invalid dates, too long a period, and strangers", async () => {
    expect((await failureOf(list(team.viewer, "2025-06-01", "June"))).code).toBe("VALIDATION_FAILED");
    expect((await failureOf(list(team.viewer, "2025-01-01", "2025-12-31"))).code).toBe("VALIDATION_FAILED");
    expect((await failureOf(list(team.stranger))).code).toBe("NOT_FOUND");
  });
});
