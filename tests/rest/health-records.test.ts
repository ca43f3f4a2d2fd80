/** Tests the REST calls of health records. */
import { beforeEach, describe, expect, it } from "vitest";
import { addDog, startTeam, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";

let team: Team;
let dogId: string;
beforeEach(async () => {
  team = await startTeam();
  dogId = (await addDog(team.owner, team.kennelId, { name: "Bella" }))._id;
});

const call = async (method: string, path: string, json?: unknown) =>
  await callRest(team.owner.as, method, path, { json });
const body = (fields: object = {}) => ({
  dogId,
  title: "Annual check",
  description: "No findings",
  dateRecorded: "2025-06-10",
  ...fields,
});
const create = async (fields: object = {}) => await call("POST", "/health/records", body(fields));

describe("POST /health/records", () => {
  it("[HLT-12] [GAP-HLT-04] returns 201 with the stored record, including dollars", async () => {
    const { status, body: answered } = await create({ recordType: "dental", cost: 85.5, followUpDate: "" });
    expect(status).toBe(201);
    expect(answered.data).toMatchObject({
      dogId,
      dog: { id: dogId, name: "Bella" },
      recordType: "dental",
      cost: 85.5,
      followUpDate: null,
      attachments: [],
    });
    for (const hidden of ["_id", "costCents", "searchText"]) expect(answered.data).not.toHaveProperty(hidden);
  });

  it("[HLT-08] [HLT-09] [HLT-10] [HLT-11] [HLT-12] [HLT-13] returns 400 with the invalid fields", async () => {
    const refused = await call("POST", "/health/records", {
      dogId: "",
      title: "",
      description: "",
      dateRecorded: "",
      recordType: "spa",
      cost: "abc",
    });
    expect(refused.status).toBe(400);
    expect(refused.body.errors).toMatchObject({
      dogId: "Please select a dog.",
      title: "Please enter a title.",
      description: "Please enter a description.",
      dateRecorded: "Please select a date.",
      cost: "Cost must be a number",
    });
    expect(refused.body.errors.recordType).toContain("dental, emergency, other");
  });

  it("[GAP-HLT-13] returns 400 for a negative cost, an earlier follow-up and a day in the future", async () => {
    expect((await create({ cost: -1 })).body.errors).toEqual({ cost: "Cost cannot be negative" });
    expect((await create({ followUpDate: "2025-06-09" })).body.errors).toHaveProperty("followUpDate");
    expect((await create({ dateRecorded: "2999-01-01" })).body.errors).toEqual({
      dateRecorded: "Date cannot be in the future",
    });
    const typedToday = await call("POST", "/health/records?today=2025-06-09", body());
    expect(typedToday.body.errors).toEqual({ dateRecorded: "Date cannot be in the future" });
  });
});

describe("/health/records/{id}", () => {
  it("[GAP-API-02] [GAP-API-11] returns a record, changes it, refuses an older version with 409, and deletes it", async () => {
    const { id, updatedAt } = (await create({ diagnosis: "x" })).body.data;
    const path = `/health/records/${id}`;
    expect((await call("GET", path)).body.data).toMatchObject({ id, diagnosis: "x" });
    const changed = await call("PUT", path, { diagnosis: "", cost: 20, updatedAt });
    expect(changed).toMatchObject({ status: 200, body: { data: { diagnosis: null, cost: 20 } } });
    expect((await call("PUT", path, { title: "Late", updatedAt })).status).toBe(409);
    expect((await call("PUT", path, { cost: null })).body.data).toMatchObject({
      title: "Annual check",
      recordType: "examination",
      cost: null,
    });
    expect(await call("DELETE", path)).toMatchObject({ status: 200, body: { success: true } });
    expect((await call("GET", path)).status).toBe(404);
  });
});

describe("GET /health/records", () => {
  it("[HLT-22] [GAP-HLT-01] [GAP-API-03] lists a page by dog, type, dates and search", async () => {
    await create({ title: "Check", dateRecorded: "2025-06-01" });
    await create({ title: "Tooth", recordType: "dental", dateRecorded: "2025-05-01" });
    const titles = async (query: string) =>
      (await call("GET", `/health/records?${query}`)).body.data.data.map(
        ({ title }: { title: string }) => title,
      );
    expect(await titles("limit=100")).toEqual(["Check", "Tooth"]);
    expect(await titles(`kennelId=${team.kennelId}&type=dental`)).toEqual(["Tooth"]);
    expect(await titles(`dogId=${dogId}&startDate=2025-05-02&endDate=2025-06-30`)).toEqual(["Check"]);
    expect(await titles("search=too")).toEqual(["Tooth"]);
    expect((await call("GET", "/health/records?type=spa")).status).toBe(400);
    expect((await call("GET", "/health/records?limit=1")).body.data.pagination).toMatchObject({
      totalItems: 2,
      totalPages: 2,
    });
  });
});

describe("GET /dogs/{id}/health", () => {
  it("[GAP-HLT-11] returns a dog's own records and its summary", async () => {
    const other = (await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" }))._id;
    await create({ cost: 85.5, followUpDate: "2025-06-20" });
    await create({ dogId: other });
    const records = await call("GET", `/dogs/${dogId}/health/records`);
    expect(records.body.data).toMatchObject({ data: [{ dogId }], pagination: { totalItems: 1 } });
    expect((await call("GET", `/dogs/${dogId}/health/summary?today=2025-06-15`)).body.data).toEqual({
      lastCheck: "2025-06-10",
      nextDue: null,
      openFollowUps: 1,
      nextFollowUp: "2025-06-20",
      counts: { healthRecords: 1, immunizations: 0, byType: { examination: 1 } },
      totalCost: 85.5,
    });
  });
});
