/** Tests the kinship function of two dogs. */
import { beforeEach, describe, expect, it } from "vitest";
import { api } from "../../convex/_generated/api";
import { addDog, failureOf, firstKennelOf, startTeam, type Team } from "../support/backend";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const add = async (name: string, gender: "male" | "female", sireId?: string, damId?: string) =>
  (await addDog(team.owner, team.kennelId, { name, gender, sireId, damId }))._id;
const compare = async (dogId: string, otherId: string, person = team.viewer) =>
  await person.as.query(api.pedigree.ancestry.kinship, { kennelId: team.kennelId, dogId, otherId });

describe("ancestry.kinship", () => {
  it("returns the coefficient of a litter of two siblings, with their parents as common ancestors", async () => {
    const [oak, elm] = [await add("Oak", "male"), await add("Elm", "female")];
    const [rex, max] = [await add("Rex", "male", oak, elm), await add("Max", "male", oak, elm)];
    const answer = await compare(rex, max);
    expect(answer).toMatchObject({
      kinship: 0.25,
      relationship: 0.5,
      words: "Rex and Max are full siblings",
      isCloser: false,
      progress: null,
      further: 0,
      dog: { name: "Rex", coefficient: 0, known: 2, possible: 62 },
      other: { name: "Max", coefficient: 0 },
    });
    expect(
      answer.commonAncestors.map(({ name, stepsFromDog, stepsFromOther }) => [
        name,
        stepsFromDog,
        stepsFromOther,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ["Oak", 1, 1],
        ["Elm", 1, 1],
      ]),
    );
  });

  it("counts a dog as a common ancestor with its descendant, and reports when the kinship is closer than the named relation", async () => {
    const [oak, elm] = [await add("Oak", "male"), await add("Elm", "female")];
    const ivy = await add("Ivy", "female", oak, elm);
    const fern = await add("Fern", "female", oak, ivy);
    expect(await compare(ivy, oak)).toMatchObject({
      words: "Oak is the sire of Ivy",
      isCloser: false,
      kinship: 0.25,
      commonAncestors: [{ name: "Oak", stepsFromDog: 1, stepsFromOther: 0 }],
    });
    const twice = await compare(fern, oak);
    expect(twice).toMatchObject({ words: "Oak is the sire of Fern", isCloser: true, kinship: 0.375 });
    expect(twice.relationship).toBeCloseTo(0.75 / Math.sqrt(1.25), 12);
  });

  it("reports only how little is known about unrelated dogs", async () => {
    const [oak, ash] = [await add("Oak", "male"), await add("Ash", "male")];
    expect(await compare(oak, ash)).toMatchObject({
      kinship: 0,
      words: "No common ancestor is recorded",
      commonAncestors: [],
      dog: { known: 0, possible: 62 },
    });
  });

  it("[GAP-API-06] is refused for a dog with itself, a dog of another kennel, and strangers", async () => {
    const [oak, ash] = [await add("Oak", "male"), await add("Ash", "male")];
    expect((await failureOf(compare(oak, oak))).details.fields).toEqual({ otherId: "Choose another dog" });
    const elsewhere = await addDog(team.stranger, await firstKennelOf(team.stranger));
    expect((await failureOf(compare(oak, elsewhere._id))).code).toBe("NOT_FOUND");
    expect((await failureOf(compare(oak, ash, team.stranger))).code).toBe("NOT_FOUND");
    const args = { kennelId: team.kennelId, dogId: oak, otherId: ash };
    expect((await failureOf(team.deployment.query(api.pedigree.ancestry.kinship, args))).code).toBe(
      "UNAUTHENTICATED",
    );
  });
});
