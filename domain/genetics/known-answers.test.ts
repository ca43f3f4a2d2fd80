/**
 * Tests the figures of a population against an independent calculation with the full matrix of kinships (tabular
 * method), which reproduces printed figures of Boichard, Lacy, purgeR and optiSel. The pedigrees are in
 * `known-answers/`: some made by hand, and some simulated breeds, in which parents may come after their offspring.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { CoefficientPass } from "../pedigree/coefficients";
import { ancestorLoss, completenessIndex, pedigreeCompleteness } from "../pedigree/completeness";
import { NOBODY, PackedPedigree, packPedigree, PLACE_KINDS, UNKNOWN } from "../pedigree/packed";
import {
  findAncestors,
  meanKinshipAfter,
  meanKinships,
  rankByKinship,
  summarizeFounders,
} from "./population";
import { generationInterval, listBirthYears, rateByInbreeding, rateByKinship, rateByYear } from "./rates";
import { Relationship } from "./relationship";
import { listPopularSires } from "./sires";

const number = z.number().nullable();
const byDog = <Value extends z.ZodType>(value: Value) => z.record(z.string(), value);
const rate = z.object({ ne: number });
const answersSchema = z.object({
  coefficients: byDog(z.number()),
  sums: z.object({ coefficients: z.number(), inbred: z.number(), max: z.number() }).optional(),
  kinship: z.array(z.tuple([z.string(), z.string(), z.number()])),
  meanKinship: byDog(z.object({ withSelf: z.number() })),
  rank: z.array(z.string()),
  population: z.object({
    reference: z.number(),
    meanKinship: z.number(),
    founders: z.number(),
    unknownParents: z.number(),
    fe: z.number(),
    feKnownFoundersOnly: number,
    fa: z.number(),
    faAncestors: z.number(),
    faExplained: z.number(),
    faFirst: z.array(z.tuple([z.string().nullable(), z.number()])),
    faAfter100: z.object({ explained: z.number(), lower: z.number(), upper: z.number() }).optional(),
    contributions: byDog(z.number()),
  }),
  equivalentGenerations: byDog(z.number()),
  generationInterval: z.object({ byYears: z.object({ paths: byDog(number), mean: number }) }),
  ne: z.object({
    individual: rate.extend({ deltaF: z.number(), dogs: z.number() }).optional(),
    coancestry: z.object({ pairs: rate.extend({ deltaC: z.number() }) }).optional(),
    byYear: z
      .object({
        first: z.number(),
        last: z.number(),
        generationInterval: z.number(),
        inbreeding: rate.extend({ delta: z.number() }),
        coancestry: rate.extend({ delta: z.number() }),
        years: z.array(z.number()),
        meanKinshipByYear: z.array(z.number()),
      })
      .optional(),
  }),
  completeness: byDog(z.object({ generations: z.array(z.number()), pci4: z.number(), pci5: z.number() })),
  ancestorLoss: byDog(
    byDog(
      z.object({
        possible: z.number(),
        knownPlaces: z.number(),
        different: z.number(),
        value: z.number(),
        known: number,
      }),
    ),
  ),
  popularSires: byDog(z.object({ dogs: z.number(), generations: z.array(byDog(z.number())) })).optional(),
  plannedLitters: z
    .array(
      z.object({
        sire: z.string(),
        dam: z.string(),
        size: z.number(),
        coefficient: z.number(),
        puppyMeanKinship: z.number(),
        meanKinshipBefore: z.number(),
        meanKinshipAfter: z.number(),
      }),
    )
    .optional(),
});

const PEDIGREES = [
  ...["s01-full-siblings", "s02-half-siblings", "s03-backcross", "s04-bottleneck", "s05-half-known"],
  ...["s06-boichard-1997", "s07-lacy-1989", "s08-dates", "m1-100", "m2-500", "m3-1000-missing"],
];

function read(name: string) {
  const file = (ending: string): string =>
    readFileSync(new URL(`./known-answers/${name}.${ending}`, import.meta.url), "utf8");
  const lines = file("csv")
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [id = "", sire = "", dam = "", , born = "", reference = ""] = line.split(",");
      return { id, sireId: sire || null, damId: dam || null, year: Number(born.slice(0, 4)), reference };
    });
  const { pedigree, places } = packPedigree(lines);
  lines.forEach(({ year }, place) => (pedigree.years[place] = year));
  new CoefficientPass(pedigree).advance(Infinity);
  const placeOf = (id: string): number => places.get(id) ?? UNKNOWN;
  const reference = lines.flatMap(({ reference: is }, place) => (is === "1" ? [place] : []));
  const { answers } = z.object({ answers: answersSchema }).parse(JSON.parse(file("json")));
  return {
    ...{ answers, pedigree, placeOf, reference, relationship: new Relationship(pedigree) },
    idAt: (place: number): string | null => lines[place]?.id ?? null,
  };
}

/** The answers are printed with 15 digits. */
const near = (found: number | null | undefined, answer: number | null, what: string) => {
  if (answer === null) return expect(found, what).toBeNull();
  expect(Math.abs((found ?? Number.NaN) - answer), what).toBeLessThan(1e-12 * Math.max(1, Math.abs(answer)));
};
/** The tolerance is relative. */
const nearly = (found: number | null | undefined, answer: number | null, what: string) => {
  if (answer === null) return expect(found, what).toBeNull();
  expect(Math.abs((found ?? Number.NaN) / answer - 1), what).toBeLessThan(1e-9);
};

describe.each(PEDIGREES)("%s", (name) => {
  const { answers, pedigree, placeOf, idAt, reference, relationship } = read(name);

  test("each coefficient and each kinship equals the value in the matrix", () => {
    for (const [id, answer] of Object.entries(answers.coefficients)) {
      near(pedigree.coefficients[placeOf(id)], answer, id);
    }
    if (answers.sums) {
      near(
        pedigree.coefficients.reduce((sum, value) => sum + value, 0),
        answers.sums.coefficients,
        "sum",
      );
      near(Math.max(...pedigree.coefficients), answers.sums.max, "largest");
      expect(pedigree.coefficients.filter((value) => value > 0)).toHaveLength(answers.sums.inbred);
    }
    for (const [one, other, answer] of answers.kinship) {
      near(relationship.kinshipsOf(placeOf(one))[placeOf(other)], answer, `${one} and ${other}`);
    }
  });

  test("mean kinships and the ranking of the reference are correct", () => {
    const { byPlace, mean } = meanKinships(relationship, reference);
    for (const [id, { withSelf }] of Object.entries(answers.meanKinship))
      near(byPlace[placeOf(id)], withSelf, id);
    near(mean, answers.population.meanKinship, "mean");
    expect(reference).toHaveLength(answers.population.reference);
    const rank = rankByKinship(byPlace, reference).map(idAt);
    expect(rank.slice(0, answers.rank.length)).toEqual(answers.rank);
  });

  test("founders, their contributions, and influential ancestors are correct", () => {
    const shares = relationship.shares(relationship.alike(reference));
    const { population } = answers;
    const founders = summarizeFounders(relationship, shares);
    expect([founders.count, founders.unknownParents]).toEqual([
      population.founders,
      population.unknownParents,
    ]);
    nearly(founders.effective, population.fe, "fe");
    if (population.feKnownFoundersOnly)
      nearly(founders.effectiveKnown, population.feKnownFoundersOnly, "known fe");
    for (const [id, answer] of Object.entries(population.contributions)) {
      near(shares[relationship.numberOf(placeOf(id))], answer, id);
    }
    const all = founders.count + founders.unknownParents;
    const ancestors = findAncestors(relationship, reference, Infinity, all);
    nearly(ancestors.effective, population.fa, "fa");
    near(ancestors.explained, population.faExplained, "explained");
    population.faFirst.forEach(([id, share], index) => {
      near(ancestors.found[index]?.share, share, `ancestor ${index}`);
      if (id !== null) expect(idAt(ancestors.found[index]?.place ?? UNKNOWN)).toBe(id);
    });
    if (!population.faAfter100) return;
    const hundred = findAncestors(relationship, reference, 100, all);
    near(hundred.explained, population.faAfter100.explained, "explained by 100");
    nearly(hundred.lower, population.faAfter100.lower, "lower limit");
    nearly(hundred.upper, population.faAfter100.upper, "upper limit");
  });

  test("rates of loss, years of birth and the generation interval are correct", () => {
    const generations = relationship.equivalentGenerations();
    for (const [id, answer] of Object.entries(answers.equivalentGenerations)) {
      near(generations[relationship.numberOf(placeOf(id))], answer, id);
    }
    const interval = generationInterval(relationship);
    const { paths, mean } = answers.generationInterval.byYears;
    near(interval.mean, mean, "interval");
    for (const [path, answer] of Object.entries(paths))
      near(new Map(Object.entries(interval)).get(path), answer, path);
    const { individual, coancestry, byYear } = answers.ne;
    const ofDogs = rateByInbreeding(relationship, reference);
    expect(ofDogs?.dogs ?? 0).toBe(individual?.dogs ?? 0);
    if (individual?.ne !== undefined) nearly(ofDogs?.ne ?? null, individual.ne, "Ne by inbreeding");
    if (coancestry) nearly(rateByKinship(relationship, reference)?.ne, coancestry.pairs.ne, "Ne by kinship");
    if (!byYear) return;
    const years = listBirthYears(relationship, byYear.first, byYear.last);
    expect(years.map(({ year }) => year)).toEqual(byYear.years);
    byYear.meanKinshipByYear.forEach((answer, index) =>
      near(years[index]?.meanKinship, answer, `year ${index}`),
    );
    const rates = rateByYear(relationship, years, byYear.generationInterval);
    nearly(rates?.inbreeding.ne, byYear.inbreeding.ne, "Ne by year");
    nearly(rates?.kinship.ne, byYear.coancestry.ne, "Ne by kinship and year");
    near(rates?.inbreeding.delta, byYear.inbreeding.delta, "rate by year");
  });

  test("completeness and ancestor loss are correct", () => {
    for (const [id, answer] of Object.entries(answers.completeness)) {
      const place = placeOf(id);
      const found = pedigreeCompleteness(pedigree, place, answer.generations.length);
      answer.generations.forEach((share, index) => near(found[index]?.completeness, share, `${id} ${index}`));
      near(completenessIndex(pedigree, pedigree.get(place), 4), answer.pci4, `${id} over 4`);
      near(completenessIndex(pedigree, pedigree.get(place), 5), answer.pci5, `${id} over 5`);
    }
    for (const [id, ofDog] of Object.entries(answers.ancestorLoss)) {
      for (const [generations, answer] of Object.entries(ofDog)) {
        const loss = ancestorLoss(pedigree, pedigree.get(placeOf(id)), Number(generations));
        expect([loss.possible, loss.known, loss.different], id).toEqual([
          ...[answer.possible, answer.knownPlaces, answer.different],
        ]);
        near(loss.coefficient, answer.value, id);
        near(loss.coefficientOfKnown, answer.known, id);
      }
    }
  });

  test("popular sires by year are correct", () => {
    const answered = Object.entries(answers.popularSires ?? {});
    for (const [year, answer] of answered) {
      const [found] = listPopularSires(relationship, Number(year), Number(year), Infinity);
      expect(found?.dogs).toBe(answer.dogs);
      answer.generations.forEach((sires, index) => {
        const counts = found?.generations[index] ?? [];
        const byId = new Map(counts.map(({ place, dogs }) => [idAt(place), dogs]));
        for (const [id, dogs] of Object.entries(sires)) expect(byId.get(id), `${year} ${id}`).toBe(dogs);
        // If several sires have the same number of dogs, the answers name only some of them.
        const most = Object.values(sires).sort((a, b) => b - a);
        expect(counts.slice(0, most.length).map(({ dogs }) => dogs)).toEqual(most);
      });
    }
  });

  test("a planned litter changes the mean kinship by exactly the calculated amount", () => {
    const { byPlace, mean } = meanKinships(relationship, reference);
    for (const answer of answers.plannedLitters ?? []) {
      const [sire, dam] = [placeOf(answer.sire), placeOf(answer.dam)];
      const coefficient = relationship.kinshipsOf(dam)[sire] ?? Number.NaN;
      near(coefficient, answer.coefficient, "coefficient");
      near(((byPlace[sire] ?? 0) + (byPlace[dam] ?? 0)) / 2, answer.puppyMeanKinship, "puppies");
      const after = meanKinshipAfter(
        {
          ...{ dogs: reference.length, mean, coefficient },
          ...{ sireMean: byPlace[sire] ?? 0, damMean: byPlace[dam] ?? 0 },
          sireInbreeding: pedigree.at(sire).coefficient,
          damInbreeding: pedigree.at(dam).coefficient,
        },
        answer.size,
      );
      near(after, answer.meanKinshipAfter, "after");
    }
  });
});

test("a line of 10,000 generations causes no overflow and no NaN", () => {
  const pedigree = new PackedPedigree(20_002);
  for (let place = 0; place < pedigree.size; place += 1) {
    const above = place - (place % 2) - 2;
    const parents = above < 0 ? { sire: UNKNOWN, dam: UNKNOWN } : { sire: above, dam: above + 1 };
    pedigree.put(place, { ...NOBODY, ...parents, kind: PLACE_KINDS.own });
  }
  // After some generations of mating full siblings, the coefficient is 1 except for rounding errors.
  pedigree.coefficients.fill(1, 4_000);
  for (let f = 0, before = 0, place = 4; place < 4_000; place += 2) {
    const next = (1 + 2 * f + before) / 4;
    [before, f] = [f, next];
    pedigree.coefficients.fill(next, place, place + 2);
  }
  const relationship = new Relationship(pedigree);
  const last = [pedigree.size - 2, pedigree.size - 1];
  const { mean } = meanKinships(relationship, last);
  expect(Math.abs(mean - 1)).toBeLessThan(1e-9);
  const founders = summarizeFounders(relationship, relationship.shares(relationship.alike(last)));
  expect(Math.abs(founders.effective - 2)).toBeLessThan(1e-9);
});
