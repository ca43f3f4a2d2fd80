/** Tests the vaccination schedule. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { MAX_BATCH_PATIENTS, type ScheduleTab } from "../../domain/vaccinations/rules";
import { addDays } from "../../domain/dates/calendar-days";
import { addDog, failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { addLitter, addPuppy } from "../support/litters";
import { addBooking, dosesIn, recordDose } from "../support/vaccines";

let team: Team;
let dogId: Id<"dogs">;
beforeEach(async () => {
  team = await startTeam();
  dogId = (await addDog(team.owner, team.kennelId, { name: "Bella", dateOfBirth: "2020-01-01" }))._id;
});

/** Null means that no next dose is due. */
const dueOn = async (vaccineName: string, nextDueDate: string | null, fields: object = {}) =>
  await recordDose(team.staff, {
    dogId,
    vaccineName,
    vaccineType: "Core",
    dateAdministered: "2023-01-01",
    nextDueDate,
    ...fields,
  });
const book = async (fields: Partial<(typeof api.vaccinations.vaccinationSchedule.schedule)["_args"]> = {}) =>
  await addBooking(team, { dogId, ...fields });
const tab = async (name: ScheduleTab, fields: object = {}) =>
  await team.viewer.as.query(api.vaccinations.vaccinationSchedule.list, {
    kennelId: team.kennelId,
    tab: name,
    today: TODAY,
    ...fields,
  });
const named = async (name: ScheduleTab, fields: object = {}) =>
  (await tab(name, fields)).data.map((entry) =>
    entry.kind === "dose" ? entry.dose.vaccineName : `booked ${entry.booking.vaccineName}`,
  );
const complete = async (
  scheduledVaccinationId: string,
  fields: Partial<(typeof api.vaccinations.vaccinationSchedule.complete)["_args"]> = {},
  who: Person = team.staff,
) =>
  await who.as.mutation(api.vaccinations.vaccinationSchedule.complete, {
    scheduledVaccinationId,
    today: TODAY,
    ...fields,
  });
const cancel = async (scheduledVaccinationId: string) =>
  await team.staff.as.mutation(api.vaccinations.vaccinationSchedule.cancel, { scheduledVaccinationId });
const reminders = async (tabName = "") =>
  (
    await team.viewer.as.query(api.reminders.reminders.list, {
      kennelId: team.kennelId,
      tab: tabName,
      today: TODAY,
    })
  ).data.map(({ title, dueDate, isCompleted }) => ({ title, dueDate, isCompleted }));

describe("immunizations.matrix", () => {
  const matrix = async (who: Person = team.viewer) =>
    await who.as.query(api.vaccinations.immunizations.matrix, { kennelId: team.kennelId });
  const lines = async () =>
    (await matrix()).patients.map(({ dog, puppy, doses }) =>
      [dog?.name ?? puppy?.name, ...doses.map(({ vaccineKey, dueOn }) => `${vaccineKey} ${dueOn}`)].join(
        ", ",
      ),
    );

  it("lists core vaccines first, dogs by due date, and dogs without a dose", async () => {
    const rex = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
    await addDog(team.owner, team.kennelId, { name: "Ada" });
    await dueOn("Bordetella", "2025-09-01");
    await dueOn("Rabies", "2025-08-01");
    await dueOn("Lyme Disease", null);
    await dueOn("Bordetella", "2025-06-01", { dogId: rex._id });
    expect(await lines()).toEqual([
      "Rex, bordetella 2025-06-01",
      "Bella, rabies 2025-08-01, bordetella 2025-09-01, lyme disease null",
      "Ada",
    ]);
    const { vaccines, isCut } = await matrix();
    expect(vaccines.map(({ name }) => name)).toEqual(["Bordetella", "Rabies", "Lyme Disease", "DHPP"]);
    expect(isCut).toBe(false);
  });

  it("contains only the newest dose of each vaccine, and no dog that left the kennel", async () => {
    await dueOn("Rabies", "2024-01-01", { dateAdministered: "2021-01-01" });
    await dueOn("Rabies", "2026-01-01");
    const sold = await addDog(team.owner, team.kennelId, { name: "Sold" });
    await dueOn("Rabies", "2025-01-01", { dogId: sold._id });
    await team.owner.as.mutation(api.dogs.dogs.update, { dogId: sold._id, status: "sold", today: TODAY });
    expect(await lines()).toEqual(["Bella, rabies 2026-01-01"]);
  });
});

describe("immunizations.dueFor", () => {
  const due = async (vaccineName: string, person: Person = team.viewer) =>
    (
      await person.as.query(api.vaccinations.immunizations.dueFor, {
        ...{ kennelId: team.kennelId, vaccineName, today: TODAY },
      })
    ).map((patient) => `${patient.dog?.name} ${patient.dueOn}`);

  it("lists who is overdue or due within 30 days for one vaccine, the longest overdue first", async () => {
    const rex = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
    const ada = await addDog(team.owner, team.kennelId, { name: "Ada" });
    const sold = await addDog(team.owner, team.kennelId, { name: "Sold" });
    await dueOn("Rabies", "2025-07-15");
    await dueOn("Rabies", "2025-02-01", { dogId: rex._id });
    await dueOn("Rabies", "2025-07-16", { dogId: ada._id });
    await dueOn("Rabies", "2025-01-01", { dogId: sold._id });
    await dueOn("DHPP", "2025-06-01", { dogId: ada._id });
    await team.owner.as.mutation(api.dogs.dogs.update, { dogId: sold._id, status: "sold", today: TODAY });
    expect(await due("rabies ")).toEqual(["Rex 2025-02-01", "Bella 2025-07-15"]);
    expect(await due("Lyme Disease")).toEqual([]);
  });

  it("finds a vaccine behind many others, and returns one more patient than can be recorded at once", async () => {
    await dueOn("Rabies", "2025-06-14");
    await team.deployment.run(async (ctx) => {
      for (let count = 0; count < 1001; count += 1) {
        await ctx.db.insert("immunizations", {
          ...{ kennelId: team.kennelId, dogId, vaccineName: "DHPP", vaccineKey: "dhpp", vaccineType: "Core" },
          ...{ dateAdministered: "2023-01-01", nextDueDate: "2025-01-01", dueOn: "2025-01-01" },
          ...{ isNewest: true, updatedAt: 1 },
        });
      }
    });
    expect(await due("Rabies")).toEqual(["Bella 2025-06-14"]);
    expect(await due("DHPP")).toHaveLength(MAX_BATCH_PATIENTS + 1);
  });
});

describe("vaccinationSchedule.list", () => {
  it("[VAX-01] [VAX-02] [VAX-03] [VAX-04] [VAX-05] [GAP-VAX-03] sorts doses into four tabs with their counters", async () => {
    await dueOn("A", "2025-06-01");
    await dueOn("B", "2025-06-20");
    await dueOn("C", "2025-12-01");
    await dueOn("D", null);
    const { counters, scheduled } = await tab("overdue");
    expect(counters).toEqual({ overdue: 1, dueThisMonth: 1, upcoming: 1, completed: 1 });
    expect(scheduled).toEqual({ overdue: 0, dueThisMonth: 0, upcoming: 0 });
    expect(await named("overdue")).toEqual(["A"]);
    expect(await named("due_this_month")).toEqual(["B"]);
    expect(await named("upcoming")).toEqual(["C"]);
    expect(await named("completed")).toEqual(["D"]);
    // The schedule of one dog is read in a different way and must be equal.
    expect((await tab("overdue", { dogId })).counters).toEqual(counters);
    expect(await named("upcoming", { dogId })).toEqual(["C"]);
    expect(await named("completed", { dogId })).toEqual(["D"]);
  });

  it("[VAX-01] [VAX-02] [VAX-03] [GAP-VAX-04] includes today and the thirtieth day in the month", async () => {
    await dueOn("yesterday", "2025-06-14");
    await dueOn("today", "2025-06-15");
    await dueOn("thirtieth", "2025-07-15");
    await dueOn("after", "2025-07-16");
    expect(await named("overdue")).toEqual(["yesterday"]);
    expect(await named("due_this_month")).toEqual(["today", "thirtieth"]);
    expect(await named("upcoming")).toEqual(["after"]);
  });

  it.each([
    ["UTC", "2025-06-15"],
    ["America/New_York", "2025-06-14"],
    ["Pacific/Auckland", "2025-06-15"],
  ])("[GAP-API-09] uses the breeder's date: at 02:00 UTC of June 15 in %s", async (timeZone, today) => {
    const instant = Date.UTC(2025, 5, 15, 2);
    expect(new Intl.DateTimeFormat("en-CA", { timeZone, dateStyle: "short" }).format(instant)).toBe(today);
    await dueOn("Rabies", "2025-06-14");
    const { counters } = await tab("overdue", { today });
    expect(counters).toMatchObject(
      today === "2025-06-14" ? { overdue: 0, dueThisMonth: 1 } : { overdue: 1, dueThisMonth: 0 },
    );
  });

  it("lists doses and bookings together by day, page by page without gaps or duplicates", async () => {
    for (let day = 0; day < 5; day += 1) {
      await dueOn(`dose ${day}`, addDays(TODAY, day));
      await book({ vaccineName: `shot ${day}`, scheduledDate: addDays(TODAY, day) });
    }
    const all = await named("due_this_month", { limit: 100 });
    expect(all).toEqual([0, 1, 2, 3, 4].flatMap((day) => [`dose ${day}`, `booked shot ${day}`]));
    const pages = await Promise.all(
      [1, 2, 3, 4, 5].map((page) => named("due_this_month", { page, limit: 3 })),
    );
    expect(pages.flat()).toEqual(all);
    expect((await tab("due_this_month", { page: 2, limit: 3 })).pagination).toMatchObject({
      totalItems: 10,
      totalPages: 4,
    });
  });

  it("leaves out older doses, and dogs that were sold or are dead with their bookings", async () => {
    await dueOn("Rabies", "2025-06-01", { dateAdministered: "2022-06-01" });
    await dueOn("Rabies", "2026-06-01");
    expect(await named("overdue")).toEqual([]);
    const { _id } = await book();
    await team.owner.as.mutation(api.dogs.dogs.update, { dogId, status: "sold", today: TODAY });
    expect((await tab("upcoming")).counters).toEqual({
      overdue: 0,
      dueThisMonth: 0,
      upcoming: 0,
      completed: 0,
    });
    expect(await reminders()).toEqual([]);
    expect((await failureOf(complete(_id))).code).toBe("BOOKING_CLOSED");
    await team.owner.as.mutation(api.dogs.dogs.update, { dogId, status: "active", today: TODAY });
    expect(await named("upcoming")).toEqual(["Rabies"]);
  });

  it("refuses an invalid date for today, and strangers", async () => {
    expect((await failureOf(tab("overdue", { today: "now" }))).details.fields).toEqual({
      today: "Today must be a date",
    });
    const { kennelId } = team;
    const foreign = team.stranger.as.query(api.vaccinations.vaccinationSchedule.list, {
      kennelId,
      tab: "overdue",
      today: TODAY,
    });
    expect((await failureOf(foreign)).code).toBe("NOT_FOUND");
    expect(await named("overdue", { dogId: "nobody" })).toEqual([]);
  });
});

describe("booking a vaccination", () => {
  it("[GAP-VAX-05] appears on the schedule on its day and creates a reminder", async () => {
    const booking = await book({ veterinarianName: " Dr. Lee ", notes: "" });
    expect(booking).toMatchObject({
      dog: { name: "Bella" },
      scheduledDate: "2025-07-01",
      veterinarianName: "Dr. Lee",
      notes: null,
      status: "scheduled",
    });
    expect(await named("due_this_month")).toEqual(["booked Rabies"]);
    expect(await reminders()).toEqual([
      { title: "Rabies for Bella", dueDate: "2025-07-01", isCompleted: false },
    ]);
    const { data } = await team.viewer.as.query(api.reminders.reminders.list, {
      kennelId: team.kennelId,
      today: TODAY,
    });
    expect(data[0]).toMatchObject({
      reminderType: "vaccination",
      dogId,
      notifications: { daysInAdvance: [7, 1] },
    });
    const listed = await team.viewer.as.query(api.vaccinations.vaccinationSchedule.listScheduled, {
      kennelId: team.kennelId,
      dogId,
    });
    expect(listed).toMatchObject({ data: [{ _id: booking._id }], pagination: { totalItems: 1 } });
  });

  it("[VAX-16] requires dog, vaccine and a possible date", async () => {
    const missing = "Please fill in all required fields.";
    const schedule = (fields: object) =>
      failureOf(
        team.staff.as.mutation(api.vaccinations.vaccinationSchedule.schedule, {
          vaccineName: "",
          scheduledDate: "",
          today: TODAY,
          ...fields,
        }),
      );
    expect((await schedule({})).details.fields).toEqual({ dogId: missing });
    expect((await schedule({ dogId })).details.fields).toEqual({
      vaccineName: missing,
      scheduledDate: missing,
    });
    expect((await failureOf(book({ scheduledDate: "2025-06-14" }))).details.fields).toEqual({
      scheduledDate: "Scheduled date cannot be in the past",
    });
    expect((await failureOf(book({ scheduledDate: "2030-06-16" }))).details.fields).toEqual({
      scheduledDate: "Scheduled date must be within 5 years",
    });
    await book();
    expect((await failureOf(book())).details.fields).toEqual({
      scheduledDate: "Rabies is already scheduled for this day",
    });
    await team.owner.as.mutation(api.dogs.dogs.update, { dogId, status: "deceased", today: TODAY });
    expect((await failureOf(book({ vaccineName: "DHPP" }))).details.fields).toEqual({
      dogId: "Bella is not in the kennel",
    });
  });

  it("is moved and canceled with its reminder", async () => {
    const { _id } = await book();
    const update = async (fields: object) =>
      await team.staff.as.mutation(api.vaccinations.vaccinationSchedule.update, {
        scheduledVaccinationId: _id,
        today: TODAY,
        ...fields,
      });
    expect(await update({ scheduledDate: "2025-09-01", notes: "fasting" })).toMatchObject({
      notes: "fasting",
    });
    expect((await update({ vaccineName: "DHPP" })).scheduledDate).toBe("2025-09-01");
    expect(await reminders()).toEqual([
      { title: "DHPP for Bella", dueDate: "2025-09-01", isCompleted: false },
    ]);
    expect(await tab("upcoming")).toMatchObject({
      counters: { dueThisMonth: 0, upcoming: 1 },
      scheduled: { dueThisMonth: 0, upcoming: 1 },
    });
    await cancel(_id);
    await cancel(_id);
    expect((await tab("upcoming")).counters.upcoming).toBe(0);
    expect(await reminders()).toEqual([]);
    expect((await failureOf(update({ notes: "x" }))).code).toBe("BOOKING_CLOSED");
  });

  it("has no pending reminder once it is canceled, even if the reminder was completed before", async () => {
    const { owner } = team;
    const { _id } = await book();
    const [reminder] = await team.deployment.run(async (ctx) => await ctx.db.query("reminders").collect());
    const reminderId = reminder?._id ?? "";
    await owner.as.mutation(api.reminders.reminders.complete, { reminderId, today: TODAY });
    await cancel(_id);
    expect(await reminders()).toMatchObject([{ isCompleted: true }]);
    await owner.as.mutation(api.reminders.reminders.uncomplete, { reminderId });
    expect(await reminders()).toEqual([]);
  });

  it("remains canceled for a dead dog when its reminder is restored", async () => {
    const { owner, kennelId } = team;
    const { _id } = await book();
    const [reminder] = await team.deployment.run(async (ctx) => await ctx.db.query("reminders").collect());
    await cancel(_id);
    await owner.as.mutation(api.dogs.dogs.update, { dogId, status: "deceased", today: TODAY });
    const recordId = reminder?._id ?? "";
    await owner.as.mutation(api.history.history.bringBackRecord, { kennelId, recordId });
    expect((await tab("upcoming")).counters.upcoming).toBe(0);
    expect(await reminders()).toEqual([]);
  });

  it("is not overwritten by somebody who saw an older version, and reports who changed it", async () => {
    const { _id: scheduledVaccinationId, updatedAt } = await book({ dogId });
    const update = (who: "staff" | "owner", changes: object) =>
      team[who].as.mutation(api.vaccinations.vaccinationSchedule.update, {
        scheduledVaccinationId,
        today: TODAY,
        ...changes,
      });
    const saved = await update("staff", { expectedUpdatedAt: updatedAt, notes: "Bring the passport" });
    const stale = update("owner", { expectedUpdatedAt: updatedAt, notes: "Morning" });
    expect((await failureOf(stale)).code).toBe("STALE_UPDATE");
    expect(
      await team.owner.as.query(api.vaccinations.vaccinationSchedule.get, { scheduledVaccinationId }),
    ).toMatchObject({
      notes: "Bring the passport",
      updatedAt: saved.updatedAt,
    });
    const since = { scheduledVaccinationId, since: updatedAt };
    expect(await team.owner.as.query(api.vaccinations.vaccinationSchedule.editsSince, since)).toMatchObject([
      { savedAt: saved.updatedAt, fields: ["notes"], isSelf: false },
    ]);
    const asked = team.stranger.as.query(api.vaccinations.vaccinationSchedule.get, {
      scheduledVaccinationId,
    });
    expect((await failureOf(asked)).code).toBe("NOT_FOUND");
  });

  it("is refused to viewers and other kennels", async () => {
    const { _id } = await book();
    expect((await failureOf(complete(_id, {}, team.viewer))).code).toBe("FORBIDDEN");
    expect((await failureOf(complete(_id, {}, team.stranger))).code).toBe("NOT_FOUND");
    const asViewer = addBooking({ ...team, owner: team.viewer }, { dogId });
    expect((await failureOf(asViewer)).code).toBe("FORBIDDEN");
  });
});

describe("completing a booking [GAP-VAX-06]", () => {
  it("records the dose with its next due date and closes the reminder", async () => {
    const { _id } = await book({ veterinarianName: "Dr. Lee", notes: "left shoulder" });
    const { scheduled, immunization } = await complete(_id, {
      batchNumber: "R-7",
      veterinaryClinic: "Hill Vets",
    });
    expect(scheduled).toMatchObject({
      status: "completed",
      completedOn: TODAY,
      immunizationId: immunization._id,
    });
    expect(immunization).toMatchObject({
      vaccineType: "Core",
      dateAdministered: TODAY,
      nextDueDate: "2028-06-15",
      batchNumber: "R-7",
      veterinarianName: "Dr. Lee",
      notes: "left shoulder",
    });
    expect(await reminders("completed")).toMatchObject([{ title: "Rabies for Bella", isCompleted: true }]);
    expect(await reminders("pending")).toEqual([]);
    expect(await named("completed")).toEqual(["booked Rabies"]);
    expect((await tab("completed")).counters).toEqual({
      overdue: 0,
      dueThisMonth: 0,
      upcoming: 1,
      completed: 1,
    });
  });

  it("uses the given date and type, or the type of the last dose", async () => {
    await dueOn("Tetanus", null, { vaccineType: "Travel" });
    const first = await complete((await book({ vaccineName: "Tetanus" }))._id, {
      dateAdministered: "2025-06-10",
    });
    expect(first.immunization).toMatchObject({ vaccineType: "Travel", dateAdministered: "2025-06-10" });
    const second = await complete((await book({ vaccineName: "Parvo" }))._id, { nextDueDate: "2025-07-06" });
    expect(second.immunization).toMatchObject({ vaccineType: "Non-Core", dueOn: "2025-07-06" });
  });

  it("is possible after its reminder was completed, and the reminder then links to the dose and is completed once", async () => {
    const { _id } = await book();
    const list = async () =>
      (await team.staff.as.query(api.reminders.reminders.list, { kennelId: team.kennelId, today: TODAY }))
        .data;
    const [reminder] = await list();
    expect(reminder).toMatchObject({ bookingId: _id, isCompleted: false });
    const reminderId = reminder?._id ?? "";
    await team.staff.as.mutation(api.reminders.reminders.complete, { reminderId, today: TODAY });
    expect((await tab("due_this_month")).data).toHaveLength(1);
    await complete(_id);
    expect(await list()).toMatchObject([{ _id: reminderId, isCompleted: true }]);
    expect(await named("due_this_month")).toEqual([]);
  });

  it("records one dose when two people complete it at the same time, and none when the date is impossible", async () => {
    const { _id } = await book();
    expect((await failureOf(complete(_id, { dateAdministered: "2025-06-16" }))).details.fields).toEqual({
      dateAdministered: "Date administered cannot be in the future",
    });
    const outcomes = await Promise.allSettled([complete(_id), complete(_id, {}, team.manager)]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await dosesIn(team)).data).toHaveLength(1);
    expect((await failureOf(cancel(_id))).code).toBe("BOOKING_CLOSED");
  });

  it("happens automatically when the dose is recorded near that day, for one dog and for many", async () => {
    const near = await book({ scheduledDate: "2025-06-20" });
    const far = await book({ scheduledDate: "2025-12-20" });
    await book({ vaccineName: "DHPP", scheduledDate: "2025-06-20" });
    await recordDose(team.staff, { dogId });
    expect(await named("due_this_month")).toEqual(["booked DHPP"]);
    expect(await named("upcoming")).toEqual(["booked Rabies", "Rabies"]);
    const listed = async (status: "scheduled" | "completed") =>
      (
        await team.viewer.as.query(api.vaccinations.vaccinationSchedule.listScheduled, {
          kennelId: team.kennelId,
          status,
        })
      ).data.map(({ _id }) => _id);
    expect(await listed("completed")).toEqual([near._id]);
    expect(await listed("scheduled")).toContain(far._id);
    await team.staff.as.mutation(api.vaccinations.immunizations.createBatch, {
      kennelId: team.kennelId,
      dogIds: [dogId],
      vaccineName: "DAPP",
      vaccineType: "Core",
      dateAdministered: TODAY,
      today: TODAY,
    });
    expect(await listed("completed")).toHaveLength(2);
    expect((await reminders("pending")).map(({ dueDate }) => dueDate)).toEqual(["2025-12-20"]);
  });

  it("remains when its dose is deleted, and is deleted with the dog", async () => {
    const { immunization } = await complete((await book())._id);
    await team.staff.as.mutation(api.vaccinations.immunizations.remove, { immunizationId: immunization._id });
    const { data } = await tab("completed");
    expect(data).toMatchObject([{ kind: "booking", booking: { status: "completed", immunizationId: null } }]);
    await book({ scheduledDate: "2025-08-01" });
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId });
    expect((await tab("completed")).counters).toEqual({
      overdue: 0,
      dueThisMonth: 0,
      upcoming: 0,
      completed: 0,
    });
    expect(await reminders("pending")).toEqual([]);
  });
});

describe("puppies on the schedule", () => {
  it("are booked and vaccinated like dogs, and keep doses and bookings when they become dogs", async () => {
    const { litterId } = await addLitter(team);
    const puppy = await addPuppy(team, litterId, { name: "Mocha", gender: "female" });
    const booking = await addBooking(team, { dogId: undefined, puppyId: puppy._id, vaccineName: "DHPP" });
    expect(booking).toMatchObject({ dog: null, puppy: { name: "Mocha", litterId } });
    const [reminder] = (
      await team.viewer.as.query(api.reminders.reminders.list, { kennelId: team.kennelId, today: TODAY })
    ).data;
    expect(reminder).toMatchObject({ title: "DHPP for Mocha", litterId, dogId: null });
    const dog = await team.owner.as.mutation(api.litters.puppies.addToDogs, {
      puppyId: puppy._id,
      today: TODAY,
    });
    const { scheduled, immunization } = await complete(booking._id);
    expect(scheduled.dogId).toBe(dog._id);
    expect(immunization.dog?.name).toBe("Mocha");
  });
});

describe("vaccinationSchedule.puppySchedule [VAX-15]", () => {
  const puppySchedule = async (fields: { dogId?: string; puppyId?: string }) =>
    await team.viewer.as.query(api.vaccinations.vaccinationSchedule.puppySchedule, {
      today: TODAY,
      ...fields,
    });

  it("exists for a living dog with a birth date", async () => {
    const young = await addDog(team.owner, team.kennelId, { name: "Pip", dateOfBirth: "2025-04-20" });
    await recordDose(team.staff, { dogId: young._id, vaccineName: "DHPP", dateAdministered: "2025-06-01" });
    const schedule = await puppySchedule({ dogId: young._id });
    expect(schedule).toMatchObject({ ageWeeks: 8, isFolded: false });
    expect(schedule?.vaccines[0]?.milestones.map(({ label }) => label)).toEqual([
      "Completed",
      "Due Now",
      "Upcoming",
      "Upcoming",
    ]);
    const { litterId } = await addLitter(team);
    expect(await puppySchedule({ puppyId: (await addPuppy(team, litterId))._id })).toMatchObject({
      ageWeeks: 14,
    });
    const unknown = await addDog(team.owner, team.kennelId, { name: "Old" });
    expect(await puppySchedule({ dogId: unknown._id })).toBeNull();
    expect((await failureOf(puppySchedule({ dogId: "nobody" }))).code).toBe("NOT_FOUND");
  });
});

describe("healthAlerts", () => {
  const summary = async (who: Person = team.viewer) =>
    await who.as.query(api.health.healthAlerts.summary, { kennelId: team.kennelId, today: TODAY });

  it("[ALR-04] [ALR-05] [GAP-ALR-03] [GAP-ALR-05] counts and lists doses that are overdue or due in 30 days", async () => {
    await dueOn("A", "2025-06-01");
    await dueOn("B", null, { expirationDate: "2025-06-14" });
    await dueOn("C", "2025-06-25");
    await dueOn("D", "2025-07-15");
    await dueOn("E", "2025-07-16");
    await book({ vaccineName: "F", scheduledDate: "2025-06-16" });
    expect(await summary()).toMatchObject({
      overdueVaccines: 2,
      dueSoon: 2,
      activeReminders: 1,
      totalAlerts: 5,
      critical: { count: 0, dogNames: [] },
    });
    const { kennelId } = team;
    const overdue = await team.viewer.as.query(api.health.healthAlerts.overdue, { kennelId, today: TODAY });
    expect(overdue.data.map(({ vaccineName }) => vaccineName)).toEqual(["A", "B"]);
    const second = { kennelId, today: TODAY, page: 2, limit: 1 };
    const upcoming = await team.viewer.as.query(api.health.healthAlerts.upcoming, second);
    expect(upcoming).toMatchObject({ data: [{ vaccineName: "D" }], pagination: { totalItems: 2 } });
    const listed = await team.viewer.as.query(api.health.healthAlerts.reminders, { kennelId });
    expect(listed).toMatchObject({ total: 1, reminders: [{ title: "F for Bella" }] });
  });

  it.each([
    ["UTC", "2025-06-15", { overdueVaccines: 0, dueSoon: 1 }],
    ["America/New_York", "2025-06-15", { overdueVaccines: 0, dueSoon: 1 }],
    ["Pacific/Auckland", "2025-06-16", { overdueVaccines: 1, dueSoon: 0 }],
  ])("[GAP-API-09] [ALR-04] uses the breeder's date in %s", async (timeZone, today, numbers) => {
    const shown = new Intl.DateTimeFormat("en-CA", { timeZone }).format(Date.UTC(2025, 5, 15, 13));
    expect(shown).toBe(today);
    await dueOn("Rabies", "2025-06-15");
    const { kennelId } = team;
    const alerts = await team.viewer.as.query(api.health.healthAlerts.summary, { kennelId, today: shown });
    expect(alerts).toMatchObject(numbers);
  });

  it("[GAP-ALR-02] names the dogs overdue by more than 30 days", async () => {
    await dueOn("Rabies", "2025-05-16");
    expect((await summary()).critical).toEqual({ count: 0, dogNames: [], hasMore: false });
    await dueOn("DHPP", "2025-05-15");
    await dueOn("Lyme", "2024-05-15");
    const rex = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
    await dueOn("DHPP", "2024-12-31", { dogId: rex._id });
    expect((await summary()).critical).toEqual({ count: 3, dogNames: ["Bella", "Rex"], hasMore: false });
  });

  it("hides reminders from users who may not read them, and hides everything from strangers", async () => {
    await book();
    await team.owner.as.mutation(api.kennels.members.update, {
      kennelId: team.kennelId,
      userId: team.viewer.userId,
      role: "viewer",
      permissions: { reminders: "none" },
    });
    expect(await summary()).toMatchObject({ activeReminders: 0, totalAlerts: 0 });
    expect((await failureOf(summary(team.stranger))).code).toBe("NOT_FOUND");
  });
});

it("a booking that is reopened with its reminder is canceled when its dog has left the kennel", async () => {
  const { as } = team.owner;
  const { kennelId } = team;
  const { _id: scheduledVaccinationId } = await book({ scheduledDate: "2025-07-01" });
  const readAll = async <Table extends "reminders" | "scheduledVaccinations">(table: Table) =>
    await team.deployment.run(async (ctx) => await ctx.db.query(table).take(9));
  const [reminder] = await readAll("reminders");
  await as.mutation(api.vaccinations.vaccinationSchedule.cancel, { scheduledVaccinationId });
  await as.mutation(api.dogs.dogs.update, { dogId, status: "sold", today: TODAY });
  await as.mutation(api.history.history.bringBackRecord, { kennelId, recordId: reminder?._id ?? "" });
  expect(await readAll("scheduledVaccinations")).toMatchObject([{ status: "cancelled" }]);
  expect(await readAll("reminders")).toEqual([]);
});
