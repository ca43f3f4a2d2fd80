/** Tests GET /breeding/compatibility. tests/rest/contracts.test.ts tests the rules for every call. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDog, startTeam, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

async function addFatherAndDaughter() {
  const sire = await addDog(team.owner, team.kennelId, {
    name: "Rex",
    gender: "male",
    dateOfBirth: "2020-01-01",
  });
  const dam = await addDog(team.owner, team.kennelId, { sireId: sire._id, dateOfBirth: "2022-01-01" });
  return { sireId: sire._id, damId: dam._id };
}

const get = async (query: Record<string, string>) =>
  await callRest(team.viewer.as, "GET", `/breeding/compatibility?${new URLSearchParams(query)}`);

describe("GET /breeding/compatibility", () => {
  it("[GAP-BRD-12] returns score, inbreedingCoefficient and warnings, with their reasons", async () => {
    const pair = await addFatherAndDaughter();
    const { status, body } = await get({ ...pair, breedingDate: "2025-06-20", today: "2025-06-15" });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      score: 45,
      inbreedingCoefficient: 0.25,
      relationship: 0.5,
      method: expect.stringContaining("Wright"),
      commonAncestors: [{ id: pair.sireId, name: "Rex", contribution: 0.25 }],
      damLitters: { count: 0, lastOn: null },
    });
    expect(body.data.warnings[0]).toBe("Rex and Bella are father and daughter.");
    expect(body.data.findings[0]).toEqual({
      code: "close_relatives",
      severity: "serious",
      message: body.data.warnings[0],
      source: "The Kennel Club (UK), litter registration",
    });
    expect(body.data.completeness[0]).toMatchObject({ generation: 1, known: 2, possible: 2 });
  });

  it("returns 400 with the invalid fields", async () => {
    const { sireId, damId } = await addFatherAndDaughter();
    expect(await get({})).toMatchObject({
      status: 400,
      body: { errors: { sireId: "Sire is required", damId: "Dam is required" } },
    });
    expect(await get({ sireId, damId, breedingDate: "soon" })).toMatchObject({
      status: 400,
      body: { errors: { breedingDate: "Mating date must be a date such as 2025-06-15" } },
    });
    expect(await get({ sireId: damId, damId })).toMatchObject({
      status: 400,
      body: { errors: { sireId: "Sire must be a male dog" } },
    });
  });

  it("[GAP-API-06] returns 404 for dogs that are not the caller's, and 403 without the right to breedings", async () => {
    const { sireId, damId } = await addFatherAndDaughter();
    expect(await get({ sireId: "none", damId })).toMatchObject({ status: 404 });
    expect(await get({ sireId, damId: "none" })).toMatchObject({ status: 404 });
    await team.owner.as.mutation(api.kennels.members.update, {
      kennelId: team.kennelId,
      userId: team.viewer.userId,
      role: "viewer",
      permissions: { breeding: "none" },
    });
    expect(await get({ sireId, damId })).toMatchObject({ status: 403 });
  });
});
