/**
 * Tests crosses against twenty crosses that were calculated by hand as fractions, and the warnings about harmful
 * crosses.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { describeCoat, describeColour, missingLoci } from "./colour";
import { certainly, cross, sumByWords, type Outcome, type ParentGenotypes } from "./cross";
import { carrierOf, findHarmfulCrosses } from "./harmful";
import { findLocus, formatGenotype, inOrder, LOCI, MERLE, merleOfLength, type Genotype } from "./loci";

const fractions = z.record(z.string(), z.string());
const haplotypes = z.record(z.string(), z.array(z.tuple([z.string(), z.string()])));
const parent = z.record(z.string(), z.union([z.string(), fractions, haplotypes]));
const { crosses } = z
  .object({
    crosses: z.array(
      z.object({
        ...{ id: z.string(), about: z.string(), sire: parent, dam: parent, lostBeforeBirth: z.string() },
        ...{ warnings: z.array(z.string()), genotypes: fractions, phenotypes: fractions.optional() },
        onX: z.array(z.string()).optional(),
        linked: z.array(z.tuple([z.string(), z.string(), z.string()])).optional(),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL("./known-answers/crosses.json", import.meta.url), "utf8")));

const valueOf = (fraction: string): number => {
  const [above = "", below = "1"] = fraction.split("/");
  return Number(above) / Number(below);
};

function genotypeOf(locus: string, text: string): Genotype {
  const [one = "", other = "Y"] = text.split("/");
  return inOrder(locus, [one, other]);
}

function parentOf(written: z.infer<typeof parent>): ParentGenotypes {
  const at = new Map<string, ReturnType<typeof certainly>>();
  const together = new Map<string, readonly [readonly [string, string], readonly [string, string]]>();
  for (const [locus, value] of Object.entries(written)) {
    if (typeof value === "string") at.set(locus, certainly(genotypeOf(locus, value)));
    else if (locus === "haplotypes") {
      for (const [pair, lines] of Object.entries(haplotypes.parse(value))) {
        together.set(
          pair,
          z.tuple([z.tuple([z.string(), z.string()]), z.tuple([z.string(), z.string()])]).parse(lines),
        );
      }
    } else {
      const chances = Object.entries(fractions.parse(value));
      at.set(
        locus,
        chances.map(([text, chance]) => ({ genotype: genotypeOf(locus, text), chance: valueOf(chance) })),
      );
    }
  }
  return { at, haplotypes: together };
}

const writeGenotypes = ({ sex, genotypes }: Outcome): string =>
  [
    ...(sex === null ? [] : [`sex ${sex}`]),
    ...[...genotypes]
      .sort(([a], [b]) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
      .map(([locus, genotype]) => `${locus} ${formatGenotype(genotype)}`),
  ].join(", ");

/** Names an outcome at loci other than color and coat loci: the only disease of the cross. */
function writeDisease({ sex, genotypes }: Outcome): string {
  const [genotype = []] = genotypes.values();
  const harmful = genotype.filter((allele) => allele === "x").length;
  const isAffected = harmful === genotype.filter((allele) => allele !== "Y").length;
  return [...(sex ? [sex] : []), harmful === 0 ? "clear" : isAffected ? "affected" : "carrier"].join(" ");
}

const expectShares = (
  found: readonly { words: string; chance: number }[],
  expected: Record<string, string>,
) => {
  expect(new Set(found.map(({ words }) => words))).toEqual(new Set(Object.keys(expected)));
  for (const { words, chance } of found)
    expect(chance, words).toBeCloseTo(valueOf(expected[words] ?? ""), 12);
};

describe.each(crosses)("$id $about", ({ sire, dam, onX = [], linked = [], ...answer }) => {
  const [father, mother] = [parentOf(sire), parentOf(dam)];
  const loci = [...father.at.keys()];
  const found = cross(father, mother, loci, {
    onX: new Set(onX),
    linked: linked.map(([a, b, share]) => ({ loci: [a, b], recombination: valueOf(share) })),
  });

  test("each genotype has the correct share of the born puppies", () => {
    expectShares(sumByWords(found.outcomes, writeGenotypes), answer.genotypes);
    expect(found.lostBeforeBirth).toBeCloseTo(valueOf(answer.lostBeforeBirth), 12);
    expect(found.outcomes.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1, 12);
  });

  test("each color and coat has the correct share", () => {
    if (!answer.phenotypes) return expect(loci.some((locus) => findLocus(locus))).toBe(false);
    const isDisease = loci.every((locus) => !findLocus(locus));
    const words = ({ genotypes }: Outcome) =>
      [describeColour(genotypes), describeCoat(genotypes)].filter((part) => part !== "").join("; ");
    expectShares(sumByWords(found.outcomes, isDisease ? writeDisease : words), answer.phenotypes);
  });

  test("harmful crosses have a warning", () => {
    const certain = (from: ParentGenotypes) =>
      carrierOf(
        new Map([...from.at].flatMap(([locus, [first]]) => (first ? [[locus, first.genotype]] : []))),
      );
    const warnings = findHarmfulCrosses(certain(father), certain(mother));
    const keys = warnings.filter(({ severity }) => severity !== "note").map(({ key }) => key);
    expect(keys).toEqual(answer.warnings);
  });
});

test.each([...MERLE.pattern, ...MERLE.atypical].flatMap((one) => MERLE.pattern.map((other) => [one, other])))(
  "%s to %s has the warning about merle to merle first",
  (one = "", other = "") => {
    const merle = (allele: string) => carrierOf(new Map([["M", [allele, "m"]]]));
    const [first] = findHarmfulCrosses(merle(one), merle(other));
    expect(first).toMatchObject({ key: "merle-x-merle", severity: "serious" });
    expect(findHarmfulCrosses(merle(other), merle(one))[0]).toEqual(first);
  },
);

test("a red or sable dog without a merle test is reported if the other parent is merle", () => {
  const merle = carrierOf(new Map([["M", ["M", "m"]]]));
  const red = carrierOf(new Map([["E", ["e", "e"]]]));
  const sable = { alleles: () => undefined, hidesMerle: true };
  const black = carrierOf(new Map([["E", ["E", "e"]]]));
  expect(findHarmfulCrosses(merle, red).map(({ key }) => key)).toEqual(["merle-may-hide"]);
  expect(findHarmfulCrosses(sable, merle).map(({ key }) => key)).toEqual(["merle-may-hide"]);
  expect(findHarmfulCrosses(black, merle)).toEqual([]);
});

test("KB/ky in the usual test may be a brindle dog, and a color is not named without the loci that it needs", () => {
  const genotypes = new Map<string, Genotype>([
    ["E", ["E", "E"]],
    ["K", ["KB?", "ky"]],
    ["B", ["B", "B"]],
    ["D", ["D", "D"]],
  ]);
  expect(describeColour(genotypes)).toBe("solid black, or brindle where red would show");
  expect(missingLoci(genotypes)).toEqual([]);
  genotypes.set("K", ["kbr", "ky"]);
  expect(missingLoci(genotypes)).toEqual(["A"]);
  genotypes.set("K", ["KB", "ky"]);
  expect(missingLoci(genotypes)).toEqual([]);
  genotypes.delete("E");
  expect(missingLoci(genotypes)).toEqual(["E"]);
  genotypes.set("E", ["e", "e"]);
  genotypes.delete("K");
  expect(missingLoci(genotypes)).toEqual([]);
});

test("each locus lists its alleles once, and its ambiguous and lethal alleles are among them", () => {
  for (const { key, alleles } of LOCI) {
    const locus = findLocus(key);
    expect(new Set(alleles).size).toBe(alleles.length);
    if (locus?.lethal !== undefined) expect(alleles).toContain(locus.lethal);
    for (const [allele, meanings] of Object.entries(locus?.ambiguous ?? {})) {
      expect(alleles).toEqual(expect.arrayContaining([allele, ...meanings]));
    }
  }
});

test("a merle length has a name, and a second name near a limit", () => {
  expect(merleOfLength(199)).toBeNull();
  expect(merleOfLength(215)).toEqual({ allele: "Mc", alternative: null });
  expect(merleOfLength(229)).toEqual({ allele: "Mc", alternative: "Mc+" });
  expect(merleOfLength(232)).toEqual({ allele: "Mc+", alternative: "Mc" });
  expect(merleOfLength(250)).toEqual({ allele: "Ma", alternative: null });
  expect(merleOfLength(264)).toEqual({ allele: "Ma+", alternative: "M" });
  expect(merleOfLength(272)).toEqual({ allele: "Mh", alternative: null });
});
