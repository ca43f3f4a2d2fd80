/** Tests health records. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { HEALTH_RECORD_TYPES, MAX_HEALTH_RECORDS_PER_DOG } from "../../domain/health/rules";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { outliveDeletions } from "../support/deletions";
import { addAttachment, addHealthRecord } from "../support/health";

let team: Team;
let dogId: Id<"dogs">;
beforeEach(async () => {
  team = await startTeam();
  dogId = (await addDog(team.owner, team.kennelId, { name: "Bella" }))._id;
});

type Fields = Parameters<typeof addHealthRecord>[1];
const add = async (fields: Fields = {}) => await addHealthRecord(team, { dogId, ...fields });
type ListArgs = Omit<(typeof api.health.healthRecords.list)["_args"], "kennelId">;
const list = async (args: ListArgs = {}) =>
  await team.viewer.as.query(api.health.healthRecords.list, { kennelId: team.kennelId, ...args });
const titles = async (args: ListArgs = {}) => (await list(args)).data.map(({ title }) => title);
const update = async (recordId: string, fields: Partial<(typeof api.health.healthRecords.update)["_args"]>) =>
  await team.staff.as.mutation(api.health.healthRecords.update, { recordId, today: TODAY, ...fields });
const countOf = async (id: Id<"dogs">) =>
  (await team.viewer.as.query(api.dogs.dogs.get, { dogId: id }))?._count.healthRecords;
const months = async () =>
  await team.deployment.run(async (ctx) => await ctx.db.query("healthMonths").take(50));
const fieldsOf = async (work: Promise<unknown>) => (await failureOf(work)).details.fields;

describe("healthRecords.create", () => {
  it("[HLT-12] [GAP-HLT-04] stores every field, updates the dog's count and adds an entry to the activity list", async () => {
    const record = await add({
      recordType: "surgery",
      title: " Spay ",
      veterinarian: "Dr. Lee",
      vetClinic: "Oak Hill",
      diagnosis: "Healthy",
      treatment: "Ovariectomy",
      medications: "Carprofen",
      notes: "Cone for ten days",
      followUpDate: "2025-06-24",
      costCents: 8550,
    });
    expect(record).toMatchObject({
      dogId,
      dog: { _id: dogId, name: "Bella", callName: null },
      recordType: "surgery",
      title: "Spay",
      veterinarian: "Dr. Lee",
      vetClinic: "Oak Hill",
      diagnosis: "Healthy",
      treatment: "Ovariectomy",
      medications: "Carprofen",
      notes: "Cone for ten days",
      followUpDate: "2025-06-24",
      followUpDoneOn: null,
      costCents: 8550,
      attachments: [],
    });
    expect(await countOf(dogId)).toBe(1);
    const activities = await team.owner.as.query(api.platform.activities.recent, {
      kennelId: team.kennelId,
      limit: 1,
    });
    expect(activities).toMatchObject([
      { type: "health_record", title: "Health record added", description: "Bella: Spay", dogId },
    ]);
  });

  it("[HLT-13] [GAP-HLT-02] accepts every type, including dental and emergency, and refuses an invalid type", async () => {
    for (const recordType of HEALTH_RECORD_TYPES)
      expect(await add({ recordType })).toMatchObject({ recordType });
    expect((await add()).recordType).toBe("examination");
    expect((await fieldsOf(add({ recordType: "spa" })))?.recordType).toContain("examination, treatment");
  });

  it("[HLT-09] [HLT-10] [HLT-11] requires title, description and date, each with its message", async () => {
    expect(await fieldsOf(add({ title: " ", description: "", dateRecorded: "" }))).toEqual({
      title: "Please enter a title.",
      description: "Please enter a description.",
      dateRecorded: "Please select a date.",
    });
    expect((await failureOf(add({ dogId: "" }))).code).toBe("NOT_FOUND");
  });

  it("[GAP-HLT-13] refuses a negative cost, a follow-up before the record and a record in the future", async () => {
    expect(await fieldsOf(add({ costCents: -1 }))).toEqual({ costCents: "Cost cannot be negative" });
    expect(await fieldsOf(add({ dateRecorded: "2025-06-16", followUpDate: "2025-06-10" }))).toEqual({
      dateRecorded: "Date cannot be in the future",
      followUpDate: "Follow-up date cannot be before the date of the record",
    });
    expect(await add({ dateRecorded: TODAY, followUpDate: TODAY, costCents: 0 })).toMatchObject({
      costCents: 0,
    });
  });

  it("[GAP-API-12] refuses texts that are too long, at their field", async () => {
    expect(await fieldsOf(add({ title: "x".repeat(201), notes: "x".repeat(5001) }))).toEqual({
      title: "Title must be at most 200 characters",
      notes: "Notes must be at most 5000 characters",
    });
  });

  it("accepts only dogs of the kennel, no external ancestor, no viewer and no stranger", async () => {
    const { _id } = await team.owner.as.mutation(api.dogs.dogs.createExternal, {
      kennelId: team.kennelId,
      name: "Ancestor",
      breed: "Beagle",
      gender: "male",
    });
    expect(await fieldsOf(add({ dogId: _id }))).toEqual({ dogId: "Dog was not found" });
    const fields = { dogId, title: "x", description: "x", dateRecorded: TODAY, today: TODAY };
    const create = (who: "viewer" | "stranger") =>
      team[who].as.mutation(api.health.healthRecords.create, fields);
    expect((await failureOf(create("viewer"))).code).toBe("FORBIDDEN");
    expect((await failureOf(create("stranger"))).code).toBe("NOT_FOUND");
  });

  it("returns LIMIT_REACHED when a dog has the maximum number of records", async () => {
    await team.deployment.run(
      async (ctx) => await ctx.db.patch("dogs", dogId, { healthRecordCount: MAX_HEALTH_RECORDS_PER_DOG }),
    );
    expect((await failureOf(add())).code).toBe("LIMIT_REACHED");
  });
});

describe("healthRecords.list", () => {
  it("[GAP-HLT-01] lists the newest first, filtered by dog, type and dates, with the total", async () => {
    const other = (await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" }))._id;
    await add({ title: "May", dateRecorded: "2025-05-31" });
    await add({ title: "June, tooth", dateRecorded: "2025-06-01", recordType: "dental" });
    await addHealthRecord(team, { dogId: other, title: "June, Rex", dateRecorded: "2025-06-12" });
    await add({ title: "Last year", dateRecorded: "2024-06-12", recordType: "dental" });
    expect(await titles()).toEqual(["June, Rex", "June, tooth", "May", "Last year"]);
    expect(await titles({ dogId })).toEqual(["June, tooth", "May", "Last year"]);
    expect(await titles({ type: "dental" })).toEqual(["June, tooth", "Last year"]);
    expect(await titles({ dogId, type: "dental", startDate: "2025-01-01" })).toEqual(["June, tooth"]);
    expect(await titles({ startDate: "2025-05-31", endDate: "2025-06-01" })).toEqual(["June, tooth", "May"]);
    expect((await list({ startDate: "2025-06-02" })).pagination.totalItems).toBe(1);
    expect((await list({ endDate: "2025-06-11", type: "dental" })).pagination.totalItems).toBe(2);
    expect(await titles({ dogId: "nonsense" })).toEqual([]);
    expect(await fieldsOf(list({ type: "spa", startDate: "soon" }))).toMatchObject({
      startDate: "Start date must be a date such as 2025-06-15",
    });
    const foreign = team.stranger.as.query(api.health.healthRecords.list, { kennelId: team.kennelId });
    expect((await failureOf(foreign)).code).toBe("NOT_FOUND");
  });

  it("[HLT-22] returns every record once over its pages, within one month and across months", async () => {
    const days = [
      "2025-03-01",
      "2025-03-01",
      "2025-03-31",
      "2025-04-02",
      "2025-06-01",
      "2025-06-01",
      "2025-06-02",
    ];
    for (const [index, dateRecorded] of days.entries()) await add({ title: String(index), dateRecorded });
    const pages = [];
    for (let page = 1; page <= 4; page += 1) pages.push(await titles({ page, limit: 2 }));
    expect(pages).toEqual([["6", "5"], ["4", "3"], ["2", "1"], ["0"]]);
    expect((await list({ page: 2, limit: 2 })).pagination).toEqual({
      totalPages: 4,
      totalItems: 7,
      page: 2,
      limit: 2,
      hasNext: true,
      hasPrev: true,
    });
    expect(await titles({ page: 9, limit: 2 })).toEqual([]);
    expect(await titles({ page: 2, limit: 2, startDate: "2025-03-02", endDate: "2025-06-01" })).toEqual([
      "3",
      "2",
    ]);
  });

  it("[GAP-HLT-08] searches title, description, diagnosis, veterinarian, clinic and dog, in any letter case", async () => {
    await add({ title: "Ear infection", dateRecorded: "2025-06-01" });
    await add({
      title: "Limping",
      description: "Left HIP sore",
      diagnosis: "Strain",
      dateRecorded: "2025-06-02",
    });
    await add({
      title: "Check",
      veterinarian: "Dr. Müller",
      vetClinic: "Riverside",
      dateRecorded: "2025-06-03",
    });
    const luna = (await addDog(team.owner, team.kennelId, { name: "Luna of Oak Hill", callName: "Lu" }))._id;
    await addHealthRecord(team, { dogId: luna, title: "Cough" });
    expect(await titles({ search: "INFECTION" })).toEqual(["Ear infection"]);
    expect(await titles({ search: "hip" })).toEqual(["Limping"]);
    expect(await titles({ search: "strai" })).toEqual(["Limping"]);
    expect(await titles({ search: "muller riverside" })).toEqual(["Check"]);
    expect(await titles({ search: "luna" })).toEqual(["Cough"]);
    expect(await titles({ search: "bella limping" })).toEqual(["Limping"]);
    expect(await titles({ search: "bella", startDate: "2025-06-02" })).toEqual(["Check", "Limping"]);
    expect(await titles({ search: "check", dogId: luna })).toEqual([]);
    expect(await list({ search: "nothing like it" })).toMatchObject({
      data: [],
      pagination: { totalItems: 0 },
      isCut: false,
    });
  });

  it("[GAP-HLT-08] finds records by the dog's new name and not by the old one", async () => {
    await add({ title: "Cough" });
    await team.owner.as.mutation(api.dogs.dogs.update, { dogId, name: "Marigold", today: TODAY });
    expect(await titles({ search: "marigold" })).toEqual(["Cough"]);
    expect(await titles({ search: "bella" })).toEqual([]);
  });
});

describe("healthRecords.update", () => {
  it("changes the given fields, clears null fields, and updates month and cost", async () => {
    const { _id } = await add({ diagnosis: "Strain", costCents: 5000 });
    const saved = await update(_id, { dateRecorded: "2025-05-01", diagnosis: null, recordType: "treatment" });
    expect(saved).toMatchObject({ title: "Annual check", diagnosis: null, costCents: 5000 });
    expect(await months()).toMatchObject([{ month: "2025-05", costCents: 5000, records: { treatment: 1 } }]);
    expect(await titles({ type: "treatment" })).toEqual(["Annual check"]);
  });

  it("moves a record to another dog of the kennel, but not of another kennel", async () => {
    const { _id } = await add();
    const rex = (await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" }))._id;
    expect(await update(_id, { dogId: rex })).toMatchObject({ dog: { name: "Rex" } });
    expect([await countOf(dogId), await countOf(rex)]).toEqual([0, 1]);
    expect(await titles({ search: "rex" })).toEqual(["Annual check"]);
    const [other] = await team.stranger.as.query(api.kennels.kennels.list, {});
    const theirs = await addDog(team.stranger, other?._id ?? "", { name: "Theirs" });
    expect(await fieldsOf(update(_id, { dogId: theirs._id }))).toEqual({ dogId: "Dog was not found" });
    expect(await fieldsOf(update(_id, { dogId: "" }))).toEqual({ dogId: "Please select a dog." });
  });

  it("[GAP-API-11] returns STALE_UPDATE for an older version, with who changed which fields", async () => {
    const record = await add();
    await update(record._id, { title: "Check-up", expectedUpdatedAt: record.updatedAt });
    const late = await failureOf(update(record._id, { notes: "x", expectedUpdatedAt: record.updatedAt }));
    expect(late.code).toBe("STALE_UPDATE");
    const edits = await team.owner.as.query(api.health.healthRecords.editsSince, {
      recordId: record._id,
      since: record.updatedAt,
    });
    expect(edits).toMatchObject([{ fields: ["title"], isSelf: false }]);
  });
});

describe("healthRecords.setFollowUpDone", () => {
  const mark = async (recordId: string, doneOn: string | null) =>
    await team.staff.as.mutation(api.health.healthRecords.setFollowUpDone, {
      recordId,
      doneOn,
      today: TODAY,
    });
  const summary = async () =>
    await team.staff.as.query(api.health.healthRecords.summary, { dogId, today: TODAY });

  it("closes a follow-up on a day, reopens it, and reopens one that is moved", async () => {
    const { _id } = await add({ followUpDate: "2025-06-12" });
    expect(await summary()).toMatchObject({ openFollowUps: 1, nextFollowUpOn: "2025-06-12" });
    expect((await mark(_id, "2025-06-14")).followUpDoneOn).toBe("2025-06-14");
    expect(await summary()).toMatchObject({ openFollowUps: 0, nextFollowUpOn: null });
    expect((await update(_id, { title: "Other" })).followUpDoneOn).toBe("2025-06-14");
    expect((await mark(_id, null)).followUpDoneOn).toBeNull();
    await mark(_id, "2025-06-14");
    expect((await update(_id, { followUpDate: "2025-06-30" })).followUpDoneOn).toBeNull();
    expect(await summary()).toMatchObject({ openFollowUps: 1, nextFollowUpOn: "2025-06-30" });
  });

  it("refuses an invalid date, a date before the record or in the future, and a record without a follow-up", async () => {
    const { _id } = await add({ followUpDate: "2025-06-12" });
    expect(await fieldsOf(mark(_id, "2025-06-09"))).toHaveProperty("doneOn");
    expect(await fieldsOf(mark(_id, "2025-06-16"))).toHaveProperty("doneOn");
    expect(await fieldsOf(mark(_id, "soon"))).toHaveProperty("doneOn");
    expect(await fieldsOf(mark((await add())._id, TODAY))).toHaveProperty("doneOn");
  });
});

describe("healthRecords.summary", () => {
  it("[GAP-HLT-11] returns last check, next due, open follow-ups, counts and total cost", async () => {
    await add({ title: "Check", dateRecorded: "2025-05-01", costCents: 8550 });
    await add({ title: "Teeth", recordType: "dental", costCents: 12_000, followUpDate: "2025-07-01" });
    expect(
      await team.staff.as.query(api.health.healthRecords.summary, { dogId, today: TODAY }),
    ).toMatchObject({
      lastCheck: { title: "Check", dateRecorded: "2025-05-01" },
      nextDue: null,
      openFollowUps: 1,
      counts: {
        healthRecords: 2,
        immunizations: 0,
        byType: [
          { recordType: "examination", count: 1 },
          { recordType: "dental", count: 1 },
        ],
      },
      totalCostCents: 20_550,
    });
    const dose = { dogId, vaccineType: "Core", dateAdministered: "2024-06-01", today: TODAY };
    await team.staff.as.mutation(api.vaccinations.immunizations.create, {
      ...dose,
      vaccineName: "Bordetella",
    });
    await team.staff.as.mutation(api.vaccinations.immunizations.create, { ...dose, vaccineName: "Rabies" });
    expect(
      await team.staff.as.query(api.health.healthRecords.summary, { dogId, today: TODAY }),
    ).toMatchObject({
      nextDue: { vaccineName: "Bordetella", dueDate: "2025-06-01", state: "overdue" },
      counts: { immunizations: 2 },
    });
    expect(
      await team.stranger.as.query(api.health.healthRecords.summary, { dogId, today: TODAY }),
    ).toBeNull();
  });
});

describe("healthRecords.remove", () => {
  it("is undone with attachments, counts and months", async () => {
    const { _id } = await add({ costCents: 100 });
    await addAttachment(team, _id);
    const remove = async (who: "viewer" | "staff") =>
      await team[who].as.mutation(api.health.healthRecords.remove, { recordId: _id });
    expect((await failureOf(remove("viewer"))).code).toBe("FORBIDDEN");
    await remove("staff");
    expect([await countOf(dogId), await months()]).toEqual([0, []]);
    await outliveDeletions(team.deployment);
    const left = await team.deployment.run(async (ctx) => [
      ...(await ctx.db.query("healthAttachments").take(5)),
      ...(await ctx.db.system.query("_storage").take(5)),
    ]);
    expect(left).toEqual([]);
  });
});

describe("dogs.remove", () => {
  it("[GAP-DOG-15] deletes a dog's records and their files", async () => {
    const { _id } = await add();
    await addAttachment(team, _id);
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId });
    expect(await list()).toMatchObject({ data: [], pagination: { totalItems: 0 } });
    expect(await months()).toEqual([]);
    await outliveDeletions(team.deployment);
    expect(await team.deployment.run(async (ctx) => await ctx.db.system.query("_storage").take(5))).toEqual(
      [],
    );
  });
});
