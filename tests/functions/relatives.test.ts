/** Tests a dog's offspring, siblings and breedings. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";
import { recordBreeding, recordLitter } from "../support/breedings";
import { recordDose } from "../support/vaccines";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

type Fields = NonNullable<Parameters<typeof addDog>[2]>;
const add = async (name: string, fields: Fields = {}) =>
  (await addDog(team.owner, team.kennelId, { name, ...fields }))._id;
const male = async (name: string, fields: Fields = {}) => await add(name, { gender: "male", ...fields });
const offspringOf = async (dogId: string, limit?: number) =>
  await team.viewer.as.query(api.dogs.relatives.offspring, { dogId, limit });
const siblingsOf = async (dogId: string) =>
  await team.viewer.as.query(api.dogs.relatives.siblings, { dogId });
const historyOf = async (dogId: string, role?: string) =>
  await team.viewer.as.query(api.breedings.breedings.history, { dogId, role });
const namesOf = (dogs: { name: string }[] | undefined) => dogs?.map(({ name }) => name).sort();

describe("relatives.offspring", () => {
  it("[GAP-DOG-06] groups offspring by mate and birth date, the youngest litter first", async () => {
    const [rex, bella, luna] = [await male("Rex"), await add("Bella"), await add("Luna")];
    const born = { sireId: rex, dateOfBirth: "2023-05-01" };
    await add("Ada", { ...born, damId: bella });
    await add("Ben", { ...born, damId: luna });
    await add("Cleo", { ...born, damId: bella });
    await add("Dan", { sireId: rex, damId: bella, dateOfBirth: "2024-05-01" });
    await add("Eve", { sireId: rex, damName: "Stray" });
    const answer = await offspringOf(rex);
    expect(answer?.total).toBe(5);
    expect(
      answer?.litters.map(({ mate, dateOfBirth, offspring }) => [mate.name, dateOfBirth, namesOf(offspring)]),
    ).toEqual([
      ["Bella", "2024-05-01", ["Dan"]],
      expect.arrayContaining(["2023-05-01"]),
      expect.arrayContaining(["2023-05-01"]),
      ["Stray", null, ["Eve"]],
    ]);
    expect(answer?.litters.find(({ offspring }) => offspring.length === 2)).toMatchObject({
      mate: { _id: bella, name: "Bella" },
    });
  });

  it("returns at most the requested number, and the total", async () => {
    const bella = await add("Bella");
    for (const name of ["Ada", "Ben", "Cleo"]) await add(name, { damId: bella });
    const answer = await offspringOf(bella, 2);
    expect(answer?.total).toBe(3);
    expect(answer?.litters.flatMap(({ offspring }) => offspring)).toHaveLength(2);
    expect((await offspringOf(bella, Number.NaN))?.litters[0]?.offspring).toHaveLength(3);
  });

  it("[GAP-API-01] returns null for another kennel's dog and refuses a caller without a token", async () => {
    const dogId = await add("Bella");
    expect(await team.stranger.as.query(api.dogs.relatives.offspring, { dogId })).toBeNull();
    expect(await team.stranger.as.query(api.dogs.relatives.siblings, { dogId })).toBeNull();
    expect(await team.stranger.as.query(api.breedings.breedings.history, { dogId })).toBeNull();
    const failure = await failureOf(team.deployment.query(api.dogs.relatives.offspring, { dogId }));
    expect(failure.code).toBe("UNAUTHENTICATED");
  });
});

describe("relatives.siblings", () => {
  it("distinguishes full from half siblings", async () => {
    const [rex, bella, luna] = [await male("Rex"), await add("Bella"), await add("Luna")];
    const ada = await add("Ada", { sireId: rex, damId: bella });
    await add("Ben", { sireId: rex, damId: bella });
    await add("Cleo", { sireId: rex, damId: luna });
    await add("Dan", { damId: bella });
    const answer = await siblingsOf(ada);
    expect(namesOf(answer?.full.siblings)).toEqual(["Ben"]);
    expect(namesOf(answer?.sameSire.siblings)).toEqual(["Cleo"]);
    expect(namesOf(answer?.sameDam.siblings)).toEqual(["Dan"]);
    expect(answer?.full.hasMore).toBe(false);
  });

  it("treats two dogs with one known parent in common as half siblings", async () => {
    const rex = await male("Rex");
    const ada = await add("Ada", { sireId: rex });
    await add("Ben", { sireId: rex });
    const answer = await siblingsOf(ada);
    expect(answer?.full.siblings).toEqual([]);
    expect(namesOf(answer?.sameSire.siblings)).toEqual(["Ben"]);
  });

  it("finds no siblings for a dog without recorded parents", async () => {
    const answer = await siblingsOf(await add("Ada"));
    expect(answer?.full.siblings.length).toBe(0);
  });
});

describe("breedings.history", () => {
  it("[GAP-ANC-01] lists the dog's breedings with role, partner and litters, the newest first", async () => {
    const [rex, bella, luna] = [await male("Rex"), await add("Bella"), await add("Luna")];
    const older = await recordBreeding(team, { sireId: rex, damId: bella, breedingDate: "2023-01-01" });
    await recordBreeding(team, { sireId: rex, damId: luna, breedingDate: "2025-01-01" });
    await recordLitter(team, older);
    const history = await historyOf(rex);
    expect(history).toMatchObject([
      { role: "sire", partner: { name: "Luna" }, litters: [] },
      { role: "sire", partner: { name: "Bella" }, breeding: { _id: older }, litters: [{ numberBorn: 7 }] },
    ]);
    expect(await historyOf(bella)).toMatchObject([{ role: "dam", partner: { name: "Rex" } }]);
  });

  it("[GAP-ANC-03] accepts sire, dam and both", async () => {
    const [rex, bella] = [await male("Rex"), await add("Bella")];
    await recordBreeding(team, { sireId: rex, damId: bella });
    expect(await historyOf(rex, "sire")).toHaveLength(1);
    expect(await historyOf(rex, "dam")).toEqual([]);
    expect(await historyOf(rex, "both")).toHaveLength(1);
    const failure = await failureOf(historyOf(rex, "owner"));
    expect(failure).toMatchObject({
      code: "VALIDATION_FAILED",
      details: { fields: { role: "Role must be sire, dam or both" } },
    });
  });

  it("[GAP-AUTH-02] refuses a user who may not read breedings", async () => {
    const { owner, staff, kennelId } = team;
    const dogId = await add("Bella");
    await owner.as.mutation(api.kennels.members.update, {
      kennelId,
      userId: staff.userId,
      role: "staff",
      permissions: { breeding: "none" },
    });
    expect((await failureOf(staff.as.query(api.breedings.breedings.history, { dogId }))).code).toBe(
      "FORBIDDEN",
    );
    expect(await staff.as.query(api.dogs.relatives.offspring, { dogId })).toMatchObject({ total: 0 });
  });
});

describe("deleting a dog", () => {
  const remove = async (dogId: string, confirmed?: boolean) =>
    await team.owner.as.mutation(api.dogs.dogs.remove, { dogId, confirmed });

  it("[GAP-DOG-15] is refused while it is sire or dam of a breeding, unless confirmed", async () => {
    const [rex, bella] = [await male("Rex"), await add("Bella")];
    await recordBreeding(team, { sireId: rex, damId: bella });
    expect(await failureOf(remove(rex))).toMatchObject({ code: "HAS_BREEDINGS", details: { count: 1 } });
    await remove(rex, true);
    expect(await historyOf(bella)).toMatchObject([
      { partner: null, breeding: { sireId: null, sireName: "Rex", damId: bella } },
    ]);
  });

  it("[GAP-DOG-15] deletes only its own health records and immunizations", async () => {
    const [bella, luna] = [await add("Bella"), await add("Luna")];
    const { deployment, kennelId } = team;
    await deployment.run(async (ctx) => {
      for (const dogId of [bella, luna]) {
        await ctx.db.insert("healthRecords", {
          kennelId,
          dogId,
          recordType: "test",
          title: "Hips",
          description: "Clear",
          dateRecorded: "2025-01-01",
          attachmentCount: 0,
          searchText: "",
          updatedAt: 1,
        });
      }
    });
    for (const dogId of [bella, luna]) await recordDose(team.staff, { dogId });
    await remove(bella);
    expect(await team.viewer.as.query(api.health.dogHealth.list, { dogId: luna })).toMatchObject({
      records: [{ title: "Hips" }],
      immunizations: [{ vaccineName: "Rabies", isNewest: true }],
    });
    const left = await deployment.run(async (ctx) => [
      ...(await ctx.db.query("healthRecords").take(9)),
      ...(await ctx.db.query("immunizations").take(9)),
    ]);
    expect(left.map(({ dogId }) => dogId)).toEqual([luna, luna]);
  });
});

describe("changing the gender of a dog", () => {
  it("[GAP-DOG-19] is refused for a dog with breedings, and names their dates", async () => {
    const [rex, bella] = [await male("Rex"), await add("Bella")];
    for (const breedingDate of ["2022-01-01", "2023-01-01", "2024-01-01", "2025-01-01"]) {
      await recordBreeding(team, { sireId: rex, damId: bella, breedingDate });
    }
    const change = team.owner.as.mutation(api.dogs.dogs.update, {
      dogId: rex,
      gender: "female",
      today: TODAY,
    });
    expect((await failureOf(change)).details.fields?.gender).toBe(
      "Gender cannot change: Rex is the sire of the breeding of 2025-01-01, 2024-01-01, 2023-01-01 and others",
    );
  });
});
