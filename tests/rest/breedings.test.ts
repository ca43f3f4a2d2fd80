/** The REST calls of breedings: shapes, both names of a field, refused roles. */
import { beforeEach, describe, expect, it } from "vitest";
import { addDog, startTeam, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { recordBreeding, recordLitter } from "../support/breedings";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const get = async (path: string) => await callRest(team.viewer.as, "GET", path);

async function addPair() {
  const sire = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
  const dam = await addDog(team.owner, team.kennelId, { name: "Bella" });
  const breedingId = await recordBreeding(team, {
    sireId: sire._id,
    damId: dam._id,
    actualDueDate: "2025-03-06",
  });
  await recordLitter(team, breedingId);
  return { sire, dam, breedingId };
}

describe("GET /dogs/{id}/breeding-history", () => {
  it("[GAP-ANC-01] [BRD-16] [LIT-01] [LIT-02] [LIT-04] answers breeding, role, partner and litters", async () => {
    const { sire, dam, breedingId } = await addPair();
    const { status, body } = await get(`/dogs/${sire._id}/breeding-history?role=both`);
    expect(status).toBe(200);
    expect(body.data).toHaveLength(1);
    const [entry] = body.data;
    expect(entry.role).toBe("sire");
    expect(entry.partner).toMatchObject({ id: dam._id, name: "Bella", isExternal: false });
    expect(entry.breeding).toMatchObject({
      id: breedingId,
      sireId: sire._id,
      damId: dam._id,
      breedingDate: "2025-01-01",
      actualDueDate: "2025-03-06",
      actualDeliveryDate: "2025-03-06",
      breedingType: "natural",
      status: "planned",
      studFee: 1500.5,
      updatedAt: "1970-01-01T00:00:00.001Z",
    });
    expect(entry.breeding).not.toHaveProperty("studFeeCents");
    expect(entry.litters).toMatchObject([
      {
        breedingId,
        whelpingDate: "2025-03-05",
        birthDate: "2025-03-05",
        numberBorn: 7,
        litterSize: 7,
        whelping: { assistanceRequired: true, veterinarianPresent: false, complications: null, notes: null },
      },
    ]);
    expect(entry.litters[0]).not.toHaveProperty("_id");
  });

  it("asks for both when no role is given", async () => {
    const { dam } = await addPair();
    expect((await get(`/dogs/${dam._id}/breeding-history`)).body.data).toMatchObject([{ role: "dam" }]);
  });

  it("[GAP-ANC-03] takes sire and dam, and answers 400 for anything else", async () => {
    const { sire } = await addPair();
    const path = `/dogs/${sire._id}/breeding-history`;
    expect((await get(`${path}?role=sire`)).body.data).toHaveLength(1);
    expect((await get(`${path}?role=dam`)).body).toEqual({ data: [] });
    for (const role of ["", "SIRE", "owner"]) {
      const { status, body } = await get(`${path}?role=${role}`);
      expect(status).toBe(400);
      expect(body.errors).toEqual({ role: "Role must be sire, dam or both" });
    }
  });
});

describe("DELETE /dogs/{id}", () => {
  it("[GAP-DOG-15] [GAP-API-06] answers 409 for a dog with breedings until confirmed", async () => {
    const { sire } = await addPair();
    const call = async (query: string) =>
      await callRest(team.owner.as, "DELETE", `/dogs/${sire._id}${query}`);
    expect(await call("")).toMatchObject({
      status: 409,
      body: { message: "This dog is the sire or dam of recorded breedings." },
    });
    expect(await call("?confirmed=true")).toMatchObject({ status: 200, body: { success: true } });
  });
});
