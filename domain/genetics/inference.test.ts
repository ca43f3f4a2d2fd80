/**
 * Tests inferences about untested dogs, against families that were calculated by hand and against trying every
 * combination.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { chanceOf } from "./doubt";
import { inferGenotypes, summarizeCopies, type Relative } from "./inference";
import { formatGenotype, inOrder, type Genotype } from "./loci";

const { cases } = z
  .object({
    cases: z.array(
      z.object({
        ...{ id: z.string(), about: z.string(), alleles: z.array(z.string()), onX: z.boolean() },
        dogs: z.array(
          z.object({
            ...{ id: z.string(), sire: z.string().nullable(), dam: z.string().nullable() },
            ...{ sex: z.enum(["m", "f"]), known: z.string().nullable() },
          }),
        ),
        contradiction: z.boolean(),
        inferred: z.record(
          z.string(),
          z.object({
            ...{ possible: z.array(z.string()), certain: z.string().nullable() },
            ...{ atLeastOneCopy: z.boolean().optional(), atMostOneCopy: z.boolean().optional() },
          }),
        ),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL("./known-answers/inference.json", import.meta.url), "utf8")));

const LOCUS = "not a locus of coat";

const readGenotype = (text: string): Genotype => {
  const [one = "", other = ""] = text.split("/");
  return inOrder(LOCUS, [one, other]);
};

describe.each(cases)("$id $about", ({ alleles, onX, dogs, contradiction, inferred }) => {
  const family = dogs.map(({ id, sire, dam, sex, known }) => ({
    ...{ id, sireId: sire, damId: dam, sex: sex === "m" ? ("male" as const) : ("female" as const) },
    tested: known === null ? null : [readGenotype(known)],
  }));
  const { possible, isExact } = inferGenotypes(family, { locus: LOCUS, alleles, isOnX: onX });

  test("each untested dog has exactly the possible genotypes", () => {
    expect(isExact).toBe(true);
    expect(possible.size === 0).toBe(contradiction);
    for (const [id, answer] of Object.entries(inferred)) {
      const found = possible.get(id) ?? [];
      const expected = answer.possible.map((text) => formatGenotype(readGenotype(text)));
      expect(new Set(found.map(formatGenotype)), id).toEqual(new Set(expected));
      const copies = summarizeCopies(found, alleles.at(-1) ?? "");
      expect(copies.certain).toBe(
        answer.certain === null ? null : formatGenotype(readGenotype(answer.certain)),
      );
      if (answer.atLeastOneCopy !== undefined) expect(copies.atLeastOneCopy, id).toBe(answer.atLeastOneCopy);
      if (answer.atMostOneCopy !== undefined) expect(copies.atMostOneCopy, id).toBe(answer.atMostOneCopy);
    }
  });
});

/** Tries every combination, and lists each dog's genotypes in all consistent combinations. */
function tryAll(dogs: readonly Relative[], genotypes: readonly Genotype[]): Map<string, Set<string>> {
  const found = new Map(dogs.map(({ id }) => [id, new Set<string>()]));
  const chosen = new Map<string, Genotype>();
  const fits = ({ id, sireId, damId }: Relative): boolean => {
    const [one = "", other = ""] = chosen.get(id) ?? [];
    const gives = (parentId: string | null, allele: string) =>
      parentId === null || (chosen.get(parentId)?.includes(allele) ?? true);
    return (gives(sireId, one) && gives(damId, other)) || (gives(sireId, other) && gives(damId, one));
  };
  const choose = (index: number) => {
    const dog = dogs[index];
    if (!dog) {
      for (const [id, genotype] of chosen) found.get(id)?.add(formatGenotype(genotype));
      return;
    }
    for (const genotype of dog.tested ?? genotypes) {
      chosen.set(dog.id, genotype);
      // Parents come before their offspring.
      if (fits(dog)) choose(index + 1);
      chosen.delete(dog.id);
    }
  };
  choose(0);
  return found;
}

test.each(Array.from({ length: 200 }, (_, seed) => seed + 1))(
  "the random family %i has exactly the genotypes that trying every combination finds",
  (seed) => {
    const chance = chanceOf(seed);
    const genotypes: Genotype[] = [
      ["N", "N"],
      ["N", "x"],
      ["x", "x"],
    ];
    const dogs: Relative[] = [];
    for (let number = 0; number < 8; number += 1) {
      const parent = (sex: 0 | 1): string | null => {
        const possible = dogs.filter((_, index) => index % 2 === sex);
        return chance() < 0.3 ? null : (possible[Math.floor(chance() * possible.length)]?.id ?? null);
      };
      const tested = genotypes[Math.floor(chance() * 3)];
      dogs.push({
        ...{
          id: `d${number}`,
          sireId: parent(0),
          damId: parent(1),
          sex: number % 2 === 0 ? "male" : "female",
        },
        tested: chance() < 0.35 && tested ? [tested] : null,
      });
    }
    const expected = tryAll(dogs, genotypes);
    const { possible } = inferGenotypes(dogs, { locus: LOCUS, alleles: ["N", "x"], isOnX: false });
    const isContradiction = [...expected.values()].some((left) => left.size === 0);
    expect(possible.size === 0).toBe(isContradiction);
    if (isContradiction) return;
    for (const { id } of dogs) {
      expect(new Set((possible.get(id) ?? []).map(formatGenotype)), `seed ${seed}, ${id}`).toEqual(
        expected.get(id),
      );
    }
  },
);

test("the result of a large family is marked as not exact, but never excludes a possible genotype", () => {
  const dogs = Array.from({ length: 30 }, (_, index): Relative => {
    const parents = index < 2 ? { sireId: null, damId: null } : { sireId: "d0", damId: "d1" };
    return {
      ...{ id: `d${index}`, ...parents, sex: index % 2 === 0 ? "male" : "female" },
      tested: index === 29 ? [["x", "x"]] : null,
    };
  });
  const { possible, isExact } = inferGenotypes(dogs, { locus: LOCUS, alleles: ["N", "x"], isOnX: false });
  expect(isExact).toBe(false);
  expect(possible.get("d0")?.map(formatGenotype)).toEqual(["N/x", "x/x"]);
  expect(possible.get("d5")).toHaveLength(3);
});
