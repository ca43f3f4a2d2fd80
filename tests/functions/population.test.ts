/** Tests the figures of a breed against reference results. */
import { beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { api } from "../../convex/_generated/api";
import halfKnownAnswers from "../../domain/genetics/known-answers/s05-half-known.json";
import halfKnown from "../../domain/genetics/known-answers/s05-half-known.csv?raw";
import boichardAnswers from "../../domain/genetics/known-answers/s06-boichard-1997.json";
import boichard from "../../domain/genetics/known-answers/s06-boichard-1997.csv?raw";
import datesAnswers from "../../domain/genetics/known-answers/s08-dates.json";
import dates from "../../domain/genetics/known-answers/s08-dates.csv?raw";
import { addDog, failureOf, startTeam, TODAY, type Team } from "../support/backend";

let team: Team;
beforeEach(async () => {
  team = await startTeam();
});

const KNOWN = {
  "a dog with an unknown grandparent": [halfKnown, halfKnownAnswers],
  "Boichard's example": [boichard, boichardAnswers],
  "dogs with dates": [dates, datesAnswers],
} as const;

/** The reference population of the example becomes the breeding dogs. Returns the ids by name. */
async function recordDogs(csv: string): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const line of csv.trim().split("\n").slice(1)) {
    const [name = "", sire = "", dam = "", sex, born = "", reference] = line.split(",");
    const { _id } = await addDog(team.owner, team.kennelId, {
      name,
      gender: sex === "m" ? "male" : "female",
      isBreedingDog: reference === "1",
      sireId: ids.get(sire),
      damId: ids.get(dam),
      ...(born !== "" && { dateOfBirth: born }),
    });
    ids.set(name, _id);
  }
  return ids;
}

type Asked = Partial<{ today: string; breed: string; page: number; bornFrom: number; bornTo: number }>;
const args = (asked: Asked = {}) => ({ kennelId: team.kennelId, today: TODAY, ...asked });
const now = async (asked: Asked = {}) =>
  (await team.owner.as.query(api.genetics.population.now, args(asked))).result;
const trend = async () => (await team.owner.as.query(api.genetics.population.trend, args())).result;
const ancestors = async () => (await team.owner.as.query(api.genetics.population.ancestors, args())).result;
const change = async (dogId: string, changes: object) =>
  await team.owner.as.mutation(api.dogs.dogs.update, { dogId, ...changes, today: TODAY });

describe("the figures of a breed", () => {
  it.each(Object.entries(KNOWN))("of %s equal the known answers", async (_name, [csv, { answers }]) => {
    await recordDogs(csv);
    const { population, rank } = answers;
    const found = await now();
    expect(found).toMatchObject({ breed: "Beagle", dogs: population.dogs, reference: population.reference });
    expect(found?.figures?.meanKinship).toBeCloseTo(population.meanKinship, 12);
    expect(found?.figures?.geneDiversity).toBeCloseTo(population.geneDiversity, 12);
    expect(found?.figures?.founderGenomeEquivalents).toBeCloseTo(population.fge, 9);
    expect(found?.figures?.founders).toBe(population.founders);
    expect(found?.figures?.unknownParents).toBe(population.unknownParents);
    expect(found?.figures?.effectiveFounders).toBeCloseTo(population.fe, 9);
    expect(found?.figures?.effectiveKnownFounders).toBeCloseTo(population.feKnownFoundersOnly, 9);
    expect(found?.rank.dogs.map(({ name }) => name)).toEqual(rank);
    const contributions = z.record(z.string(), z.number()).parse(population.contributions);
    expect(found?.founders.length).toBeGreaterThan(0);
    for (const { name, share } of found?.founders ?? [])
      expect(share).toBeCloseTo(contributions[name] ?? -1, 12);
    const influence = await ancestors();
    expect(influence?.effective?.low).toBeCloseTo(population.fa, 9);
    expect(influence?.effective?.high).toBeCloseTo(population.fa, 9);
    expect(influence?.explained).toBeCloseTo(population.faExplained, 12);
    influence?.ancestors.forEach(({ name, share }, index) =>
      expect([name, share]).toEqual([
        population.faFirst[index]?.[0],
        expect.closeTo(Number(population.faFirst[index]?.[1]), 12),
      ]),
    );
  });

  it("over the years equal the known answers, with popular sires", async () => {
    await recordDogs(dates);
    const { ne, generationInterval } = datesAnswers.answers;
    const found = await trend();
    expect(found?.years.map(({ year }) => year)).toEqual(ne.byYear.years);
    found?.years.forEach(({ meanKinship }, index) =>
      expect(meanKinship).toBeCloseTo(ne.byYear.meanKinshipByYear[index] ?? -1, 12),
    );
    expect(found?.generationInterval).toBe(generationInterval.byYears.mean);
    expect(found?.ne.individual).toBeCloseTo(ne.individual.ne, 9);
    expect(found?.ne.inbreedingByYear).toBeCloseTo(ne.byYear.inbreeding.ne, 9);
    // The mean kinship falls over the years, so no diversity is lost.
    expect(found?.ne.kinshipByYear).toBeNull();
    const sires = found?.sires.map(({ year, dogs, generations }) => ({
      ...{ year, dogs },
      generations: generations.map((rows) => rows.map(({ name, dogs: of }) => [name, of])),
    }));
    expect(sires).toEqual([
      { year: 2014, dogs: 2, generations: [[["S1", 2]], [], []] },
      { year: 2015, dogs: 1, generations: [[["S1", 1]], [], []] },
      {
        year: 2018,
        dogs: 4,
        generations: [
          [
            ["S2", 3],
            ["S1", 1],
          ],
          [["S1", 4]],
          [],
        ],
      },
    ]);
  });

  it("include how much of the pedigrees is known", async () => {
    await recordDogs(dates);
    const mean = (generation: number) =>
      Object.values(datesAnswers.answers.completeness).reduce(
        (sum, { generations }) => sum + (generations[generation] ?? 0),
        0,
      ) / 4;
    expect((await now())?.completeness).toEqual(
      [0, 1, 2, 3, 4].map((index) => expect.closeTo(mean(index), 12)),
    );
  });

  it("are null without dogs, and contain no values while no dog is a living breeding dog", async () => {
    for (const query of ["now", "trend", "ancestors"] as const) {
      expect(await team.owner.as.query(api.genetics.population[query], args())).toEqual({
        progress: null,
        result: null,
      });
    }
    await addDog(team.owner, team.kennelId, { isBreedingDog: false });
    expect(await now()).toMatchObject({ dogs: 1, reference: 0, figures: null, rank: { dogs: [], pages: 0 } });
    expect(await ancestors()).toMatchObject({ effective: null, ancestors: [] });
    expect(await trend()).toMatchObject({ years: [], generationInterval: null, sires: [] });
  });

  it("are those of the most frequent breed, or of the chosen breed", async () => {
    await recordDogs(dates);
    await addDog(team.owner, team.kennelId, {
      name: "Rex",
      breed: "German Shepherd Dog",
      isBreedingDog: true,
    });
    const breeds = [
      { breed: "Beagle", dogs: 10 },
      { breed: "German Shepherd Dog", dogs: 1 },
    ];
    expect(await now()).toMatchObject({ breeds, breed: "Beagle", reference: 4 });
    expect(await now({ breed: "german shepherd dog" })).toMatchObject({
      ...{ breeds, breed: "German Shepherd Dog", dogs: 1, reference: 1 },
      rank: { dogs: [{ name: "Rex", meanKinship: 0.5 }] },
    });
  });

  it("can be limited to the dogs born in chosen years, dead or alive", async () => {
    const ids = await recordDogs(dates);
    await change(ids.get("K4") ?? "", { status: "deceased", statusChangedOn: TODAY });
    const named = async (asked: Asked) => (await now(asked))?.rank.dogs.map(({ name }) => name);
    expect(await named({ bornFrom: 2018 })).toEqual(["K4", "K1", "K2", "K3"]);
    const found = await now({ bornFrom: 2014, bornTo: 2015 });
    expect(found).toMatchObject({ reference: 3, born: { from: 2014, to: 2015 } });
    const all = await now();
    expect(all).toMatchObject({ born: null, birthYears: { last: 2018 } });
    expect(await now({ bornTo: (all?.birthYears?.first ?? 0) - 1 })).toMatchObject({
      ...{ reference: 0, figures: null },
    });
    const args18 = args({ bornFrom: 2018 });
    const influence = (await team.owner.as.query(api.genetics.population.ancestors, args18)).result;
    expect(influence?.effective?.low).toBeCloseTo(datesAnswers.answers.population.fa, 9);
    const rate = (await team.owner.as.query(api.genetics.population.trend, args18)).result?.ne.individual;
    expect(rate).toBeCloseTo(datesAnswers.answers.ne.individual.ne, 9);
  });

  it("are correct and current for a kennel's 256th breed, with its mates", async () => {
    for (let number = 1; number <= 255; number += 1) {
      await addDog(team.owner, team.kennelId, { name: `Dog ${number}`, breed: `Breed ${number}` });
    }
    const late = async (name: string, gender: "male" | "female") =>
      await addDog(team.owner, team.kennelId, { name, gender, breed: "Boxer", isBreedingDog: true });
    const [{ _id: rex }, { _id: bella }] = [await late("Rex", "male"), await late("Bella", "female")];
    const found = await now({ breed: "boxer" });
    expect(found).toMatchObject({ breed: "Boxer", dogs: 2, reference: 2, figures: { meanKinship: 0.25 } });
    expect(found?.breeds).toHaveLength(256);
    expect(found?.breeds).toContainEqual({ breed: "Boxer", dogs: 2 });
    const mates = async () =>
      await team.owner.as.query(api.genetics.mates.list, { dogId: bella, today: TODAY });
    expect(await mates()).toMatchObject({
      progress: null,
      result: { reference: 2, mates: [{ name: "Rex" }] },
    });
    await change(rex, { status: "deceased", statusChangedOn: TODAY });
    expect(await now({ breed: "Boxer" })).toMatchObject({ dogs: 2, reference: 1 });
    expect(await mates()).toMatchObject({ result: { reference: 1, mates: [] } });
    const unknown = await failureOf(
      team.owner.as.query(api.genetics.population.now, args({ breed: "Unicorn" })),
    );
    expect(unknown.details.fields).toEqual({ breed: "Your kennel has no dogs of this breed" });
  });

  it("leave out a dog as soon as it dies or is spayed, and include it again if that is undone", async () => {
    const ids = await recordDogs(dates);
    const named = async () => (await now())?.rank.dogs.map(({ name }) => name);
    expect(await named()).toEqual(["K4", "K1", "K2", "K3"]);
    await change(ids.get("K4") ?? "", { status: "deceased", statusChangedOn: TODAY });
    expect(await named()).toEqual(["K1", "K2", "K3"]);
    await team.owner.as.mutation(api.heats.heats.setSpayed, {
      dogId: ids.get("K2") ?? "",
      spayedOn: TODAY,
      today: TODAY,
    });
    expect(await named()).toEqual(["K1", "K3"]);
    await change(ids.get("K1") ?? "", { isBreedingDog: false });
    expect(await named()).toEqual(["K3"]);
    await change(ids.get("K4") ?? "", { status: "active" });
    expect(await named()).toEqual(["K3", "K4"]);
  });

  it("are listed with 25 dogs a page, the rarest lines first, and a page number beyond the end returns the last page", async () => {
    for (let number = 1; number <= 27; number += 1) {
      await addDog(team.owner, team.kennelId, { name: `Dog ${number}`, isBreedingDog: true });
    }
    expect((await now())?.rank.dogs).toHaveLength(25);
    const last = await now({ page: 2 });
    expect(last?.rank).toMatchObject({
      ...{ page: 2, pages: 2 },
      dogs: [
        { name: "Dog 26", position: 26 },
        { name: "Dog 27", position: 27 },
      ],
    });
    expect((await now({ page: 9 }))?.rank).toEqual(last?.rank);
  });
});

describe("access to the figures of a breed", () => {
  it.each(["now", "trend", "ancestors"] as const)(
    "%s: a viewer can read the figures, and another kennel finds none",
    async (query) => {
      await recordDogs(dates);
      const read = api.genetics.population[query];
      expect((await team.viewer.as.query(read, args())).result?.breed).toBe("Beagle");
      expect((await failureOf(team.stranger.as.query(read, args()))).code).toBe("NOT_FOUND");
    },
  );

  it.each(["now", "trend", "ancestors"] as const)(
    "%s: an invalid date or breed is refused at its field",
    async (query) => {
      await recordDogs(dates);
      const fieldsOf = async (asked: Asked) => {
        const { code, details } = await failureOf(
          team.owner.as.query(api.genetics.population[query], args(asked)),
        );
        return [code, Object.keys(details?.fields ?? {})];
      };
      expect(await fieldsOf({ today: "2025-02-30" })).toEqual(["VALIDATION_FAILED", ["today"]]);
      expect(await fieldsOf({ breed: "Unicorn" })).toEqual(["VALIDATION_FAILED", ["breed"]]);
      expect(await fieldsOf({ bornFrom: 20.5 })).toEqual(["VALIDATION_FAILED", ["bornFrom"]]);
      expect(await fieldsOf({ bornFrom: 2018, bornTo: 2017 })).toEqual(["VALIDATION_FAILED", ["bornTo"]]);
    },
  );
});
