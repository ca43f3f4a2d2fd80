/** Tests the functions that return pedigrees. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDog, failureOf, firstKennelOf, startTeam, type Team } from "../support/backend";
import { addPhoto } from "../support/photos";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const add = async (name: string, gender: "male" | "female", sireId?: string, damId?: string) =>
  (await addDog(team.owner, team.kennelId, { name, gender, sireId, damId }))._id;

describe("ancestry.tree", () => {
  it("[ANC-01] returns each dog once, the requested dog first, with three generations by default", async () => {
    const founder = await add("Founder", "male");
    const dam = await add("Dam", "female", founder);
    const dog = await add("Dog", "male", founder, dam);
    const pedigree = await team.owner.as.query(api.pedigree.ancestry.tree, { dogId: dog });
    expect(pedigree?.generations).toBe(3);
    expect(pedigree?.dogs.map(({ name }) => name)).toEqual(["Dog", "Founder", "Dam"]);
    expect(pedigree?.dogs[0]).toMatchObject({ sireId: founder, damId: dam });
  });

  it("[GAP-ANC-04] returns no ancestors beyond the requested generation", async () => {
    let dog = await add("g5", "male");
    for (const name of ["g4", "g3", "g2", "g1", "g0"]) dog = await add(name, "male", dog);
    const namesFor = async (generations: number) =>
      (await team.owner.as.query(api.pedigree.ancestry.tree, { dogId: dog, generations }))?.dogs.map(
        ({ name }) => name,
      );
    expect(await namesFor(2)).toEqual(["g0", "g1", "g2"]);
    expect(await namesFor(5)).toHaveLength(6);
    const wrong = team.owner.as.query(api.pedigree.ancestry.tree, { dogId: dog, generations: 1 });
    expect((await failureOf(wrong)).details.fields).toEqual({
      generations: "Generations must be from 2 to 10",
    });
  });

  it("[GAP-ANC-01] returns the primary photo of an ancestor", async () => {
    const sire = await add("Sire", "male");
    const photo = await addPhoto(team.owner, sire);
    const dogId = await add("Dog", "male", sire);
    const pedigree = await team.owner.as.query(api.pedigree.ancestry.tree, { dogId });
    const shown = pedigree?.dogs.map(({ photos }) => photos.map(({ _id, isPrimary }) => [_id, isPrimary]));
    expect(shown).toEqual([[], [[photo.id, true]]]);
  });

  it("[GAP-API-01] returns null to a stranger and UNAUTHENTICATED without a token", async () => {
    const dogId = await add("Dog", "male");
    expect(await team.viewer.as.query(api.pedigree.ancestry.tree, { dogId })).not.toBeNull();
    expect(await team.stranger.as.query(api.pedigree.ancestry.tree, { dogId })).toBeNull();
    expect(await team.stranger.as.query(api.pedigree.ancestry.inbreeding, { dogId })).toBeNull();
    const unsigned = team.deployment.query(api.pedigree.ancestry.tree, { dogId });
    expect((await failureOf(unsigned)).code).toBe("UNAUTHENTICATED");
  });
});

describe("ancestry.inbreeding", () => {
  it("[ANC-12] returns a new coefficient after an ancestor is edited", async () => {
    const oak = await add("Oak", "male");
    const sire = await add("Rex", "male", oak);
    const dam = await add("Bella", "female");
    const dogId = await add("Pup", "male", sire, dam);
    const coefficient = async (generations: number | null) =>
      (await team.owner.as.query(api.pedigree.ancestry.inbreeding, { dogId, generations }))?.coefficient;
    expect(await coefficient(5)).toBe(0);
    await team.owner.as.mutation(api.dogs.dogs.update, { dogId: dam, sireId: oak, today: "2025-06-15" });
    expect(await coefficient(5)).toBe(0.125);
    expect(await coefficient(null)).toBe(0.125);
  });
});

describe("ancestry.mating", () => {
  const tryMating = async (sireId: string, damId: string, generations: number | null = 5) =>
    await team.viewer.as.query(api.pedigree.ancestry.mating, {
      kennelId: team.kennelId,
      sireId,
      damId,
      generations,
    });

  it("[GAP-ANC-02] predicts the coefficient that a litter's dogs then have", async () => {
    const [oak, elm] = [await add("Oak", "male"), await add("Elm", "female")];
    const rex = await add("Rex", "male", oak, elm);
    const bella = await add("Bella", "female", oak, elm);
    const expected = await tryMating(rex, bella);
    expect(expected).toMatchObject({
      coefficient: 0.25,
      percentage: 25,
      relationship: 0.5,
      sire: { name: "Rex", coefficient: 0 },
      dam: { name: "Bella", coefficient: 0 },
    });
    expect(expected.commonAncestors.map(({ name }) => name).sort()).toEqual(["Elm", "Oak"]);
    expect(expected.completeness.slice(0, 3).map(({ known }) => known)).toEqual([2, 4, 0]);
    // Rex, Bella, Oak and Elm fill six places of the pedigree.
    expect(expected.ancestorLoss).toMatchObject({ known: 6, different: 4, coefficientOfKnown: 4 / 6 });
    const dogId = await add("Pup", "male", rex, bella);
    const { coefficient, commonAncestors, completeness, ancestorLoss } =
      (await team.owner.as.query(api.pedigree.ancestry.inbreeding, { dogId, generations: 5 })) ?? {};
    expect({ coefficient, commonAncestors, completeness, ancestorLoss }).toEqual({
      coefficient: expected.coefficient,
      commonAncestors: expected.commonAncestors,
      completeness: expected.completeness,
      ancestorLoss: expected.ancestorLoss,
    });
  });

  it("includes matings of a parent with its offspring, and the parents' own coefficients", async () => {
    const [oak, elm] = [await add("Oak", "male"), await add("Elm", "female")];
    const ivy = await add("Ivy", "female", oak, elm);
    const fern = await add("Fern", "female", oak, ivy);
    const expected = await tryMating(oak, fern, null);
    expect(expected.coefficient).toBe(0.375);
    expect(expected.dam.coefficient).toBe(0.25);
    expect(expected.relationship).toBeCloseTo(0.75 / Math.sqrt(1.25), 12);
  });

  it("refuses a parent of the wrong sex, a dog of another kennel, and strangers", async () => {
    const [oak, elm] = [await add("Oak", "male"), await add("Elm", "female")];
    expect((await failureOf(tryMating(elm, oak))).details.fields).toEqual({
      sireId: "Sire must be a male dog",
    });
    expect((await failureOf(tryMating(oak, oak))).details.fields).toEqual({
      damId: "Dam must be a female dog",
    });
    const { kennelId } = team;
    const elsewhere = await addDog(team.stranger, await firstKennelOf(team.stranger), { gender: "female" });
    expect((await failureOf(tryMating(oak, elsewhere._id))).code).toBe("NOT_FOUND");
    const args = { kennelId, sireId: oak, damId: elm, generations: 5 };
    expect((await failureOf(team.stranger.as.query(api.pedigree.ancestry.mating, args))).code).toBe(
      "NOT_FOUND",
    );
    expect((await failureOf(team.deployment.query(api.pedigree.ancestry.mating, args))).code).toBe(
      "UNAUTHENTICATED",
    );
  });
});
