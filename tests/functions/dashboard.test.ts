/** Tests the dashboard's numbers, tasks, agenda and overviews. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { emptyYear, readBreedingYears } from "../../convex/breedings/model/breedingYears";
import { getDogsByStatus } from "../../convex/platform/model/changes/counters";
import { countOverdue } from "../../convex/reminders/model/reminderCounts";
import { TODAY_REMINDER_COUNT } from "../../domain/dashboard/rules";
import { addDays } from "../../domain/dates/calendar-days";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { expectExact } from "../support/counts";
import { addLitter, addPuppy } from "../support/litters";
import { addBooking, addDose } from "../support/vaccines";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const ask = () => ({ kennelId: team.kennelId, today: TODAY });
const stats = async (asked: object = {}) =>
  await team.owner.as.query(api.dashboard.dashboard.stats, { ...ask(), ...asked });

const addBreeding = async (fields: Partial<(typeof api.breedings.breedings.create)["_args"]> = {}) => {
  const sire = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
  const dam = await addDog(team.owner, team.kennelId, { name: "Bella" });
  return await team.owner.as.mutation(api.breedings.breedings.create, {
    kennelId: team.kennelId,
    sireId: sire._id,
    damId: dam._id,
    breedingDate: "2025-04-16",
    ...fields,
  });
};

const setStatus = async (breedingId: string, status: string) =>
  await team.owner.as.mutation(api.breedings.breedings.setStatus, { breedingId, status, today: TODAY });

const remind = async (title: string, dueDate: string, fields: object = {}) =>
  await team.owner.as.mutation(api.reminders.reminders.create, {
    kennelId: team.kennelId,
    title,
    dueDate,
    ...fields,
  });

describe("dashboard.stats", () => {
  it("[DASH-02] counts the dogs on the list", async () => {
    const dog = await addDog(team.owner, team.kennelId);
    await addDog(team.owner, team.kennelId, { name: "Rex" });
    expect((await stats()).dogs.total).toBe(2);
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId: dog._id });
    expect((await stats()).dogs.total).toBe(1);
  });

  it("[DASH-03] [GAP-DASH-03] counts planned, bred and confirmed breedings as active", async () => {
    const { _id } = await addBreeding();
    expect((await stats()).breeding).toEqual({ activeMating: 1, planned: 1, bred: 0, confirmed: 0 });
    for (const [status, active] of [
      ["bred", 1],
      ["confirmed", 1],
      ["failed", 0],
    ] as const) {
      await setStatus(_id, status);
      expect((await stats()).breeding.activeMating, status).toBe(active);
    }
  });

  it("[DASH-04] [GAP-DASH-04] counts vaccinations due in the next 30 days", async () => {
    await addDose(team, { dateAdministered: "2024-06-20", nextDueDate: TODAY });
    await addDose(team, { dateAdministered: "2024-06-20", nextDueDate: addDays(TODAY, 30) });
    await addDose(team, { dateAdministered: "2024-06-20", nextDueDate: addDays(TODAY, 31) });
    await addDose(team, { dateAdministered: "2024-06-01", nextDueDate: addDays(TODAY, -1) });
    expect((await stats()).health).toEqual({ upcomingVaccinations: 2, overdueVaccinations: 1 });
  });

  it("[DASH-05] [GAP-DASH-05] counts overdue reminders and all pending reminders", async () => {
    const late = await remind("Late", addDays(TODAY, -2));
    await remind("Later", addDays(TODAY, -1));
    await remind("Today", TODAY);
    expect((await stats()).reminders).toEqual({ overdue: 2, pending: 3 });
    const snoozed = { reminderId: late._id, snoozeUntil: addDays(TODAY, 3), today: TODAY };
    await team.owner.as.mutation(api.reminders.reminders.snooze, snoozed);
    expect((await stats()).reminders.overdue).toBe(1);
    expect((await stats({ today: addDays(TODAY, 3) })).reminders.overdue).toBe(3);
    await team.owner.as.mutation(api.reminders.reminders.complete, { reminderId: late._id, today: TODAY });
    expect((await stats({ today: addDays(TODAY, 3) })).reminders).toEqual({ overdue: 2, pending: 2 });
  });

  it("returns how many of all dogs are in the kennel", async () => {
    for (const status of ["active", "retired", "sold", "deceased"] as const) {
      await addDog(team.owner, team.kennelId, { name: status, status, statusChangedOn: TODAY });
    }
    expect((await stats()).dogs).toEqual({ total: 4, inKennel: 2 });
  });

  it("[GAP-DASH-06] limits matings, doses and reminders to a range of days", async () => {
    await addBreeding();
    await addBreeding({ breedingDate: "2025-01-05" });
    await remind("Late", "2025-05-10");
    await remind("Later", "2025-06-01");
    await addDose(team, { dateAdministered: "2024-05-01", nextDueDate: "2025-05-20" });
    const may = await stats({ startDate: "2025-04-01", endDate: "2025-05-31" });
    expect(may).toMatchObject({
      breeding: { activeMating: 1 },
      health: { upcomingVaccinations: 0, overdueVaccinations: 1 },
      reminders: { overdue: 1, pending: 1 },
    });
    const failure = await failureOf(stats({ startDate: "May" }));
    expect(failure.details.fields).toEqual({ startDate: "This must be a date such as 2025-06-15" });
  });

  it("[GAP-AUTH-02] hides the numbers of areas that a member may not read", async () => {
    await team.owner.as.mutation(api.kennels.members.update, {
      kennelId: team.kennelId,
      userId: team.viewer.userId,
      role: "viewer",
      permissions: { health: "none", breeding: "none" },
    });
    expect(await team.viewer.as.query(api.dashboard.dashboard.stats, ask())).toEqual({
      dogs: { total: 0, inKennel: 0 },
      breeding: { activeMating: null, planned: null, bred: null, confirmed: null },
      health: { upcomingVaccinations: null, overdueVaccinations: null },
      reminders: { overdue: 0, pending: 0 },
    });
    const agenda = { ...ask(), dayStartsAt: 0 };
    const failure = await failureOf(team.viewer.as.query(api.dashboard.dashboard.breedingAgenda, agenda));
    expect(failure.code).toBe("FORBIDDEN");
  });

  it("[DASH-22] returns the same to a stranger as for a missing kennel", async () => {
    const failure = await failureOf(team.stranger.as.query(api.dashboard.dashboard.stats, ask()));
    expect(failure.code).toBe("NOT_FOUND");
  });
});

describe("dashboard.tasks", () => {
  it("[DASH-08] [GAP-DASH-07] lists at most three, the overdue first and then by day", async () => {
    await remind("Next week", addDays(TODAY, 7));
    await remind("Tomorrow", addDays(TODAY, 1));
    await remind("Late", addDays(TODAY, -3));
    await remind("Today", TODAY);
    const tasks = await team.viewer.as.query(api.dashboard.dashboard.tasks, ask());
    expect(tasks.map(({ title }) => title)).toEqual(["Late", "Today", "Tomorrow"]);
  });

  it("leaves out completed and snoozed reminders", async () => {
    const done = await remind("Done", TODAY);
    const resting = await remind("Resting", addDays(TODAY, -1));
    await remind("Open", addDays(TODAY, 4));
    await team.owner.as.mutation(api.reminders.reminders.complete, { reminderId: done._id, today: TODAY });
    await team.owner.as.mutation(api.reminders.reminders.snooze, {
      reminderId: resting._id,
      snoozeUntil: addDays(TODAY, 2),
      today: TODAY,
    });
    const tasks = await team.owner.as.query(api.dashboard.dashboard.tasks, ask());
    expect(tasks.map(({ title }) => title)).toEqual(["Open"]);
  });
});

describe("dashboard.remindersOfToday", () => {
  it("lists reminders that are overdue or due today, without later or snoozed ones", async () => {
    await remind("Tomorrow", addDays(TODAY, 1));
    await remind("Late", addDays(TODAY, -3));
    await remind("Today", TODAY);
    const resting = await remind("Resting", addDays(TODAY, -1));
    const snoozed = { reminderId: resting._id, snoozeUntil: addDays(TODAY, 2), today: TODAY };
    await team.owner.as.mutation(api.reminders.reminders.snooze, snoozed);
    const reminders = await team.viewer.as.query(api.dashboard.dashboard.remindersOfToday, ask());
    expect(reminders.map(({ title }) => title)).toEqual(["Late", "Today"]);
  });

  it("includes reminders of today when many are overdue, and shows the first of both lists", async () => {
    for (let count = 1; count <= TODAY_REMINDER_COUNT + 1; count += 1) {
      await remind(`Late ${count}`, addDays(TODAY, count - 40));
      await remind(`Today ${count}`, TODAY);
    }
    const reminders = await team.viewer.as.query(api.dashboard.dashboard.remindersOfToday, ask());
    const names = (word: string) =>
      Array.from({ length: TODAY_REMINDER_COUNT }, (_, index) => `${word} ${index + 1}`);
    expect(reminders.map(({ title }) => title)).toEqual([...names("Late"), ...names("Today")]);
  });
});

describe("dashboard.remindersOfToday with many overdue reminders", () => {
  it("also lists reminders beyond its usual number if they have an alert", async () => {
    for (let count = 1; count <= TODAY_REMINDER_COUNT; count += 1)
      await remind(`Late ${count}`, addDays(TODAY, -9));
    await remind("Behind", addDays(TODAY, -2));
    await remind("Urgent", addDays(TODAY, -1), { priority: "urgent" });
    const reminders = await team.viewer.as.query(api.dashboard.dashboard.remindersOfToday, ask());
    expect(reminders.map(({ title }) => title).slice(TODAY_REMINDER_COUNT)).toEqual(["Urgent"]);
  });
});

describe("dashboard.remindersOfToday after a person dismissed alerts", () => {
  it("leaves out dismissed reminders only for this person, and shows the next ones instead", async () => {
    for (let count = 1; count <= TODAY_REMINDER_COUNT; count += 1) {
      await remind(`High ${count}`, addDays(TODAY, -9), { priority: "high" });
    }
    await remind("Medium", addDays(TODAY, -1));
    await team.owner.as.mutation(api.dashboard.dashboardAlerts.dismissAll, ask());
    const ofOwner = await team.owner.as.query(api.dashboard.dashboard.remindersOfToday, ask());
    expect(ofOwner.map(({ title }) => title)).toEqual(["Medium"]);
    const ofViewer = await team.viewer.as.query(api.dashboard.dashboard.remindersOfToday, ask());
    expect(ofViewer).toHaveLength(TODAY_REMINDER_COUNT);
  });
});

describe("dashboard agendas", () => {
  const dayStartsAt = Date.UTC(2025, 5, 15);
  const breeding = async () =>
    await team.owner.as.query(api.dashboard.dashboard.breedingAgenda, { ...ask(), dayStartsAt });

  it("lists every pregnancy with its day, earliest due date first, until the whelping is recorded", async () => {
    const { _id } = await addBreeding({ breedingDate: "2025-04-16", expectedDueDate: "2025-06-18" });
    const late = await addBreeding({ breedingDate: "2025-06-14", expectedDueDate: "2025-08-16" });
    expect((await breeding()).pregnancies).toEqual([]);
    await setStatus(late._id, "bred");
    await setStatus(_id, "confirmed");
    const names = { damName: "Bella", sireName: "Rex" };
    const [first, second] = (await breeding()).pregnancies;
    expect(first).toEqual({
      ...{ ...names, breedingId: _id, status: "confirmed" },
      ...{ breedingDate: "2025-04-16", expectedDueDate: "2025-06-18" },
    });
    expect(second).toEqual({
      ...{ ...names, breedingId: late._id, status: "bred" },
      ...{ breedingDate: "2025-06-14", expectedDueDate: "2025-08-16" },
    });
    await setStatus(late._id, "failed");
    await team.owner.as.mutation(api.litters.litters.create, {
      breedingId: _id,
      whelpingDate: "2025-06-14",
      numberBorn: 1,
      numberAlive: 1,
      today: TODAY,
    });
    expect((await breeding()).pregnancies).toEqual([]);
  });

  it("keeps a pregnancy without a due date, after those with one", async () => {
    const cleared = await addBreeding({ breedingDate: "2025-05-01" });
    const dated = await addBreeding({ breedingDate: "2025-05-20" });
    for (const { _id } of [cleared, dated]) await setStatus(_id, "confirmed");
    await team.owner.as.mutation(api.breedings.breedings.update, {
      breedingId: cleared._id,
      expectedDueDate: null,
    });
    expect((await breeding()).pregnancies).toMatchObject([
      { breedingId: dated._id, expectedDueDate: "2025-07-22" },
      { breedingId: cleared._id, expectedDueDate: null },
    ]);
  });

  it("lists the bitches in heat", async () => {
    const bitch = await addDog(team.owner, team.kennelId, { name: "Cleo", callName: "Clee" });
    const heat = { dogId: bitch._id, startOn: "2025-06-05", signs: [], readings: [], today: TODAY };
    await team.owner.as.mutation(api.heats.heats.add, heat);
    expect((await breeding()).heats).toEqual([
      { dogId: bitch._id, name: "Clee", startOn: "2025-06-05", bestFrom: null, bestTo: null },
    ]);
  });

  it("counts puppies without today's weight, and shows when they may leave", async () => {
    const { litterId } = await addLitter(team, { whelpingDate: "2025-06-01" });
    const puppy = await addPuppy(team, litterId, {});
    await addPuppy(team, litterId, {});
    expect((await breeding()).litters).toMatchObject([{ puppies: 2, toWeigh: 2, leavingOn: null }]);
    await team.deployment.run(async (ctx) => {
      await ctx.db.insert("puppyWeights", {
        kennelId: team.kennelId,
        litterId,
        puppyId: puppy._id,
        grams: 500,
        weighedAt: dayStartsAt + 3_600_000,
        weighedBy: team.owner.userId,
        entryKey: "one",
      });
    });
    expect((await breeding()).litters).toMatchObject([{ puppies: 2, toWeigh: 1 }]);
    const late = { ...ask(), today: "2025-07-25", dayStartsAt: Date.UTC(2025, 6, 25) };
    const leaving = await team.owner.as.query(api.dashboard.dashboard.breedingAgenda, late);
    expect(leaving.litters).toMatchObject([{ puppies: 2, toWeigh: 2, leavingOn: "2025-07-27" }]);
  });

  it("lists a litter while a puppy is without a home, and requests its weight up to 12 weeks", async () => {
    const { litterId } = await addLitter(team, { whelpingDate: "2025-06-01" });
    const [kept, reserved] = [await addPuppy(team, litterId, {}), await addPuppy(team, litterId, {})];
    const { as } = team.owner;
    const becomes = async (puppyId: string, status: string) =>
      await as.mutation(api.litters.puppies.setStatus, { puppyId, status, today: TODAY });
    await becomes(kept._id, "kept");
    await as.mutation(api.litters.puppies.reserve, { puppyId: reserved._id, buyerName: "Ann", today: TODAY });
    // A sold puppy stays with its dam until the leaving age.
    const { _id: soldId } = await addPuppy(team, litterId, {});
    await as.mutation(api.litters.puppies.sell, { puppyId: soldId, buyerName: "Ben", today: TODAY });
    const littersOn = async (today: string) =>
      (
        await as.query(api.dashboard.dashboard.breedingAgenda, {
          ...ask(),
          today,
          dayStartsAt: Date.parse(today),
        })
      ).litters;
    expect(await littersOn("2025-07-27")).toMatchObject([{ puppies: 3, leavingOn: "2025-07-27" }]);
    expect(await littersOn("2025-07-28")).toMatchObject([{ puppies: 1, toWeigh: 1, leavingOn: null }]);
    expect(await littersOn("2025-08-24")).toMatchObject([{ puppies: 1, toWeigh: 1 }]);
    expect(await littersOn("2025-08-25")).toMatchObject([{ puppies: 1, toWeigh: 0 }]);
    expect(await littersOn("2026-06-01")).toMatchObject([{ litterId, damName: "Bella" }]);
    await becomes(reserved._id, "available");
    expect(await littersOn("2026-06-01")).toHaveLength(1);
    await becomes(reserved._id, "kept");
    expect(await littersOn("2026-06-01")).toEqual([]);
  });

  it("counts the vaccinations and follow-ups of the day", async () => {
    const dog = await addDog(team.owner, team.kennelId, { name: "Rex" });
    await addBooking(team, { dogId: dog._id, scheduledDate: TODAY });
    await addDose(team, { dateAdministered: "2024-06-15", nextDueDate: TODAY });
    await addDose(team, { dateAdministered: "2024-06-14", nextDueDate: "2025-06-14" });
    await team.owner.as.mutation(api.health.healthRecords.create, {
      dogId: dog._id,
      recordType: "surgery",
      title: "Stitches",
      description: "Two",
      dateRecorded: "2025-06-01",
      followUpDate: TODAY,
      today: TODAY,
    });
    expect(await team.viewer.as.query(api.dashboard.dashboard.healthAgenda, ask())).toEqual({
      booked: { count: 1, names: ["Rex: Rabies"] },
      due: { count: 1, names: ["Nora: Rabies"] },
      followUps: { count: 1, names: ["Rex: Stitches"] },
    });
  });

  it("lists the bitches whose heat is expected within a week", async () => {
    const bitch = await addDog(team.owner, team.kennelId, { name: "Cleo" });
    for (const startOn of ["2024-04-21", "2024-11-17"]) {
      const heat = { dogId: bitch._id, startOn, signs: [], readings: [], today: TODAY };
      await team.owner.as.mutation(api.heats.heats.add, heat);
    }
    // The first two heats are 210 days apart. The third is expected 210 days after the second.
    expect(await team.owner.as.query(api.dashboard.dashboard.heatsAhead, ask())).toMatchObject([
      { name: "Cleo", expectedOn: TODAY },
    ]);
  });
});

describe("kept counts", () => {
  it("equal the rows after breedings and litters are added, changed and deleted", async () => {
    const { breedingId, litterId } = await addLitter(team, {
      numberBorn: 5,
      numberAlive: 4,
      numberMales: 2,
      numberFemales: 3,
    });
    const other = await addBreeding({ breedingDate: "2024-12-30", studFeeCents: 5000 });
    await setStatus(other._id, "bred");
    await team.owner.as.mutation(api.breedings.breedings.update, {
      breedingId: other._id,
      breedingDate: "2025-01-02",
    });
    await addPuppy(team, litterId, { gender: "male" });
    const compare = async () => {
      await expectExact(team, "breedingYears");
      return await team.deployment.run(async (ctx) => [...(await readBreedingYears(ctx, team.kennelId))]);
    };
    expect(await compare()).toMatchObject([["2025", { whelped: 1, bred: 1, litters: 1, born: 5, alive: 4 }]]);
    await team.owner.as.mutation(api.litters.litters.remove, { litterId, isConfirmed: true });
    await team.owner.as.mutation(api.breedings.breedings.remove, { breedingId });
    expect(await compare()).toEqual([["2025", { ...emptyYear(), bred: 1 }]]);
    await team.owner.as.mutation(api.breedings.breedings.remove, { breedingId: other._id });
    expect(await compare()).toEqual([]);
  });

  it("of overdue reminders equal the rows after completing, moving and deleting", async () => {
    const first = await remind("First", "2025-06-01");
    const second = await remind("Second", "2025-06-10");
    await team.owner.as.mutation(api.reminders.reminders.complete, { reminderId: first._id, today: TODAY });
    await team.owner.as.mutation(api.reminders.reminders.uncomplete, { reminderId: first._id });
    await team.owner.as.mutation(api.reminders.reminders.update, {
      reminderId: second._id,
      dueDate: "2025-06-30",
    });
    await team.owner.as.mutation(api.reminders.reminders.remove, { reminderId: first._id });
    await team.deployment.run(async (ctx) => {
      expect(await countOverdue(ctx, team.kennelId, TODAY)).toBe(0);
      expect(await countOverdue(ctx, team.kennelId, "2025-07-01")).toBe(1);
    });
  });

  it("of dogs by status equal the rows after changes, adoption and deletion", async () => {
    const { kennelId, owner } = team;
    const dog = await addDog(owner, kennelId);
    await addDog(owner, kennelId, { name: "Rex", status: "retired" });
    await owner.as.mutation(api.dogs.dogs.update, { dogId: dog._id, status: "sold", today: TODAY });
    const far = { kennelId, name: "Far", breed: "Beagle", gender: "male" as const };
    const ancestor = await owner.as.mutation(api.dogs.dogs.createExternal, far);
    const read = async () => await team.deployment.run(async (ctx) => await getDogsByStatus(ctx, kennelId));
    expect(await read()).toEqual({ active: 0, retired: 1, deceased: 0, sold: 1 });
    await owner.as.mutation(api.dogs.dogs.adopt, { dogId: ancestor._id });
    await owner.as.mutation(api.dogs.dogs.remove, { dogId: dog._id });
    expect(await read()).toEqual({ active: 1, retired: 1, deceased: 0, sold: 0 });
  });
});

describe("dashboard overviews", () => {
  it("[GAP-DASH-02] show the kennel's dogs, breedings and income, this year and last year", async () => {
    const { litterId } = await addLitter(team, { numberBorn: 2, numberAlive: 2 });
    const puppy = await addPuppy(team, litterId, { priceCents: 150_000 });
    await team.owner.as.mutation(api.litters.puppies.sell, {
      puppyId: puppy._id,
      buyerName: "Kim",
      today: TODAY,
    });
    await team.owner.as.mutation(api.health.healthRecords.create, {
      dogId: (await addDog(team.owner, team.kennelId, { name: "Nora" }))._id,
      recordType: "dental",
      title: "Cleaning",
      description: "All fine",
      dateRecorded: "2024-03-01",
      costCents: 9000,
      today: TODAY,
    });
    const { as } = team.staff;
    const { kennelId } = team;
    expect(await as.query(api.dashboard.dashboard.quickStats, { kennelId })).toEqual({
      dogs: { total: 3, active: 3, retired: 0, deceased: 0, sold: 0 },
      litters: 1,
      puppies: { available: 0, reserved: 0, sold: 1, kept: 0, deceased: 0 },
      healthRecords: 1,
    });
    expect(await as.query(api.dashboard.dashboard.breedingOverview, ask())).toMatchObject({
      total: 1,
      activeMating: 0,
      byStatus: { whelped: 1 },
      born: 2,
      averageLitterSize: 2,
      thisYear: { breedings: 1, litters: 1, born: 2, alive: 2 },
    });
    expect(await as.query(api.dashboard.dashboard.finances, { kennelId })).toMatchObject([
      { year: "2025", puppiesSold: 1, incomeCents: 150_000, costCents: 0 },
      { year: "2024", incomeCents: 0, healthCostCents: 9000, costCents: 9000 },
    ]);
    expect(await as.query(api.dashboard.dashboard.performance, ask())).toEqual({
      conceptionRate: 100,
      successRate: 100,
      averageLitterSize: 2,
      survivalRate: 100,
      puppiesSold: 1,
      averageSaleCents: 150_000,
      vaccinationsOnTime: null,
    });
    expect(await as.query(api.dashboard.dashboard.comparison, ask())).toMatchObject({
      thisYear: { year: "2025", litters: 1, puppiesSold: 1, incomeCents: 150_000, healthRecords: 0 },
      lastYear: { year: "2024", litters: 0, costCents: 9000, healthRecords: 1 },
    });
  });
});
