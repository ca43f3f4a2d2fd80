/** Tests the veterinarians of dogs. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDog, failureOf, startTeam, type Team } from "../support/backend";
import { addVeterinarian, recordDose } from "../support/vaccines";

let team: Team;
let dogId: Id<"dogs">;
beforeEach(async () => {
  team = await startTeam();
  dogId = (await addDog(team.owner, team.kennelId, { name: "Bella" }))._id;
});

const add = async (veterinarianName: string, fields: object = {}) =>
  await addVeterinarian(team, { dogId, veterinarianName, ...fields });
const update = async (
  veterinaryRecordId: string,
  fields: Partial<(typeof api.health.veterinaryRecords.update)["_args"]>,
) => await team.staff.as.mutation(api.health.veterinaryRecords.update, { veterinaryRecordId, ...fields });
const list = async (filters: object = {}) =>
  (
    await team.viewer.as.query(api.health.veterinaryRecords.list, { kennelId: team.kennelId, ...filters })
  ).data.map(({ veterinarianName, isPrimary }) => (isPrimary ? `${veterinarianName}*` : veterinarianName));
const clinics = async (search?: string) =>
  await team.viewer.as.query(api.health.veterinaryRecords.clinics, { kennelId: team.kennelId, search });

describe("veterinary records", () => {
  it("[VET-01] [VET-02] [VET-03] are trimmed, have formatted phone numbers, and require names", async () => {
    const typed = {
      clinicPhone: "555.123.4567",
      specialization: "Acupuncture",
      notes: " ",
      licenseNumber: "TX-1",
    };
    expect(await add(" Dr. Lee ", { ...typed, veterinaryClinic: " Hill Vets " })).toMatchObject({
      dog: { name: "Bella" },
      veterinarianName: "Dr. Lee",
      veterinaryClinic: "Hill Vets",
      clinicPhone: "(555) 123-4567",
      specialization: "Acupuncture",
      licenseNumber: "TX-1",
      notes: null,
    });
    expect((await failureOf(add("   ", { veterinaryClinic: " " }))).details.fields).toEqual({
      veterinarianName: "Please enter the veterinarian name.",
      veterinaryClinic: "Please enter the veterinary clinic name.",
    });
  });

  it("[VET-07] [GAP-VET-02] include exactly one primary: the first, then the chosen one", async () => {
    const a = await add("A");
    const b = await add("B");
    expect(await list({ dogId })).toEqual(["A*", "B"]);
    await team.staff.as.mutation(api.health.veterinaryRecords.setPrimary, { veterinaryRecordId: b._id });
    expect(await list({ dogId })).toEqual(["B*", "A"]);
    await add("C", { isPrimary: true });
    expect(await list({ dogId })).toEqual(["C*", "A", "B"]);
    await update(a._id, { isPrimary: true });
    expect(await list({ dogId })).toEqual(["A*", "B", "C"]);
    await update(a._id, { isPrimary: false });
    expect(await list({ dogId })).toEqual(["B*", "A", "C"]);
  });

  it("[GAP-VET-02] promote another one when the primary is deleted or moved to another dog", async () => {
    const a = await add("A");
    const b = await add("B");
    await add("C");
    await team.staff.as.mutation(api.health.veterinaryRecords.remove, { veterinaryRecordId: a._id });
    expect(await list({ dogId })).toEqual(["B*", "C"]);
    const rex = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
    await addVeterinarian(team, { dogId: rex._id, veterinarianName: "R" });
    await update(b._id, { dogId: rex._id });
    expect(await list({ dogId })).toEqual(["C*"]);
    expect(await list({ dogId: rex._id })).toEqual(["R*", "B"]);
    const only = await addVeterinarian(team, { dogId, isPrimary: false });
    await team.owner.as.mutation(api.health.veterinaryRecords.remove, { veterinaryRecordId: only._id });
    expect(await list()).toHaveLength(3);
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId });
    expect(await list({ dogId: rex._id })).toEqual(["R*", "B"]);
    expect(await list()).toHaveLength(2);
  });

  it("[GAP-VET-01] suggest the kennel's own clinics, the most used first, at most eight", async () => {
    const first = await add("A", { veterinaryClinic: "Hill Vets" });
    await add("B", { veterinaryClinic: "hill vets" });
    await add("C", { veterinaryClinic: "River Clinic" });
    await recordDose(team.staff, { dogId, veterinaryClinic: "Lake Clinic" });
    expect(await clinics()).toEqual(expect.arrayContaining(["Hill Vets", "River Clinic", "Lake Clinic"]));
    expect((await clinics())[0]).toBe("Hill Vets");
    expect(await clinics("clin riv")).toEqual(["River Clinic"]);
    await update(first._id, { veterinaryClinic: "River Clinic" });
    expect((await clinics())[0]).toBe("River Clinic");
    for (let number = 0; number < 9; number += 1)
      await add(`V${number}`, { veterinaryClinic: `Clinic ${number}` });
    expect(await clinics()).toHaveLength(8);
  });

  it("[GAP-API-11] [GAP-HLT-08] report conflicting edits, and are found by search", async () => {
    const { _id, updatedAt } = await add("Dr. Lee", { specialization: "Reproduction" });
    await update(_id, { notes: "closed on Fridays" });
    expect((await failureOf(update(_id, { notes: "x", expectedUpdatedAt: updatedAt }))).code).toBe(
      "STALE_UPDATE",
    );
    const edits = await team.owner.as.query(api.health.veterinaryRecords.editsSince, {
      veterinaryRecordId: _id,
      since: updatedAt,
    });
    expect(edits).toMatchObject([{ fields: ["notes"] }]);
    expect(await list({ search: "lee repro" })).toEqual(["Dr. Lee*"]);
    expect(await list({ search: "nobody" })).toEqual([]);
    expect(
      await team.viewer.as.query(api.health.veterinaryRecords.get, { veterinaryRecordId: _id }),
    ).toMatchObject({
      notes: "closed on Fridays",
    });
  });

  it("are refused to viewers and other kennels", async () => {
    const { _id: veterinaryRecordId } = await add("A");
    const remove = (who: "viewer" | "stranger") =>
      failureOf(team[who].as.mutation(api.health.veterinaryRecords.remove, { veterinaryRecordId }));
    expect((await remove("viewer")).code).toBe("FORBIDDEN");
    expect((await remove("stranger")).code).toBe("NOT_FOUND");
    expect(await team.stranger.as.query(api.health.veterinaryRecords.ofDog, { dogId })).toBeNull();
    const foreign = await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male" });
    const wrongDog = team.staff.as.mutation(api.health.veterinaryRecords.setPrimary, {
      veterinaryRecordId,
      dogId: foreign._id,
    });
    expect((await failureOf(wrongDog)).code).toBe("NOT_FOUND");
    expect((await failureOf(update(veterinaryRecordId, { dogId: "nobody" }))).details.fields).toEqual({
      dogId: "This dog was not found",
    });
  });
});
