/**
 * Tests coefficients over doubtful links against distributions that were calculated by hand, and the coverage of
 * intervals.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { InbreedingCalculator, WHOLE_PEDIGREE } from "../pedigree/inbreeding";
import type { Parents } from "../pedigree/pedigree";
import { chanceOf, coefficientInDoubt, type DoubtfulLink } from "./doubt";

const { cases } = z
  .object({
    cases: z.array(
      z.object({
        ...{ id: z.string(), about: z.string(), dog: z.string(), expected: z.string() },
        pedigree: z.array(z.tuple([z.string(), z.string().nullable(), z.string().nullable()])),
        doubtful: z.array(z.tuple([z.string(), z.enum(["sire", "dam"]), z.string()])),
        distribution: z.record(z.string(), z.string()),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL("./known-answers/doubt.json", import.meta.url), "utf8")));

const valueOf = (fraction: string): number => {
  const [above = "", below = "1"] = fraction.split("/");
  return Number(above) / Number(below);
};

const NOBODY = { sireId: null, damId: null };

describe.each(cases)("$id $about", ({ pedigree: lines, doubtful, dog, distribution, expected }) => {
  const pedigree = new Map(lines.map(([id, sireId, damId]) => [id, { sireId, damId }]));
  const links = doubtful.map(([id, side, right]): DoubtfulLink<string> => {
    return { dogIds: [id], side, doubt: 1 - valueOf(right), others: [] };
  });
  const found = coefficientInDoubt(pedigree, pedigree.get(dog) ?? NOBODY, links, 1);

  test("every value has the correct chance", () => {
    const answers = Object.entries(distribution)
      .map(([value, chance]) => ({ value: valueOf(value), chance: valueOf(chance) }))
      .sort((a, b) => a.value - b.value);
    expect(found.values).toHaveLength(answers.length);
    answers.forEach(({ value, chance }, index) => {
      expect(found.values[index]?.value).toBeCloseTo(value, 12);
      expect(found.values[index]?.chance).toBeCloseTo(chance, 12);
    });
    expect(found.expected).toBeCloseTo(valueOf(expected), 12);
  });
});

/** A breed of some generations in which a few sires have most of the offspring. */
function breed(seed: number) {
  const chance = chanceOf(seed);
  const generations: { sires: string[]; dams: string[] }[] = [];
  const truth = new Map<string, Parents>();
  const recorded = new Map<string, Parents>();
  const litters: { dogIds: string[]; sires: string[] }[] = [];
  for (let generation = 0; generation < 5; generation += 1) {
    const before = generations.at(-1);
    const born = { sires: [] as string[], dams: [] as string[] };
    for (let litter = 0; litter < 12; litter += 1) {
      const ids = ["m", "f"].map((sex) => `${generation}.${litter}${sex}`);
      const pick = (list: readonly string[]): string | null =>
        list[Math.floor(chance() ** 2 * list.length)] ?? null;
      const parents = before ? { sireId: pick(before.sires), damId: pick(before.dams) } : NOBODY;
      for (const id of ids) {
        truth.set(id, parents);
        recorded.set(id, parents);
      }
      born.sires.push(ids[0] ?? "");
      born.dams.push(ids[1] ?? "");
      if (before) litters.push({ dogIds: ids, sires: before.sires });
    }
    generations.push(born);
  }
  return { chance, truth, recorded, litters, last: [...truth.keys()].slice(-24) };
}

test.each([0.01, 0.05, 0.1])(
  "with %f of the sires recorded wrongly, the intervals contain the true value for at least 85 of 100 dogs",
  (doubt) => {
    let [held, dogs] = [0, 0];
    for (let seed = 1; seed <= 14; seed += 1) {
      const { chance, truth, recorded, litters, last } = breed(seed);
      for (const { dogIds, sires } of litters) {
        if (chance() >= doubt) continue;
        const sireId = sires[Math.floor(chance() ** 2 * sires.length)] ?? null;
        for (const id of dogIds) recorded.set(id, { ...(recorded.get(id) ?? NOBODY), sireId });
      }
      const offspring = new Map<string, number>();
      for (const { sireId } of recorded.values())
        if (sireId) offspring.set(sireId, (offspring.get(sireId) ?? 0) + 1);
      const links = litters.map(({ dogIds, sires }): DoubtfulLink<string> => {
        const others = sires.flatMap((id) => ({ id, weight: offspring.get(id) ?? 0 }));
        return { dogIds, side: "sire", doubt, others: others.filter(({ weight }) => weight > 0) };
      });
      for (const id of last.filter((_, index) => index % 8 === 0)) {
        const { coefficient } = new InbreedingCalculator(truth).ofDog(id, WHOLE_PEDIGREE);
        const { low, high } = coefficientInDoubt(recorded, recorded.get(id) ?? NOBODY, links, seed);
        dogs += 1;
        if (coefficient >= low - 1e-12 && coefficient <= high + 1e-12) held += 1;
      }
    }
    expect(held / dogs).toBeGreaterThanOrEqual(0.85);
  },
);

test("the same seed gives the same interval, and a proved pedigree has no interval", () => {
  const { recorded, litters, last } = breed(3);
  const [dog = ""] = last;
  const links = litters.map(({ dogIds, sires }): DoubtfulLink<string> => {
    return { dogIds, side: "sire", doubt: 0.1, others: sires.map((id) => ({ id, weight: 1 })) };
  });
  const of = (seed: number, doubt: number) =>
    coefficientInDoubt(
      recorded,
      recorded.get(dog) ?? NOBODY,
      links.map((link) => ({ ...link, doubt })),
      seed,
    );
  expect(of(7, 0.1)).toEqual(of(7, 0.1));
  expect(of(7, 0.1).values.length).toBeGreaterThan(1);
  expect(of(7, 0).values).toHaveLength(1);
  expect(of(7, 0).low).toBe(of(7, 0).high);
});
