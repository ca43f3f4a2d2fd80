/** Pedigrees as functions answer them: bounds, who may read them, and unknown or named parents. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDog, failureOf, startTeam, type Team } from "../support/backend";
import { addPhoto } from "../support/photos";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const add = async (name: string, gender: "male" | "female", sireId?: string, damId?: string) =>
  (await addDog(team.owner, team.kennelId, { name, gender, sireId, damId }))._id;

describe("ancestry.tree", () => {
  it("[ANC-01] answers each dog once, the dog first, three generations by default", async () => {
    const founder = await add("Founder", "male");
    const dam = await add("Dam", "female", founder);
    const dog = await add("Dog", "male", founder, dam);
    const pedigree = await team.owner.as.query(api.ancestry.tree, { dogId: dog });
    expect(pedigree?.generations).toBe(3);
    expect(pedigree?.dogs.map(({ name }) => name)).toEqual(["Dog", "Founder", "Dam"]);
    expect(pedigree?.dogs[0]).toMatchObject({ sireId: founder, damId: dam });
  });

  it("[GAP-ANC-04] stops above the last generation", async () => {
    let dog = await add("g5", "male");
    for (const name of ["g4", "g3", "g2", "g1", "g0"]) dog = await add(name, "male", dog);
    const namesFor = async (generations: number) =>
      (await team.owner.as.query(api.ancestry.tree, { dogId: dog, generations }))?.dogs.map(
        ({ name }) => name,
      );
    expect(await namesFor(2)).toEqual(["g0", "g1", "g2"]);
    expect(await namesFor(5)).toHaveLength(6);
    const wrong = team.owner.as.query(api.ancestry.tree, { dogId: dog, generations: 1 });
    expect((await failureOf(wrong)).details.fields).toEqual({
      generations: "Generations must be from 2 to 10",
    });
  });

  it("[GAP-ANC-01] gives an ancestor its primary photo", async () => {
    const sire = await add("Sire", "male");
    const photo = await addPhoto(team.owner, sire);
    const dogId = await add("Dog", "male", sire);
    const pedigree = await team.owner.as.query(api.ancestry.tree, { dogId });
    const shown = pedigree?.dogs.map(({ photos }) => photos.map(({ _id, isPrimary }) => [_id, isPrimary]));
    expect(shown).toEqual([[], [[photo.id, true]]]);
  });

  it("[GAP-API-01] answers null to a stranger and UNAUTHENTICATED without a token", async () => {
    const dogId = await add("Dog", "male");
    expect(await team.viewer.as.query(api.ancestry.tree, { dogId })).not.toBeNull();
    expect(await team.stranger.as.query(api.ancestry.tree, { dogId })).toBeNull();
    expect(await team.stranger.as.query(api.ancestry.inbreeding, { dogId })).toBeNull();
    const unsigned = team.deployment.query(api.ancestry.tree, { dogId });
    expect((await failureOf(unsigned)).code).toBe("UNAUTHENTICATED");
  });
});

describe("ancestry.inbreeding", () => {
  it("[ANC-12] follows an edit of an ancestor", async () => {
    const oak = await add("Oak", "male");
    const sire = await add("Rex", "male", oak);
    const dam = await add("Bella", "female");
    const dogId = await add("Pup", "male", sire, dam);
    const coefficient = async (generations: number | null) =>
      (await team.owner.as.query(api.ancestry.inbreeding, { dogId, generations }))?.coefficient;
    expect(await coefficient(5)).toBe(0);
    await team.owner.as.mutation(api.dogs.update, { dogId: dam, sireId: oak, today: "2025-06-15" });
    expect(await coefficient(5)).toBe(0.125);
    expect(await coefficient(null)).toBe(0.125);
  });
});
