/** Tests recording vaccine doses. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { addLitter, addPuppy } from "../support/litters";
import { dosesIn, recordDose, type DoseArgs } from "../support/vaccines";

let team: Team;
let dogId: Id<"dogs">;
beforeEach(async () => {
  team = await startTeam();
  dogId = (await addDog(team.owner, team.kennelId, { name: "Bella", dateOfBirth: "2020-01-01" }))._id;
});

const record = async (fields: Partial<DoseArgs> = {}) => await recordDose(team.staff, { dogId, ...fields });
const fieldsRefused = async (fields: Partial<DoseArgs>) => (await failureOf(record(fields))).details.fields;
const update = async (
  immunizationId: string,
  fields: Partial<(typeof api.vaccinations.immunizations.update)["_args"]>,
) =>
  await team.staff.as.mutation(api.vaccinations.immunizations.update, {
    immunizationId,
    today: TODAY,
    ...fields,
  });
const remove = async (immunizationId: string) =>
  await team.staff.as.mutation(api.vaccinations.immunizations.remove, { immunizationId });
const editDog = async (fields: Partial<(typeof api.dogs.dogs.update)["_args"]>) =>
  await team.owner.as.mutation(api.dogs.dogs.update, { dogId, today: TODAY, ...fields });

/** As `vaccine day`, the earliest first. */
const due = async () =>
  (await dosesIn(team)).data
    .filter(({ dueOn }) => dueOn !== null)
    .map(({ vaccineName, dueOn }) => `${vaccineName} ${dueOn}`)
    .sort();

/** The daily counts must equal the rows after every change. */
const counted = async () =>
  await team.deployment.run(async (ctx) => {
    const months = await ctx.db.query("vaccinationMonths").collect();
    const sum = (kind: "given" | "due") => months.flatMap((month) => month[kind]).reduce((a, b) => a + b, 0);
    return { given: sum("given"), due: sum("due") };
  });

describe("immunizations.create", () => {
  it("[IMM-05] [IMM-06] [IMM-07] [GAP-IMM-04] calculates the next due date, which equals the expiration date", async () => {
    expect(await record()).toMatchObject({
      vaccineName: "Rabies",
      nextDueDate: "2028-06-15",
      expirationDate: "2028-06-15",
      isNewest: true,
      dueOn: "2028-06-15",
      dog: { name: "Bella" },
      puppy: null,
    });
    expect((await record({ vaccineName: "DAPP" })).nextDueDate).toBe("2028-06-15");
    expect((await record({ vaccineName: "Bordetella" })).nextDueDate).toBe("2026-06-15");
  });

  it("[GAP-IMM-05] is due on February 28 when the year has no February 29", async () => {
    expect((await record({ vaccineName: "Lyme", dateAdministered: "2024-02-29" })).nextDueDate).toBe(
      "2025-02-28",
    );
    expect((await record({ dateAdministered: "2024-02-29" })).nextDueDate).toBe("2027-02-28");
  });

  it("[GAP-IMM-02] [GAP-IMM-03] [GAP-IMM-04] accepts any typed due date, or none, and then uses the expiration date", async () => {
    expect((await record({ nextDueDate: "2025-07-06" })).dueOn).toBe("2025-07-06");
    const none = await record({ vaccineName: "Giardia", nextDueDate: null, batchNumber: " B-7 " });
    expect(none).toMatchObject({ nextDueDate: null, expirationDate: null, dueOn: null, batchNumber: "B-7" });
    const expiring = { vaccineName: "Lyme", nextDueDate: "", expirationDate: "2025-12-01" };
    expect(await record(expiring)).toMatchObject({ nextDueDate: null, dueOn: "2025-12-01" });
  });

  it("[IMM-01] [IMM-02] [IMM-03] [IMM-04] requires dog, vaccine, type and date", async () => {
    expect(await fieldsRefused({ dogId: "" })).toEqual({ dogId: "Please select a dog." });
    expect(await fieldsRefused({ vaccineName: " ", vaccineType: "", dateAdministered: "" })).toEqual({
      vaccineName: "Please enter a vaccine name.",
      vaccineType: "Please enter a vaccine type.",
      dateAdministered: "Please select the date administered.",
    });
  });

  it("refuses impossible dates, texts that are too long and the same dose twice", async () => {
    expect(await fieldsRefused({ dateAdministered: "2025-06-16" })).toEqual({
      dateAdministered: "Date administered cannot be in the future",
    });
    expect(await fieldsRefused({ dateAdministered: "2019-12-31" })).toEqual({
      dateAdministered: "Date administered cannot be before the birth",
    });
    expect(await fieldsRefused({ nextDueDate: TODAY, expirationDate: "2025-06-14" })).toEqual({
      nextDueDate: "Next due date must be after the date administered",
      expirationDate: "Expiration date must be after the date administered",
    });
    expect(await fieldsRefused({ nextDueDate: "soon", batchNumber: "x".repeat(201) })).toEqual({
      nextDueDate: "Next due date must be a date such as 2025-06-15",
      batchNumber: "Batch number must be at most 200 characters",
    });
    await record();
    expect(await fieldsRefused({ vaccineName: "rabies 3yr" })).toEqual({
      dateAdministered: "rabies 3yr is already recorded for this day",
    });
    await editDog({ status: "deceased", statusChangedOn: "2025-06-10" });
    expect(await fieldsRefused({ vaccineName: "DHPP" })).toEqual({
      dateAdministered: "Date administered cannot be after the death",
    });
  });

  it("records an activity, and refuses viewers, dogs of another kennel and external ancestors", async () => {
    await record();
    const [newest] = await team.owner.as.query(api.platform.activities.recent, {
      kennelId: team.kennelId,
      limit: 1,
    });
    expect(newest).toMatchObject({ type: "health_record", description: "Rabies for Bella", dogId });
    expect((await failureOf(recordDose(team.viewer, { dogId }))).code).toBe("FORBIDDEN");
    expect((await failureOf(recordDose(team.stranger, { dogId }))).code).toBe("NOT_FOUND");
    const ancestor = await team.owner.as.mutation(api.dogs.dogs.createExternal, {
      kennelId: team.kennelId,
      name: "Old Rex",
      breed: "Beagle",
      gender: "male",
    });
    expect(await fieldsRefused({ dogId: ancestor._id })).toEqual({
      dogId: "Immunizations are recorded only for the kennel's own dogs",
    });
  });
});

describe("only the newest dose of a vaccine is due [GAP-IMM-07]", () => {
  const older = { dateAdministered: "2022-06-01", nextDueDate: "2025-06-01" };

  it("in any order of recording, and with any spelling", async () => {
    await record({ ...older, vaccineName: "RABIES 1yr" });
    expect(await due()).toEqual(["RABIES 1yr 2025-06-01"]);
    await record({ dateAdministered: "2025-06-01" });
    expect(await due()).toEqual(["Rabies 2028-06-01"]);
    await record({ dateAdministered: "2021-06-01" });
    expect(await due()).toEqual(["Rabies 2028-06-01"]);
    expect(await counted()).toEqual({ given: 3, due: 1 });
  });

  it("after the newest dose is deleted, the dose before it is due again", async () => {
    await record(older);
    const newer = await record();
    await remove(newer._id);
    expect(await due()).toEqual(["Rabies 2025-06-01"]);
    expect(await counted()).toEqual({ given: 1, due: 1 });
    expect((await failureOf(remove(newer._id))).code).toBe("NOT_FOUND");
  });

  it("after the date, vaccine or dog is edited, both vaccines or dogs are recalculated", async () => {
    const first = await record(older);
    const second = await record();
    await update(second._id, { dateAdministered: "2022-05-01" });
    expect(await due()).toEqual(["Rabies 2025-06-01"]);
    await update(second._id, { vaccineName: "DHPP" });
    expect(await due()).toEqual(["DHPP 2025-05-01", "Rabies 2025-06-01"]);
    const other = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
    const moved = await update(first._id, { dogId: other._id });
    expect(moved.dog?.name).toBe("Rex");
    await record({ dateAdministered: "2025-01-01" });
    expect(await due()).toEqual(["DHPP 2025-05-01", "Rabies 2025-06-01", "Rabies 2028-01-01"]);
    expect(await counted()).toEqual({ given: 3, due: 3 });
  });

  it("a dog that is sold or dead has no due doses until it returns, and a retired dog has some", async () => {
    await record();
    for (const status of ["sold", "deceased"] as const) {
      await editDog({ status });
      expect(await due()).toEqual([]);
      expect((await dosesIn(team)).data).toMatchObject([{ isNewest: true, dueOn: null }]);
    }
    await editDog({ status: "retired" });
    expect(await due()).toEqual(["Rabies 2028-06-15"]);
    expect(await counted()).toEqual({ given: 1, due: 1 });
  });

  it("a dog's doses are deleted with the dog, and the counts are reduced", async () => {
    await record({ veterinaryClinic: "Hill Vets" });
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId });
    expect((await dosesIn(team)).data).toEqual([]);
    expect(await counted()).toEqual({ given: 0, due: 0 });
    const clinics = await team.viewer.as.query(api.health.veterinaryRecords.clinics, {
      kennelId: team.kennelId,
    });
    expect(clinics).toEqual([]);
  });
});

describe("immunizations.update", () => {
  it("changes the given fields, and a calculated due date with vaccine and day, but not a typed one", async () => {
    const calculated = await record({ manufacturer: "Zoetis", notes: "calm" });
    expect(await update(calculated._id, { vaccineName: "Bordetella", notes: "" })).toMatchObject({
      nextDueDate: "2026-06-15",
      expirationDate: "2026-06-15",
      manufacturer: "Zoetis",
      notes: null,
    });
    expect((await update(calculated._id, { dateAdministered: "2025-06-01" })).nextDueDate).toBe("2026-06-01");
    await update(calculated._id, { nextDueDate: "2025-12-01" });
    expect((await update(calculated._id, { dateAdministered: "2025-06-02" })).nextDueDate).toBe("2025-12-01");
    expect((await update(calculated._id, { nextDueDate: null })).dueOn).toBeNull();
  });

  it("does not delete a newer version than the one that the caller has seen", async () => {
    const { _id: immunizationId, updatedAt } = await record();
    const remove = async (expectedUpdatedAt: number) =>
      await team.staff.as.mutation(api.vaccinations.immunizations.remove, {
        ...{ immunizationId, expectedUpdatedAt },
      });
    const { updatedAt: newest } = await update(immunizationId, { batchNumber: "A1" });
    expect((await failureOf(remove(updatedAt))).code).toBe("STALE_UPDATE");
    await remove(newest);
  });

  it("[GAP-API-11] refuses to save over a newer version and reports what changed", async () => {
    const { _id, updatedAt } = await record();
    await update(_id, { batchNumber: "A1", vaccineName: "Rabies 3" });
    const late = update(_id, { batchNumber: "A2", expectedUpdatedAt: updatedAt });
    expect((await failureOf(late)).code).toBe("STALE_UPDATE");
    const edits = await team.owner.as.query(api.vaccinations.immunizations.editsSince, {
      immunizationId: _id,
      since: updatedAt,
    });
    expect(edits).toMatchObject([{ fields: ["vaccineName", "batchNumber"], isSelf: false }]);
  });

  it("[GAP-API-11] reports who moved a dose to another puppy, which can be undone", async () => {
    const { litterId } = await addLitter(team);
    const first = (await addPuppy(team, litterId, { name: "Mocha" }))._id;
    const second = (await addPuppy(team, litterId, { name: "Latte" }))._id;
    const { _id, updatedAt } = await recordDose(team.owner, { puppyId: first });
    await update(_id, { puppyId: second });
    const edits = await team.owner.as.query(api.vaccinations.immunizations.editsSince, {
      immunizationId: _id,
      since: updatedAt,
    });
    expect(edits).toMatchObject([{ fields: ["puppyId"], name: "staff" }]);
    const { page } = await team.owner.as.query(api.history.history.ofRecord, {
      ...{ kennelId: team.kennelId, table: "immunizations", recordId: _id, now: Date.now() },
      paginationOpts: { cursor: null, numItems: 1 },
    });
    expect(page).toMatchObject([
      { dogName: "Latte", fields: [{ name: "puppyId", before: "Mocha", after: "Latte" }] },
    ]);
    await team.owner.as.mutation(api.history.history.undo, {
      ...{ kennelId: team.kennelId, changeId: page[0]?._id ?? "", today: TODAY },
    });
    expect((await dosesIn(team)).data).toMatchObject([{ puppyId: first }]);
  });

  it("refuses another kennel's dog, a duplicate, and users without the right", async () => {
    const first = await record();
    const second = await record({ dateAdministered: "2025-06-01" });
    const foreign = await addDog(
      team.stranger,
      (await team.stranger.as.query(api.kennels.kennels.list, {}))[0]?._id ?? "",
    );
    expect((await failureOf(update(first._id, { dogId: foreign._id }))).details.fields).toEqual({
      dogId: "This dog was not found",
    });
    expect((await failureOf(update(second._id, { dateAdministered: TODAY }))).details.fields).toEqual({
      dateAdministered: "Rabies is already recorded for this day",
    });
    const as = (person: "viewer" | "stranger") =>
      failureOf(
        team[person].as.mutation(api.vaccinations.immunizations.update, {
          immunizationId: first._id,
          today: TODAY,
        }),
      );
    expect((await as("viewer")).code).toBe("FORBIDDEN");
    expect((await as("stranger")).code).toBe("NOT_FOUND");
  });
});

describe("immunizations.createBatch", () => {
  const batch = async (fields: Partial<(typeof api.vaccinations.immunizations.createBatch)["_args"]>) =>
    await team.staff.as.mutation(api.vaccinations.immunizations.createBatch, {
      kennelId: team.kennelId,
      vaccineName: "Rabies",
      vaccineType: "Core",
      dateAdministered: TODAY,
      today: TODAY,
      dogIds: [],
      ...fields,
    });

  it("records a litter of eight in one call, with one activity", async () => {
    const { litterId } = await addLitter(team, { numberBorn: 8, numberAlive: 8 });
    const puppyIds: Id<"puppies">[] = [];
    for (let number = 0; number < 8; number += 1) puppyIds.push((await addPuppy(team, litterId))._id);
    const doses = await batch({ puppyIds, batchNumber: "R-1" });
    expect(doses).toHaveLength(8);
    expect(doses[2]).toMatchObject({
      dog: null,
      puppy: { name: "Puppy 3", litterId },
      batchNumber: "R-1",
      // The puppies are fourteen weeks old, so the dose of sixteen weeks is due two weeks later.
      dueOn: "2025-06-29",
    });
    const [newest, before] = await team.owner.as.query(api.platform.activities.recent, {
      kennelId: team.kennelId,
      limit: 2,
    });
    expect(newest).toMatchObject({ title: "Immunizations recorded", description: "Rabies for 8 dogs" });
    expect(before?.type).not.toBe("health_record");
  });

  it("records all doses or none, with a message at each dog concerned", async () => {
    const other = await addDog(team.owner, team.kennelId, {
      name: "Rex",
      dateOfBirth: "2025-06-16",
      today: "2025-06-16",
    });
    const fine = await addDog(team.owner, team.kennelId, { name: "Nora" });
    await record();
    const refused = await failureOf(batch({ dogIds: [dogId, fine._id, other._id, "nobody"] }));
    expect(refused).toMatchObject({ code: "VALIDATION_FAILED" });
    expect(refused.details.fields).toEqual({
      [`dogIds.${dogId}`]: "Rabies is already recorded for this day",
      [`dogIds.${other._id}`]: "Date administered cannot be before the birth",
      "dogIds.nobody": "This dog was not found",
    });
    expect((await dosesIn(team)).data).toHaveLength(1);
  });

  it("requires dogs and dose together, and refuses duplicate dogs and too many dogs", async () => {
    expect((await failureOf(batch({ vaccineName: "" }))).details.fields).toEqual({
      dogIds: "Please select a dog.",
      vaccineName: "Please enter a vaccine name.",
    });
    const many = Array.from({ length: 201 }, (_, number) => `dog${number}`);
    expect((await failureOf(batch({ dogIds: many }))).details.fields).toEqual({
      dogIds: "At most 200 at once",
    });
    expect(await batch({ dogIds: [dogId, dogId] })).toHaveLength(1);
    const as = { ...team, staff: team.viewer };
    expect(
      (
        await failureOf(
          as.staff.as.mutation(api.vaccinations.immunizations.createBatch, {
            kennelId: team.kennelId,
            vaccineName: "R",
            vaccineType: "Core",
            dateAdministered: TODAY,
            today: TODAY,
            dogIds: [dogId],
          }),
        )
      ).code,
    ).toBe("FORBIDDEN");
  });
});

describe("doses of puppies", () => {
  it("are due while the puppy is in the kennel, and are deleted with it", async () => {
    const { litterId } = await addLitter(team);
    const puppy = await addPuppy(team, litterId, { name: "Mocha" });
    await record({ dogId: undefined, puppyId: puppy._id, vaccineName: "DHPP", nextDueDate: "2025-07-06" });
    expect(await due()).toEqual(["DHPP 2025-07-06"]);
    await team.staff.as.mutation(api.litters.puppies.sell, {
      puppyId: puppy._id,
      buyerName: "Jane",
      today: TODAY,
    });
    expect(await due()).toEqual([]);
    await team.staff.as.mutation(api.litters.puppies.setStatus, {
      puppyId: puppy._id,
      status: "available",
      today: TODAY,
    });
    expect(await due()).toEqual(["DHPP 2025-07-06"]);
    await team.staff.as.mutation(api.litters.puppies.remove, { puppyId: puppy._id });
    expect((await dosesIn(team)).data).toEqual([]);
    expect(await counted()).toEqual({ given: 0, due: 0 });
  });

  it("are transferred to the dog record of the puppy", async () => {
    const { litterId } = await addLitter(team);
    const puppy = await addPuppy(team, litterId, { name: "Mocha", gender: "female" });
    await record({
      dogId: undefined,
      puppyId: puppy._id,
      vaccineName: "DHPP",
      dateAdministered: "2025-04-20",
    });
    const dog = await team.owner.as.mutation(api.litters.puppies.addToDogs, {
      puppyId: puppy._id,
      today: TODAY,
    });
    const { data } = await dosesIn(team, { dogId: dog._id });
    expect(data).toMatchObject([
      { dogId: dog._id, dog: { name: "Mocha" }, puppy: null, dueOn: "2025-05-07" },
    ]);
    await record({ dogId: undefined, puppyId: puppy._id, vaccineName: "DHPP" });
    expect(await due()).toEqual(["DHPP 2025-06-29"]);
    const health = await team.viewer.as.query(api.health.dogHealth.list, { dogId: dog._id });
    expect(health?.immunizations.map(({ isNewest }) => isNewest)).toEqual([true, false]);
  });
});

describe("immunizations.list [GAP-HLT-08]", () => {
  beforeEach(async () => {
    const rex = await addDog(team.owner, team.kennelId, {
      name: "Rex Müller",
      callName: "Rexy",
      gender: "male",
    });
    await record({ dateAdministered: "2025-01-10", batchNumber: "LOT-99" });
    await record({ dogId: rex._id, vaccineName: "Bordetella", dateAdministered: "2025-02-28" });
    await record({
      dogId: rex._id,
      vaccineName: "DHPP",
      dateAdministered: "2025-03-01",
      veterinaryClinic: "Hill Vets",
    });
    await record({ vaccineName: "Lyme Disease", dateAdministered: "2025-03-01" });
  });
  const names = async (filters: object) =>
    (await dosesIn(team, filters)).data.map(({ vaccineName }) => vaccineName);

  it("lists the newest first, page by page without gaps or duplicates", async () => {
    expect(await names({})).toEqual(["Lyme Disease", "DHPP", "Bordetella", "Rabies"]);
    const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => names({ page, limit: 1 })));
    expect(pages.flat()).toEqual(["Lyme Disease", "DHPP", "Bordetella", "Rabies"]);
    expect((await dosesIn(team, { page: 2, limit: 3 })).pagination).toMatchObject({
      totalItems: 4,
      totalPages: 2,
      hasNext: false,
      hasPrev: true,
    });
  });

  it("filters by date range, including both dates, and by dog", async () => {
    expect(await names({ startDate: "2025-02-28", endDate: "2025-03-01", limit: 2 })).toEqual([
      "Lyme Disease",
      "DHPP",
    ]);
    expect(await names({ startDate: "2025-02-28", endDate: "2025-03-01", limit: 2, page: 2 })).toEqual([
      "Bordetella",
    ]);
    expect(await names({ endDate: "2025-02-27" })).toEqual(["Rabies"]);
    expect(await names({ dogId, startDate: "2025-02-01" })).toEqual(["Lyme Disease"]);
    expect(await names({ startDate: "2025-04-01" })).toEqual([]);
    expect(await names({ dogId: "nobody" })).toEqual([]);
    expect((await failureOf(dosesIn(team, { startDate: "June" }))).details.fields).toEqual({
      startDate: "Start date must be a date such as 2025-06-15",
    });
  });

  it("searches vaccine, dog, call name, clinic and batch in any letter case, and finds a new name", async () => {
    expect(await names({ search: "muller bord" })).toEqual(["Bordetella"]);
    expect(await names({ search: "REXY" })).toEqual(["DHPP", "Bordetella"]);
    expect(await names({ search: "hill" })).toEqual(["DHPP"]);
    expect(await names({ search: "lot-99" })).toEqual(["Rabies"]);
    expect(await names({ search: "bella", dogId })).toEqual(["Lyme Disease", "Rabies"]);
    await editDog({ name: "Estrella" });
    expect(await names({ search: "estrella" })).toEqual(["Lyme Disease", "Rabies"]);
    expect(await names({ search: "bella" })).toEqual([]);
  });

  it("returns nothing of another kennel", async () => {
    const { kennelId } = team;
    expect(
      (await failureOf(team.stranger.as.query(api.vaccinations.immunizations.list, { kennelId }))).code,
    ).toBe("NOT_FOUND");
    const [first] = (await dosesIn(team)).data;
    const foreign = team.stranger.as.query(api.vaccinations.immunizations.get, {
      immunizationId: first?._id ?? "",
    });
    expect((await failureOf(foreign)).code).toBe("NOT_FOUND");
    expect(
      await team.viewer.as.query(api.vaccinations.immunizations.get, { immunizationId: first?._id ?? "" }),
    ).toMatchObject({ vaccineName: "Lyme Disease" });
  });
});
