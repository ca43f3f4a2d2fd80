/** Tests the advice on a planned mating. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDog, failureOf, startTeam, TODAY, type Person, type Team } from "../support/backend";
import { recordBreeding } from "../support/breedings";

let team: Team;
let sireId: Id<"dogs">;
let damId: Id<"dogs">;
beforeEach(async () => {
  team = await startTeam();
  const breeding = { isBreedingDog: true, breedingRights: "full", dateOfBirth: "2021-01-10" } as const;
  sireId = (await addDog(team.owner, team.kennelId, { name: "Rex", gender: "male", ...breeding }))._id;
  damId = (await addDog(team.owner, team.kennelId, { name: "Bella", ...breeding }))._id;
});

type Args = Partial<(typeof api.breedings.breedings.compatibility)["_args"]>;
const ask = async (args: Args = {}, person: Person = team.viewer) =>
  await person.as.query(api.breedings.breedings.compatibility, {
    dogId: damId,
    sireId,
    today: TODAY,
    ...args,
  });
const codes = async (args: Args = {}, person: Person = team.viewer) =>
  (await ask(args, person))?.findings.map(({ code }) => code) ?? [];

const recordDose = async (dogId: Id<"dogs">, dateAdministered: string, nextDueDate: string) =>
  await team.deployment.run(async (ctx) => {
    await ctx.db.insert("immunizations", {
      kennelId: team.kennelId,
      dogId,
      vaccineName: "Rabies",
      vaccineKey: "rabies",
      vaccineType: "Core",
      dateAdministered,
      nextDueDate,
      updatedAt: 1,
    });
  });

const recordTest = async (dogId: Id<"dogs">) =>
  await team.deployment.run(async (ctx) => {
    await ctx.db.insert("healthRecords", {
      kennelId: team.kennelId,
      dogId,
      recordType: "test",
      title: "Hips",
      description: "A",
      dateRecorded: "2024-01-01",
      attachmentCount: 0,
      searchText: "",
      updatedAt: 1,
    });
  });

describe("breedings.compatibility", () => {
  it("[GAP-BRD-12] returns score, coefficient, method and findings of two unrelated dogs", async () => {
    expect(await ask()).toMatchObject({
      score: 100,
      damLitters: { count: 0, lastOn: null },
      mating: { coefficient: 0, relationship: 0, sire: { name: "Rex" }, dam: { name: "Bella" } },
    });
    expect(await codes()).toEqual(["no_health_tests", "no_health_tests", "pedigree_incomplete"]);
    await recordTest(sireId);
    await recordTest(damId);
    expect(await codes()).toEqual(["pedigree_incomplete"]);
  });

  it("[GAP-BRD-11] finds related parents, and the coefficient of their offspring", async () => {
    const daughter = await addDog(team.owner, team.kennelId, {
      name: "Luna",
      dateOfBirth: "2023-01-01",
      sireId,
      damId,
    });
    const advice = await ask({ dogId: daughter._id });
    expect(advice?.mating.coefficient).toBe(0.25);
    expect(advice?.findings[0]).toMatchObject({
      severity: "serious",
      message: "Rex and Luna are father and daughter.",
    });
    const granddaughter = await addDog(team.owner, team.kennelId, {
      name: "Mia",
      dateOfBirth: "2024-02-01",
      damId: daughter._id,
    });
    expect((await ask({ dogId: granddaughter._id }))?.findings[0]?.message).toBe(
      "Rex and Mia are grandfather and granddaughter.",
    );
  });

  it("[GAP-BRD-11] calculates ages on the day of mating, by default today", async () => {
    const young = await addDog(team.owner, team.kennelId, { name: "Luna", dateOfBirth: "2024-07-15" });
    expect(await codes({ dogId: young._id })).toContain("dam_too_young");
    expect(await codes({ dogId: young._id, breedingDate: "2025-07-15" })).not.toContain("dam_too_young");
  });

  it("[GAP-BRD-11] counts litters of breedings and of the dog records once, without the edited breeding's own litter", async () => {
    const breedingId = await recordBreeding(team, {
      sireId,
      damId,
      breedingDate: "2024-09-01",
      status: "whelped",
      actualDueDate: "2024-11-03",
    });
    for (const name of ["A", "B"]) {
      await addDog(team.owner, team.kennelId, { name, damId, dateOfBirth: "2024-11-04" });
    }
    await addDog(team.owner, team.kennelId, { name: "C", damId, dateOfBirth: "2023-05-01" });
    expect(await ask()).toMatchObject({ damLitters: { count: 2, lastOn: "2024-11-03" } });
    expect(await codes()).toContain("recent_litter");
    expect(await ask({ breedingId, breedingDate: "2024-09-01" })).toMatchObject({
      damLitters: { count: 1, lastOn: "2023-05-01" },
    });
  });

  it("[GAP-BRD-11] names another open breeding of the dam, but not the edited breeding", async () => {
    const breedingId = await recordBreeding(team, {
      sireId,
      damId,
      breedingDate: "2025-06-10",
      status: "bred",
    });
    expect((await ask())?.findings[0]?.message).toBe("Bella was bred to Rex on June 10, 2025.");
    expect(await codes({ breedingId })).not.toContain("other_breeding");
  });

  it("[GAP-IMM-07] rates vaccinations by the newest dose, and only for users who may read health", async () => {
    await recordDose(damId, "2021-06-01", "2022-06-01");
    expect(await codes()).toContain("vaccination_overdue");
    await recordDose(damId, "2025-01-01", "2026-01-01");
    expect(await codes()).not.toContain("vaccination_overdue");
    await team.owner.as.mutation(api.kennels.members.update, {
      kennelId: team.kennelId,
      userId: team.viewer.userId,
      role: "viewer",
      permissions: { health: "none" },
    });
    expect(await codes()).toEqual(["pedigree_incomplete"]);
  });

  it("accepts a sire from outside the kennel, whose health and breeding rights are not recorded here", async () => {
    const outside = await team.owner.as.mutation(api.dogs.dogs.createExternal, {
      kennelId: team.kennelId,
      name: "Foreign Stud",
      breed: "Beagle",
      gender: "male",
    });
    expect(await codes({ sireId: outside._id })).toEqual([
      "age_unknown",
      "no_health_tests",
      "pedigree_incomplete",
    ]);
  });

  it("refuses the wrong sex, invalid dates, strangers and users without the right", async () => {
    expect((await failureOf(ask({ sireId: damId }))).details.fields).toEqual({
      sireId: "Sire must be a male dog",
    });
    expect((await failureOf(ask({ dogId: sireId }))).details.fields).toEqual({
      damId: "Dam must be a female dog",
    });
    expect((await failureOf(ask({ breedingDate: "soon" }))).code).toBe("VALIDATION_FAILED");
    expect((await failureOf(ask({ today: "soon" }))).code).toBe("VALIDATION_FAILED");
    expect((await failureOf(ask({ sireId: "none" }))).code).toBe("NOT_FOUND");
    expect(await ask({ dogId: "none" })).toBeNull();
    expect(await ask({}, team.stranger)).toBeNull();
    const unsigned = team.deployment.query(api.breedings.breedings.compatibility, {
      dogId: damId,
      sireId,
      today: TODAY,
    });
    expect((await failureOf(unsigned)).code).toBe("UNAUTHENTICATED");
    for (const area of ["breeding", "dogs"] as const) {
      await team.owner.as.mutation(api.kennels.members.update, {
        kennelId: team.kennelId,
        userId: team.viewer.userId,
        role: "viewer",
        permissions: { [area]: "none" },
      });
      expect((await failureOf(ask())).code).toBe("FORBIDDEN");
    }
  });
});
