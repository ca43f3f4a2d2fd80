/** Tests planning and tracking breedings. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { recordLitter } from "../support/breedings";

let team: Team;
let parents: { sireId: Id<"dogs">; damId: Id<"dogs"> };
beforeEach(async () => {
  team = await startTeam();
  const sire = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
  const dam = await addDog(team.owner, team.kennelId, { name: "Bella" });
  parents = { sireId: sire._id, damId: dam._id };
});

type Fields = Partial<(typeof api.breedings.breedings.create)["_args"]>;
const plan = async (fields: Fields = {}) =>
  await team.owner.as.mutation(api.breedings.breedings.create, {
    kennelId: team.kennelId,
    ...parents,
    breedingDate: "2025-01-01",
    ...fields,
  });
const setStatus = async (breedingId: string, status: string) =>
  await team.owner.as.mutation(api.breedings.breedings.setStatus, { breedingId, status, today: TODAY });
const step = async (args: Omit<(typeof api.breedings.breedings.setStatus)["_args"], "today">) =>
  await team.owner.as.mutation(api.breedings.breedings.setStatus, { ...args, today: TODAY });
const get = async (breedingId: string) =>
  await team.owner.as.query(api.breedings.breedings.get, { breedingId });
type ListArgs = Omit<(typeof api.breedings.breedings.list)["_args"], "kennelId">;
const list = async (args: ListArgs = {}) =>
  await team.viewer.as.query(api.breedings.breedings.list, { kennelId: team.kennelId, ...args });
const activities = async () =>
  await team.owner.as.query(api.platform.activities.recent, { kennelId: team.kennelId, limit: 10 });

describe("breedings.create", () => {
  it("[BRD-10] [BRD-12] plans with default values, and expects puppies 63 days after mating", async () => {
    const breeding = await plan();
    expect(breeding).toMatchObject({
      status: "planned",
      breedingType: "natural",
      studFeeCents: 0,
      breedingDate: "2025-01-01",
      expectedDueDate: "2025-03-05",
      sire: { name: "Rex" },
      dam: { name: "Bella" },
      warnings: [],
    });
    expect(await activities()).toMatchObject([
      { type: "breeding", title: "Breeding planned", description: "Rex × Bella", dogId: parents.damId },
      { type: "dog_added" },
      { type: "dog_added" },
    ]);
  });

  it("[BRD-11] [GAP-BRD-09] keeps a typed due date, warns of an unusual date and refuses one before the mating", async () => {
    expect(await plan({ expectedDueDate: "2025-03-03" })).toMatchObject({
      expectedDueDate: "2025-03-03",
      warnings: [],
    });
    expect((await plan({ expectedDueDate: "2025-05-01" })).warnings).toHaveLength(1);
    expect((await failureOf(plan({ expectedDueDate: "2024-12-31" }))).details.fields).toEqual({
      expectedDueDate: "Expected delivery date cannot be before the mating date",
    });
  });

  it("[BRD-03] [BRD-05] refuses the same dog as both parents and a negative fee, at their fields", async () => {
    const twice = await failureOf(plan({ damId: parents.sireId, studFeeCents: -1 }));
    expect(twice.details.fields).toMatchObject({ studFeeCents: "Stud fee cannot be negative" });
    const same = await failureOf(plan({ damId: parents.sireId }));
    expect(same.details.fields).toEqual({
      sireId: "Sire and dam cannot be the same dog",
      damId: "Sire and dam cannot be the same dog",
    });
  });

  it("[GAP-BRD-10] accepts a sire from outside the kennel, but refuses another kennel's dog and a bitch", async () => {
    const outside = await team.owner.as.mutation(api.dogs.dogs.createExternal, {
      kennelId: team.kennelId,
      name: "Foreign Stud",
      breed: "Beagle",
      gender: "male",
    });
    expect(await plan({ sireId: outside._id })).toMatchObject({ sire: { name: "Foreign Stud" } });
    const [other] = await team.stranger.as.query(api.kennels.kennels.list, {});
    const theirs = await addDog(team.stranger, other?._id ?? "", { name: "Theirs", gender: "male" });
    expect((await failureOf(plan({ sireId: theirs._id }))).details.fields).toEqual({
      sireId: "Sire was not found",
    });
    const bitch = await addDog(team.owner, team.kennelId, { name: "Luna" });
    expect((await failureOf(plan({ sireId: bitch._id, damId: "none" }))).details.fields).toEqual({
      sireId: "Sire must be a male dog",
      damId: "Dam was not found",
    });
  });
});

describe("breedings.mateChoices", () => {
  const choices = async (gender: "male" | "female", search = "") => {
    const found = await team.viewer.as.query(api.breedings.breedings.mateChoices, {
      kennelId: team.kennelId,
      gender,
      search,
    });
    return { ...found, names: found.choices.map(({ name }) => name) };
  };

  it("[BRD-06] [BRD-07] offers the breeding dogs of a sex, filtered by the typed text", async () => {
    for (const [name, gender] of [
      ["Max", "male"],
      ["Luna", "female"],
    ] as const) {
      await addDog(team.owner, team.kennelId, { name, gender, isBreedingDog: true });
    }
    expect(await choices("male")).toMatchObject({ names: ["Max"], hasBreedingDogs: true });
    expect(await choices("female")).toMatchObject({ names: ["Luna"], hasBreedingDogs: true });
    expect(await choices("female", "bella")).toMatchObject({ names: [], hasBreedingDogs: true });
    expect(await choices("male", "MA")).toMatchObject({ names: ["Max"] });
  });

  it("[BRD-08] [BRD-09] offers all dogs of a sex when none is marked as a breeding dog", async () => {
    await addDog(team.owner, team.kennelId, { name: "Max", gender: "male" });
    expect(await choices("male")).toMatchObject({ names: ["Max", "Rex"], hasBreedingDogs: false });
    expect(await choices("female")).toMatchObject({ names: ["Bella"], hasBreedingDogs: false });
    expect(await choices("male", "re")).toMatchObject({ names: ["Rex"] });
  });

  it("[GAP-DOG-05] offers no dog that died or was sold, but finds one by name, for frozen semen and past matings", async () => {
    const statuses = { Abel: "deceased", Sam: "sold" } as const;
    for (const [name, status] of Object.entries(statuses)) {
      await addDog(team.owner, team.kennelId, { name, gender: "male", isBreedingDog: true, status });
    }
    expect(await choices("male")).toMatchObject({ names: ["Rex"], hasBreedingDogs: false });
    expect(await choices("male", "abel")).toMatchObject({
      names: ["Abel"],
      choices: [{ status: "deceased" }],
    });
  });

  it("[GAP-BRD-10] offers males from outside the kennel after its own, but no bitches", async () => {
    for (const gender of ["male", "female"] as const) {
      const fields = { name: `Another ${gender}`, breed: "Beagle", gender };
      await team.owner.as.mutation(api.dogs.dogs.createExternal, { kennelId: team.kennelId, ...fields });
    }
    expect(await choices("male")).toMatchObject({ names: ["Rex", "Another male"] });
    expect(await choices("female")).toMatchObject({ names: ["Bella"] });
    const theirs = team.stranger.as.query(api.breedings.breedings.mateChoices, {
      kennelId: team.kennelId,
      gender: "male",
    });
    expect((await failureOf(theirs)).code).toBe("NOT_FOUND");
  });
});

describe("breedings.update", () => {
  it("[BRD-10] [BRD-15] moves the due date with the mating date, unless a due date is given", async () => {
    const { _id: breedingId } = await plan();
    const update = async (fields: object) =>
      await team.staff.as.mutation(api.breedings.breedings.update, { breedingId, ...fields });
    expect(await update({ breedingDate: "2024-01-01" })).toMatchObject({ expectedDueDate: "2024-03-04" });
    expect(await update({ breedingDate: "2024-01-02", expectedDueDate: "2024-03-01" })).toMatchObject({
      expectedDueDate: "2024-03-01",
    });
    expect(await update({ notes: "Calm" })).toMatchObject({ expectedDueDate: "2024-03-01", notes: "Calm" });
    expect(await update({ notes: null, expectedDueDate: null })).toMatchObject({
      expectedDueDate: null,
      notes: null,
    });
  });

  it("[GAP-LIT-01] refuses a mating date after the birth of the first litter, in an edit and in a status step", async () => {
    const { _id: breedingId } = await plan();
    const { as } = team.owner;
    const litter = await as.mutation(api.litters.litters.create, {
      ...{ breedingId, today: TODAY },
      whelpingDate: "2025-03-05",
    });
    const refused = { breedingDate: "Its litter was born on 2025-03-05" };
    const update = as.mutation(api.breedings.breedings.update, { breedingId, breedingDate: "2025-03-06" });
    expect((await failureOf(update)).details.fields).toEqual(refused);
    const moved = step({ breedingId, status: "bred", breedingDate: "2025-03-06" });
    expect((await failureOf(moved)).details.fields).toEqual(refused);
    expect(await get(breedingId)).toMatchObject({ status: "whelped", breedingDate: "2025-01-01" });
    // An unusual day causes a warning, and the litter can still be saved.
    const odd = await as.mutation(api.breedings.breedings.update, { breedingId, breedingDate: "2025-03-05" });
    expect(odd.breedingDate).toBe("2025-03-05");
    await as.mutation(api.litters.litters.update, { litterId: litter._id, notes: "Calm", today: TODAY });
  });

  it("[GAP-API-11] refuses to save over a newer version and says who saved it", async () => {
    const first = await plan();
    const breedingId = first._id;
    await team.manager.as.mutation(api.breedings.breedings.update, { breedingId, notes: "Mine" });
    const late = team.owner.as.mutation(api.breedings.breedings.update, {
      breedingId,
      notes: "Late",
      expectedUpdatedAt: first.updatedAt,
    });
    expect((await failureOf(late)).code).toBe("STALE_UPDATE");
    const edits = await team.owner.as.query(api.breedings.breedings.editsSince, {
      breedingId,
      since: first.updatedAt,
    });
    expect(edits).toMatchObject([{ fields: ["notes"], isSelf: false }]);
  });
});

describe("breedings.setStatus", () => {
  it("stores the mating method when the status changes to bred", async () => {
    const { _id: breedingId } = await plan();
    await step({ breedingId, status: "bred", breedingType: "frozen_semen" });
    expect(await team.owner.as.query(api.breedings.breedings.get, { breedingId })).toMatchObject({
      ...{ status: "bred", breedingType: "frozen_semen" },
    });
    await expect(step({ breedingId, status: "bred", breedingType: "by post" })).rejects.toThrow();
  });

  it("[GAP-BRD-03] counts a canceled plan neither as a failed mating nor as a stud fee", async () => {
    const { kennelId } = team;
    const sire = await team.owner.as.mutation(api.dogs.dogs.createExternal, {
      kennelId,
      name: "Max",
      breed: "Beagle",
      gender: "male",
    });
    const { _id } = await plan({ sireId: sire._id, breedingDate: "2025-05-03", studFeeCents: 90_000 });
    const fees = async () =>
      (await team.owner.as.query(api.reports.reports.finances, { kennelId })).years.map(
        ({ money }) => money.studCostCents,
      );
    const args = { kennelId: team.kennelId, today: TODAY };
    const performance = async () => await team.owner.as.query(api.dashboard.dashboard.performance, args);
    expect(await setStatus(_id, "failed")).toMatchObject({ isCalledOff: true });
    const statistics = async () =>
      await team.owner.as.query(api.reports.reports.statistics, { kennelId: team.kennelId });
    expect(await statistics()).toMatchObject({ breedings: 1, decided: 0, conceptionRate: null });
    expect(await performance()).toMatchObject({ conceptionRate: null, successRate: null });
    expect(await fees()).toEqual([]);
    expect(await setStatus(_id, "planned")).toMatchObject({ isCalledOff: false });
    await setStatus(_id, "bred");
    expect(await setStatus(_id, "failed")).toMatchObject({ isCalledOff: false });
    expect(await statistics()).toMatchObject({ decided: 1, conceptionRate: 0 });
    expect(await fees()).toEqual([90_000]);
    expect(await performance()).toMatchObject({ conceptionRate: 0, successRate: 0 });
  });

  it("[BRD-18] [BRD-19] [BRD-20] [BRD-21] [BRD-22] [BRD-23] allows every change of status", async () => {
    const { _id } = await plan();
    const way = ["bred", "confirmed", "whelped", "completed", "bred", "failed", "planned"];
    for (const status of way) expect(await setStatus(_id, status)).toMatchObject({ status });
    expect((await list()).counts).toEqual({
      planned: 1,
      bred: 0,
      confirmed: 0,
      whelped: 0,
      completed: 0,
      failed: 0,
    });
    const [last] = await activities();
    expect(last).toMatchObject({ title: "Breeding planned", description: "Rex × Bella" });
  });

  it("[BRD-17] refuses an invalid status, and sends no notification when the status is unchanged", async () => {
    const { _id, updatedAt } = await plan();
    expect((await failureOf(setStatus(_id, "lost"))).code).toBe("VALIDATION_FAILED");
    const before = (await activities()).length;
    expect(await setStatus(_id, "planned")).toMatchObject({ updatedAt });
    expect(await activities()).toHaveLength(before);
  });

  it("[GAP-API-11] does not overwrite what somebody else changed since", async () => {
    const { _id: breedingId } = await plan();
    await setStatus(breedingId, "bred");
    await setStatus(breedingId, "confirmed");
    const undo = (expectedStatus: string) =>
      team.staff.as.mutation(api.breedings.breedings.setStatus, {
        ...{ breedingId, status: "planned", expectedStatus, today: TODAY },
      });
    expect((await failureOf(undo("bred"))).code).toBe("STALE_UPDATE");
    expect((await team.owner.as.query(api.breedings.breedings.get, { breedingId })).status).toBe("confirmed");
    expect(await undo("confirmed")).toMatchObject({ status: "planned" });
  });

  it("[GAP-BRD-09] warns of a mating date in the future at every status except planned and canceled", async () => {
    const { _id } = await plan({ breedingDate: "2025-07-01" });
    const warning = "The mating date 2025-07-01 is in the future";
    expect((await setStatus(_id, "failed")).warnings).toEqual([]);
    expect((await setStatus(_id, "planned")).warnings).toEqual([]);
    for (const status of ["bred", "confirmed", "whelped", "completed", "failed"])
      expect((await setStatus(_id, status)).warnings).toEqual([warning]);
  });

  it("[GAP-BRD-09] accepts the true day of mating, which moves the due date and the reminders", async () => {
    const { _id: breedingId } = await plan({ breedingDate: "2025-11-03" });
    await team.staff.as.mutation(api.reminders.reminderGeneration.forBreeding, { breedingId, today: TODAY });
    const saved = await step({ breedingId, status: "bred", breedingDate: "2025-06-12" });
    expect(saved).toMatchObject({
      ...{ status: "bred", breedingDate: "2025-06-12", expectedDueDate: "2025-08-14", warnings: [] },
    });
    const due = await team.owner.as.query(api.reminders.reminders.list, {
      ...{ kennelId: team.kennelId, today: TODAY },
    });
    expect(due.data.map(({ dueDate }) => dueDate).sort()).toEqual(["2025-07-10", "2025-08-09", "2025-08-14"]);
    expect(
      (await failureOf(step({ breedingId, status: "bred", breedingDate: "soon" }))).details.fields,
    ).toEqual({
      breedingDate: "Mating date must be a date such as 2025-06-15",
    });
    expect(await get(breedingId)).toMatchObject({ breedingDate: "2025-06-12" });
  });

  it("counts no results of a future mating, and uses the stored status elsewhere", async () => {
    const { kennelId } = team;
    const stud = { kennelId, name: "Max", breed: "Beagle", gender: "male" as const };
    const sire = await team.owner.as.mutation(api.dogs.dogs.createExternal, stud);
    const { _id: past } = await plan({ breedingDate: "2025-04-01" });
    await setStatus(past, "failed");
    await setStatus(past, "bred");
    await setStatus(past, "failed");
    const { _id: ahead } = await plan({ sireId: sire._id, breedingDate: "2025-11-03", studFeeCents: 90_000 });
    await setStatus(ahead, "confirmed");
    const as = team.viewer.as;
    const args = { kennelId, today: TODAY };
    const figures = async (today: string) => ({
      statistics: await as.query(api.reports.reports.statistics, { kennelId, today }),
      performance: await as.query(api.dashboard.dashboard.performance, { kennelId, today }),
      fees: (await team.owner.as.query(api.reports.reports.finances, { kennelId, today })).years.length,
      costs: (await team.owner.as.query(api.dashboard.dashboard.finances, { kennelId, today })).length,
      account: (
        await team.owner.as.query(api.breedings.breedingFinances.account, { breedingId: ahead, today })
      ).money.studCostCents,
    });
    expect(await figures(TODAY)).toMatchObject({
      statistics: { breedings: 2, conceived: 0, decided: 1, conceptionRate: 0, successRate: 0 },
      performance: { conceptionRate: 0, successRate: 0 },
      ...{ fees: 0, costs: 0, account: 0 },
    });
    for (const status of ["bred", "confirmed", "whelped", "completed", "failed"]) {
      await setStatus(ahead, status);
      expect(await figures(TODAY)).toMatchObject({
        statistics: { decided: 1, byStatus: { [status]: status === "failed" ? 2 : 1 } },
        performance: { conceptionRate: 0, successRate: 0 },
      });
    }
    await setStatus(ahead, "confirmed");
    const overview = await as.query(api.dashboard.dashboard.breedingOverview, args);
    expect(overview).toMatchObject({ activeMating: 1, byStatus: { confirmed: 1, failed: 1 } });
    expect((await list({ status: "confirmed" })).data).toHaveLength(1);
    // The mating counts on its day, and also when the caller names no day.
    const counted = { conceived: 1, decided: 2, conceptionRate: 50 };
    expect(await figures("2025-11-03")).toMatchObject({
      statistics: counted,
      performance: { conceptionRate: 50 },
      ...{ fees: 1, costs: 1, account: 90_000 },
    });
    expect(await as.query(api.reports.reports.statistics, { kennelId })).toMatchObject(counted);
  });
});

describe("pregnancy checks", () => {
  const checks = async (breedingId: string, person: Team["viewer"] = team.viewer) =>
    await person.as.query(api.breedings.pregnancyChecks.list, { breedingId });

  it("are added when a pregnancy is confirmed, by default today, and more checks can be added later", async () => {
    const { _id: breedingId } = await plan({ breedingDate: "2025-05-01" });
    expect(await step({ breedingId, status: "confirmed" })).toMatchObject({ pregnancyCheckId: null });
    expect(await checks(breedingId)).toEqual([]);
    const first = { method: "ultrasound", on: "2025-05-29" };
    expect((await step({ breedingId, status: "confirmed", pregnancyCheck: first })).warnings).toEqual([]);
    await step({ breedingId, status: "confirmed", pregnancyCheck: { method: "x_ray", puppiesSeen: 7 } });
    expect(await checks(breedingId)).toMatchObject([
      { on: TODAY, method: "x_ray", result: "pregnant", puppiesSeen: 7 },
      { on: "2025-05-29", method: "ultrasound", result: "pregnant", puppiesSeen: null },
    ]);
    const [told] = await activities();
    expect(told).toMatchObject({ title: "Pregnancy check recorded", description: "Rex × Bella" });
    await step({ breedingId, status: "failed", pregnancyCheck: {} });
    expect((await checks(breedingId)).map(({ result }) => result)).toContain("not_pregnant");
  });

  it("prove that a failed plan was mated", async () => {
    const { _id: breedingId } = await plan({ breedingDate: "2025-05-01" });
    const failed = { breedingId, status: "failed" };
    expect(await step({ ...failed, pregnancyCheck: {} })).toMatchObject({ isCalledOff: false });
    await setStatus(breedingId, "planned");
    expect(await step({ ...failed, breedingDate: "2025-05-02" })).toMatchObject({ isCalledOff: false });
    await setStatus(breedingId, "planned");
    expect(await step(failed)).toMatchObject({ isCalledOff: true });
  });

  it("store an unusual day with a warning, and refuse an invalid value at its field without storing anything", async () => {
    const { _id: breedingId } = await plan({ breedingDate: "2025-05-01" });
    const on = async (day: string) =>
      (await step({ breedingId, status: "confirmed", pregnancyCheck: { on: day } })).warnings;
    expect(await on("2025-06-20")).toEqual(["The day of the check 2025-06-20 is in the future"]);
    expect(await on("2025-04-20")).toEqual([
      "The day of the check 2025-04-20 is before the mating date 2025-05-01",
    ]);
    expect(await checks(breedingId)).toHaveLength(2);
    const pregnancyCheck = { on: "soon", method: "guess", result: "maybe", puppiesSeen: 2.5 };
    const refused = await failureOf(step({ breedingId, status: "failed", pregnancyCheck }));
    expect(refused.details.fields).toEqual({
      "pregnancyCheck.on": "Day must be a date such as 2025-06-15",
      "pregnancyCheck.method": "Method must be palpation, ultrasound, x_ray, relaxin",
      "pregnancyCheck.result": expect.stringContaining("Result"),
      "pregnancyCheck.puppiesSeen": "Puppies seen must be a whole number",
    });
    expect(await checks(breedingId)).toHaveLength(2);
    expect(await get(breedingId)).toMatchObject({ status: "confirmed" });
  });

  it("[GAP-API-11] are undone with their change of status and its dates, unless somebody has changed the status again", async () => {
    const planned = await plan({ breedingDate: "2025-11-03", expectedDueDate: "2026-01-04" });
    const { _id: breedingId, breedingDate, expectedDueDate } = planned;
    const { pregnancyCheckId } = await step({
      ...{ breedingId, status: "confirmed", breedingDate: "2025-05-10", pregnancyCheck: {} },
    });
    const undo = async (expectedStatus: string) =>
      await step({
        ...{ breedingId, status: "planned", expectedStatus, breedingDate, expectedDueDate },
        undoneCheckId: pregnancyCheckId ?? "",
      });
    expect((await failureOf(undo("bred"))).code).toBe("STALE_UPDATE");
    expect(await checks(breedingId)).toHaveLength(1);
    expect(await undo("confirmed")).toMatchObject({ status: "planned", breedingDate, expectedDueDate });
    expect(await checks(breedingId)).toEqual([]);
  });

  it("are refused with STALE_UPDATE for the second of two people who confirm at once", async () => {
    const { _id: breedingId } = await plan({ breedingDate: "2025-05-01" });
    await setStatus(breedingId, "bred");
    const args = {
      breedingId,
      status: "confirmed",
      expectedStatus: "bred",
      pregnancyCheck: {},
      today: TODAY,
    };
    await team.staff.as.mutation(api.breedings.breedings.setStatus, args);
    const second = team.manager.as.mutation(api.breedings.breedings.setStatus, args);
    expect((await failureOf(second)).code).toBe("STALE_UPDATE");
    expect(await checks(breedingId)).toHaveLength(1);
  });

  it("[GAP-AUTH-03] can be read by a viewer, deleted by staff, are hidden from other kennels, and are deleted with the breeding", async () => {
    const { _id: breedingId } = await plan({ breedingDate: "2025-05-01" });
    const { pregnancyCheckId } = await step({ breedingId, status: "confirmed", pregnancyCheck: {} });
    const remove = async (person: Team["viewer"]) =>
      await person.as.mutation(api.breedings.pregnancyChecks.remove, {
        pregnancyCheckId: pregnancyCheckId ?? "",
      });
    expect((await failureOf(remove(team.viewer))).code).toBe("FORBIDDEN");
    expect((await failureOf(remove(team.stranger))).code).toBe("NOT_FOUND");
    expect((await failureOf(checks(breedingId, team.stranger))).code).toBe("NOT_FOUND");
    expect(await checks(breedingId)).toHaveLength(1);
    await remove(team.staff);
    expect(await checks(breedingId)).toEqual([]);
    await step({ breedingId, status: "confirmed", pregnancyCheck: {} });
    await team.owner.as.mutation(api.breedings.breedings.remove, { breedingId });
    expect(
      await team.deployment.run(async (ctx) => await ctx.db.query("pregnancyChecks").first()),
    ).toBeNull();
  });
});

describe("breedings.list", () => {
  it("[GAP-BRD-11] shows a close relation only for planned pairs, and only to users who may read dogs", async () => {
    const daughter = await addDog(team.owner, team.kennelId, { name: "Luna", sireId: parents.sireId });
    const close = await plan({ damId: daughter._id });
    await plan();
    const kinships = async () =>
      (await list()).data.map(({ dam, kinship }) => [dam?.name, kinship]).toSorted();
    expect(await kinships()).toEqual([
      ["Bella", null],
      ["Luna", { words: "father and daughter", severity: "serious" }],
    ]);
    await setStatus(close._id, "bred");
    expect((await get(close._id)).kinship).toBeNull();
  });

  it("[BRD-31] [BRD-34] counts each status, with failed breedings apart, and the total", async () => {
    await plan();
    await plan({ breedingDate: "2025-02-01" });
    const { _id } = await plan({ breedingDate: "2025-03-01" });
    await setStatus(_id, "failed");
    const all = await list({ page: 1, limit: 100 });
    expect(all.data.map(({ breedingDate }) => breedingDate)).toEqual([
      "2025-03-01",
      "2025-02-01",
      "2025-01-01",
    ]);
    expect(all.counts).toMatchObject({ planned: 2, bred: 0, failed: 1 });
    expect((await list({ status: "failed" })).data).toHaveLength(1);
    expect((await list({ status: "planned", page: 2, limit: 1 })).data).toMatchObject([
      { breedingDate: "2025-01-01" },
    ]);
    expect((await list({ status: "planned", page: 3, limit: 1 })).data).toEqual([]);
  });

  it("[BRD-30] finds sire, dam or notes in any letter case, and counts the matches", async () => {
    await plan({ notes: "first litter" });
    const sire = await addDog(team.owner, team.kennelId, { name: "Max", gender: "male" });
    const { _id } = await plan({ sireId: sire._id, breedingDate: "2025-02-01" });
    await setStatus(_id, "bred");
    const found = async (search: string) => (await list({ search })).data.map((each) => each.sire?.name);
    expect(await found("REX")).toEqual(["Rex"]);
    expect(await found("bella")).toEqual(["Max", "Rex"]);
    expect(await found("First")).toEqual(["Rex"]);
    expect(await found("zzz")).toEqual([]);
    const searched = await list({ search: "max", status: "planned" });
    expect(searched.data).toEqual([]);
    expect(searched.counts).toMatchObject({ planned: 0, bred: 1 });
  });

  it("shows each parent with its photo, and the litter of the breeding", async () => {
    const { _id: breedingId } = await plan();
    const before = await list();
    expect(before.data).toMatchObject([
      { sire: { name: "Rex", callName: null, isExternal: false, photos: [] }, litterId: null },
    ]);
    const litterId = await recordLitter(team, breedingId);
    expect((await list()).data).toMatchObject([{ litterId }]);
    expect(await team.viewer.as.query(api.breedings.breedings.get, { breedingId })).toMatchObject({
      litterId,
    });
  });

  it("[GAP-DOG-15] still finds and names a parent whose record was deleted", async () => {
    await plan();
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId: parents.sireId, confirmed: true });
    expect((await list({ search: "rex" })).data).toMatchObject([
      { sire: null, sireName: "Rex", sireId: null },
    ]);
  });
});

describe("breedings.remove", () => {
  it("[GAP-BRD-18] deletes a breeding, but refuses one with litters", async () => {
    const { _id: breedingId } = await plan();
    const remove = () => team.manager.as.mutation(api.breedings.breedings.remove, { breedingId });
    const litterId = await recordLitter(team, breedingId);
    expect(await failureOf(remove())).toMatchObject({ code: "HAS_LITTERS", details: { count: 1 } });
    await team.deployment.run(async (ctx) => await ctx.db.delete(litterId));
    await remove();
    expect(await list()).toMatchObject({ data: [], counts: { planned: 0 } });
  });
});

describe("access to breedings", () => {
  it("[GAP-AUTH-03] [GAP-API-06] requires the right to change them, and hides other kennels", async () => {
    const { _id: breedingId } = await plan();
    const notes = { breedingId, notes: "x" };
    expect((await failureOf(team.viewer.as.mutation(api.breedings.breedings.update, notes))).code).toBe(
      "FORBIDDEN",
    );
    for (const work of [
      team.stranger.as.query(api.breedings.breedings.get, { breedingId }),
      team.stranger.as.query(api.breedings.breedings.list, { kennelId: team.kennelId }),
      team.stranger.as.mutation(api.breedings.breedings.update, notes),
      team.stranger.as.mutation(api.breedings.breedings.remove, { breedingId }),
      team.owner.as.query(api.breedings.breedings.get, { breedingId: parents.damId }),
    ]) {
      expect((await failureOf(work)).code).toBe("NOT_FOUND");
    }
    expect((await failureOf(team.deployment.query(api.breedings.breedings.get, { breedingId }))).code).toBe(
      "UNAUTHENTICATED",
    );
  });
});
