/** Tests the REST calls of vaccine doses. */
import { beforeEach, describe, expect, it } from "vitest";
import { addDog, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { addLitter, addPuppy } from "../support/litters";

let team: Team;
let dogId: string;
beforeEach(async () => {
  team = await startTeam();
  dogId = (await addDog(team.owner, team.kennelId, { name: "Bella", callName: "Bel" }))._id;
});

const call = async (method: string, path: string, json?: unknown) =>
  await callRest(team.owner.as, method, path, { json });
const post = async (fields: object = {}) =>
  await call("POST", `/health/immunizations?today=${TODAY}`, {
    dogId,
    vaccineName: "Rabies",
    vaccineType: "Core",
    dateAdministered: "2025-06-01",
    ...fields,
  });

describe("immunizations over REST", () => {
  it("[GAP-IMM-04] [GAP-API-02] returns 201 with the stored dose, its dog and the calculated dates", async () => {
    const { status, body } = await post({ manufacturer: "Zoetis", batchNumber: "R-1" });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      dogId,
      puppyId: null,
      dog: { id: dogId, name: "Bella", callName: "Bel" },
      manufacturer: "Zoetis",
      batchNumber: "R-1",
      nextDueDate: "2028-06-01",
      expirationDate: "2028-06-01",
      isNewest: true,
      dueOn: "2028-06-01",
    });
    expect(body.data).not.toHaveProperty("_id");
    expect((await call("GET", `/health/immunizations/${body.data.id}`)).body.data).toEqual(body.data);
  });

  it("accepts a puppy instead of a dog", async () => {
    const puppy = await addPuppy(team, (await addLitter(team)).litterId);
    const { body } = await post({ dogId: undefined, puppyId: puppy._id });
    expect(body.data).toMatchObject({ dog: null, puppy: { id: puppy._id, name: "Puppy 1" } });
  });

  it("[IMM-01] [IMM-02] [IMM-03] [IMM-04] [GAP-API-07] returns 400 with a message at each field", async () => {
    expect(await call("POST", "/health/immunizations", { dogId })).toMatchObject({
      status: 400,
      body: {
        errors: {
          vaccineName: "Please enter a vaccine name.",
          vaccineType: "Please enter a vaccine type.",
          dateAdministered: "Please select the date administered.",
        },
      },
    });
    expect((await post({ dogId: "" })).body.errors).toEqual({ dogId: "Please select a dog." });
    expect((await post({ dateAdministered: "2025-06-16" })).body.errors).toEqual({
      dateAdministered: "Date administered cannot be in the future",
    });
    expect((await post({ dogId: "none" })).status).toBe(404);
  });

  it("[GAP-API-03] [GAP-API-05] lists pages under data.data, of all dogs and of one dog", async () => {
    await post();
    await post({ vaccineName: "DHPP", dateAdministered: "2025-05-01" });
    const { body } = await call("GET", `/health/immunizations?kennelId=${team.kennelId}&limit=1&page=2`);
    expect(body.data.data).toMatchObject([{ vaccineName: "DHPP" }]);
    expect(body.data.pagination).toMatchObject({ totalItems: 2, page: 2, limit: 1, hasPrev: true });
    const range = "startDate=2025-05-15&endDate=2025-06-15";
    expect((await call("GET", `/health/immunizations?${range}`)).body.data.data).toHaveLength(1);
    expect((await call("GET", "/health/immunizations?search=dhpp")).body.data.data).toHaveLength(1);
    expect((await call("GET", `/dogs/${dogId}/health/immunizations?${range}`)).body.data.data).toHaveLength(
      1,
    );
    expect((await call("GET", "/health/immunizations?startDate=May")).status).toBe(400);
    expect((await call("GET", "/dogs/none/health/immunizations")).status).toBe(404);
  });

  it("[GAP-API-11] changes and deletes a dose, and returns 409 for an old version", async () => {
    const { body } = await post();
    const path = `/health/immunizations/${body.data.id}`;
    expect(
      await call("PUT", path, { nextDueDate: "2026-06-01", updatedAt: body.data.updatedAt }),
    ).toMatchObject({
      status: 200,
      body: { data: { nextDueDate: "2026-06-01", expirationDate: "2026-06-01" } },
    });
    expect((await call("PUT", path, { notes: "late", updatedAt: body.data.updatedAt })).status).toBe(409);
    expect(await call("DELETE", path)).toMatchObject({ status: 200, body: { success: true } });
    expect((await call("GET", path)).status).toBe(404);
  });
});
