/**
 * Tests a generated breed with known coefficients. tests/operation/deep-breed.test.ts does the same for 60
 * generations on the real runtime.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { api } from "../../convex/_generated/api";
import type { Id } from "../../convex/_generated/dataModel";
import { addDog, startTeam, TODAY, type Team } from "../support/backend";
import { callRest } from "../support/backend-rest";
import { breedDogs, makeRandom, pickMatings, rowOf, tabulate, type BredDog } from "../support/breed";
import { importRows } from "../support/imports";

const GENERATIONS = 14;
const PER_GENERATION = 12;
const SAME = 9;

let team: Team;
beforeEach(async () => {
  vi.useFakeTimers();
  team = await startTeam();
});
afterEach(() => vi.useRealTimers());

const idsOf = async (count: number): Promise<Id<"dogs">[]> =>
  await team.deployment.run(async (ctx) => {
    const byName = new Map((await ctx.db.query("dogs").take(2 * count)).map(({ name, _id }) => [name, _id]));
    return Array.from({ length: count }, (_, number) => {
      const id = byName.get(`Dog ${number}`);
      if (!id) throw new Error(`Dog ${number} was not imported`);
      return id;
    });
  });

/** Checks functions and REST for a dog and a mating of every generation. */
async function expectTruth(dogs: readonly BredDog[], ids: readonly Id<"dogs">[], seed: number) {
  const { owner, kennelId } = team;
  const matings = pickMatings(GENERATIONS, PER_GENERATION, GENERATIONS - 1, makeRandom(seed));
  const truth = tabulate(dogs, PER_GENERATION, matings);
  for (const [index, [sire, dam]] of matings.entries()) {
    const [sireId, damId] = [ids[sire] ?? "", ids[dam] ?? ""];
    const mating = await owner.as.query(api.pedigree.ancestry.mating, {
      kennelId,
      sireId,
      damId,
      generations: null,
    });
    expect(mating.coefficient).toBeCloseTo(truth.matings[index] ?? NaN, SAME);
    expect(mating.sire.coefficient).toBeCloseTo(truth.coefficients[sire] ?? NaN, SAME);
    expect(mating.dam.coefficient).toBeCloseTo(truth.coefficients[dam] ?? NaN, SAME);
    const told = await owner.as.query(api.pedigree.ancestry.inbreeding, { dogId: damId, generations: null });
    expect(told?.coefficient).toBeCloseTo(truth.coefficients[dam] ?? NaN, SAME);
    if (index % 10 !== 0) continue;
    const advice = await callRest(owner.as, "GET", `/breeding/compatibility?sireId=${sireId}&damId=${damId}`);
    expect(advice.body.data.inbreedingCoefficient).toBeCloseTo(truth.matings[index] ?? NaN, SAME);
    const path = `/dogs/${sireId}/coefficient-of-inbreeding?generations=all`;
    const own = await callRest(owner.as, "GET", path);
    expect(own.body.data.coefficient).toBeCloseTo(truth.coefficients[sire] ?? NaN, SAME);
  }
}

describe("a breed of 14 generations", () => {
  it("[GAP-ANC-02] has the correct coefficients of dogs and matings, before and after edits, additions and renames", async () => {
    const { owner, kennelId } = team;
    const dogs = breedDogs(GENERATIONS, PER_GENERATION, makeRandom(5));
    const rows = dogs.map((_, number) => rowOf(dogs, number));
    await importRows(team, rows, { kind: "ancestors", mode: "complete", breed: "Boxer" });
    const ids = await idsOf(dogs.length);
    await expectTruth(dogs, ids, 3);

    const edit = async (number: number, changes: { sire?: number; dam?: number; name?: string }) => {
      const { sire, dam, name } = changes;
      await owner.as.mutation(api.dogs.dogs.update, {
        dogId: ids[number] ?? "",
        today: TODAY,
        ...(name !== undefined && { name }),
        ...(sire !== undefined && { sireId: ids[sire] ?? "" }),
        ...(dam !== undefined && { damId: ids[dam] ?? "" }),
      });
      const dog = dogs[number];
      if (dog)
        dogs[number] = { ...dog, ...(sire !== undefined && { sire }), ...(dam !== undefined && { dam }) };
    };
    // Some of these dogs are ancestors of nearly every dog, others of few. The rest are renamed.
    await edit(2 * PER_GENERATION, { sire: PER_GENERATION + 4, dam: PER_GENERATION + 1 });
    await edit(7 * PER_GENERATION + 1, { sire: 6 * PER_GENERATION + 6 });
    await edit(12 * PER_GENERATION + 3, { dam: 11 * PER_GENERATION + 7 });
    await edit(7, { name: "Renamed" });
    const last = (GENERATIONS - 1) * PER_GENERATION;
    const pup = await addDog(owner, kennelId, {
      name: "Pup",
      dateOfBirth: "2025-01-01",
      sireId: ids[last] ?? "",
      damId: ids[last + 1] ?? "",
    });
    await expectTruth(dogs, ids, 4);
    const truth = tabulate(dogs, PER_GENERATION, [[last, last + 1]]);
    const told = await owner.as.query(api.pedigree.ancestry.inbreeding, {
      dogId: pup._id,
      generations: null,
    });
    expect(told?.coefficient).toBeCloseTo(truth.matings[0] ?? NaN, SAME);
  });
});
