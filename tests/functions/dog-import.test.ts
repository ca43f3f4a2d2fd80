/** Importing dogs: the dry run writes nothing, the import writes everything or nothing. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

type Values = Record<string, string | number | boolean>;
const request = (rows: Values[], mode: "skip" | "update" = "skip") => ({
  kennelId: team.kennelId,
  rows: rows.map((values, index) => ({
    line: index + 2,
    values: { breed: "Boxer", gender: "male", ...values },
  })),
  mode,
  today: TODAY,
});
const listed = async () =>
  (await team.owner.as.query(api.dogs.list, { kennelId: team.kennelId, limit: 100 })).data;

describe("dogImport.check", () => {
  it("[GAP-DOG-03] says what would happen and writes nothing", async () => {
    const report = await team.owner.as.query(
      api.dogImport.check,
      request([{ name: "Rex", sire: "Zar" }, { name: "" }]),
    );
    expect(report).toEqual({
      added: 1,
      updated: 0,
      skipped: 0,
      ancestors: 1,
      isOverLimit: false,
      dogLimit: null,
      errors: [{ line: 3, fields: { name: "Name is required" } }],
    });
    expect(await listed()).toEqual([]);
  });

  it("refuses a stranger and a viewer", async () => {
    expect((await failureOf(team.stranger.as.query(api.dogImport.check, request([])))).code).toBe(
      "NOT_FOUND",
    );
    expect((await failureOf(team.viewer.as.query(api.dogImport.check, request([])))).code).toBe("FORBIDDEN");
  });
});

describe("dogImport.run", () => {
  it("[GAP-DOG-03] adds the dogs with their parents, ancestors, counts and breeds", async () => {
    const { owner, kennelId } = team;
    const mother = await addDog(owner, kennelId, {
      name: "Heidi",
      breed: "boxer",
      dateOfBirth: "2018-01-01",
    });
    const rows: Values[] = [
      { name: "Pup", sire: "Rex", dam: "Heidi", dateOfBirth: "2024-01-01" },
      { name: "Rex", sire: "Zar", dateOfBirth: "2020-01-01" },
    ];
    expect(await owner.as.mutation(api.dogImport.run, request(rows))).toMatchObject({
      added: 2,
      ancestors: 1,
    });
    const dogs = await listed();
    expect(dogs.map((dog) => [dog.name, dog.sire?.name, dog.dam?.name, dog._count.offspring])).toEqual([
      ["Heidi", undefined, undefined, 1],
      ["Pup", "Rex", "Heidi", 0],
      ["Rex", "Zar", undefined, 1],
    ]);
    expect(await owner.as.query(api.dogs.ownBreeds, { kennelId })).toEqual(["boxer"]);
    // Every count was moved, so the dogs can be deleted again down to an empty kennel.
    for (const dog of [...dogs, mother]) {
      if (dog._id !== mother._id)
        await owner.as.mutation(api.dogs.remove, { dogId: dog._id, confirmed: true });
    }
    expect((await listed()).map((dog) => dog._count.offspring)).toEqual([0]);
  });

  it("[GAP-DOG-03] changes a known dog only in what the file gives", async () => {
    const { owner, kennelId } = team;
    await addDog(owner, kennelId, {
      name: "Rex",
      gender: "male",
      registrationNumber: "R1",
      color: "Tan",
      isBreedingDog: true,
    });
    const row = { name: "Rex of Oak", registrationNumber: "R-1", breed: "Beagle" };
    expect((await owner.as.mutation(api.dogImport.run, request([row]))).skipped).toBe(1);
    expect((await owner.as.mutation(api.dogImport.run, request([row], "update"))).updated).toBe(1);
    expect(await listed()).toMatchObject([
      { name: "Rex of Oak", breed: "Beagle", color: "Tan", isBreedingDog: true },
    ]);
    expect(await owner.as.query(api.dogs.ownBreeds, { kennelId })).toEqual(["Beagle"]);
  });

  it("[GAP-DOG-03] writes nothing at all when the kennel cannot hold them", async () => {
    const { owner, kennelId } = team;
    await addDog(owner, kennelId, { name: "Only" });
    const rows = Array.from({ length: 5000 }, (_, index) => ({ name: `D${index}` }));
    expect((await failureOf(owner.as.mutation(api.dogImport.run, request(rows)))).code).toBe("LIMIT_REACHED");
    expect((await listed()).map((dog) => dog.name)).toEqual(["Only"]);
  });

  it("refuses a stranger and a viewer", async () => {
    expect((await failureOf(team.stranger.as.mutation(api.dogImport.run, request([])))).code).toBe(
      "NOT_FOUND",
    );
    expect((await failureOf(team.viewer.as.mutation(api.dogImport.run, request([])))).code).toBe("FORBIDDEN");
  });
});
