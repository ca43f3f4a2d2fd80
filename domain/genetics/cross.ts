/**
 * Calculates the genotypes of a cross. Each parent passes on one of its two alleles, each with a probability of one
 * half (Mendel). Loci on different chromosomes are independent. At linked loci, the alleles of one chromosome stay
 * together except for the share that recombines. Sons have their X chromosome from the dam alone.
 */
import { findLocus, formatGenotype, inOrder, type Genotype } from "./loci";

/** A known genotype, or several possible genotypes with their chances. */
export type Possible = readonly { readonly genotype: Genotype; readonly chance: number }[];

export interface ParentGenotypes {
  readonly at: ReadonlyMap<string, Possible>;
  /** For pairs of linked loci ("P|Q"), the alleles that are on the same chromosome. Absent if unknown. */
  readonly haplotypes?: ReadonlyMap<string, readonly [readonly [string, string], readonly [string, string]]>;
}

export interface Linkage {
  readonly loci: readonly [string, string];
  /** The share of gametes in which the alleles of one chromosome are separated. */
  readonly recombination: number;
}

export const certainly = (genotype: Genotype): Possible => [{ genotype, chance: 1 }];

export interface Outcome {
  /** Null unless a locus is on the X chromosome. */
  readonly sex: "male" | "female" | null;
  readonly genotypes: ReadonlyMap<string, Genotype>;
  /** The share of the born puppies. */
  readonly chance: number;
}

export interface Cross {
  readonly outcomes: readonly Outcome[];
  /** The share of conceptions. */
  readonly lostBeforeBirth: number;
}

/** Gametes with their chances, by a key of their alleles. */
type Gametes = ReadonlyMap<string, { readonly alleles: readonly string[]; readonly chance: number }>;

function addTo<Key, Value extends { chance: number }>(map: Map<Key, Value>, key: Key, value: Value): void {
  const known = map.get(key);
  map.set(key, known ? { ...value, chance: known.chance + value.chance } : value);
}

function gametesOf(parent: ParentGenotypes, loci: readonly string[], linkage: Linkage | undefined): Gametes {
  const found = new Map<string, { alleles: readonly string[]; chance: number }>();
  const [first = "", second] = loci;
  for (const { genotype, chance } of parent.at.get(first) ?? []) {
    if (second === undefined) {
      for (const allele of genotype) addTo(found, allele, { alleles: [allele], chance: chance / 2 });
      continue;
    }
    for (const other of parent.at.get(second) ?? []) {
      const known = parent.haplotypes?.get(loci.join("|"));
      const isHeterozygous = genotype[0] !== genotype[1] && other.genotype[0] !== other.genotype[1];
      for (const allele of genotype) {
        for (const linked of other.genotype) {
          // If it is unknown which alleles are together, both arrangements are equally likely.
          const isTogether = known?.some(([a, b]) => a === allele && b === linked);
          const apart = known && isHeterozygous ? (linkage?.recombination ?? 0.5) : 0.5;
          addTo(found, `${allele}|${linked}`, {
            alleles: [allele, linked],
            chance: (chance * other.chance * (isTogether ? 1 - apart : apart)) / 2,
          });
        }
      }
    }
  }
  return found;
}

interface Part {
  readonly sex: Outcome["sex"];
  readonly genotypes: readonly (readonly [string, Genotype])[];
  chance: number;
}

/** Calculates loci that are inherited together, on X for each sex. */
function crossTogether(
  sire: ParentGenotypes,
  dam: ParentGenotypes,
  loci: readonly string[],
  linkage: Linkage | undefined,
  isOnX: boolean,
): Part[] {
  const parts = new Map<string, Part>();
  for (const fromDam of gametesOf(dam, loci, linkage).values()) {
    for (const fromSire of gametesOf(sire, loci, linkage).values()) {
      const chance = fromDam.chance * fromSire.chance;
      if (chance === 0) continue;
      const genotypes = loci.map((locus, index) => {
        const [ofDam, ofSire] = [fromDam.alleles[index] ?? "", fromSire.alleles[index] ?? ""];
        return [locus, inOrder(locus, [ofDam, ofSire])] as const;
      });
      const isMale = genotypes.some(([, [, second]]) => second === "Y");
      const sex = isOnX ? (isMale ? "male" : "female") : null;
      const key = genotypes.map(([, genotype]) => formatGenotype(genotype)).join(", ");
      addTo(parts, key, { sex, genotypes, chance });
    }
  }
  return [...parts.values()];
}

const isLost = (genotypes: Part["genotypes"]): boolean =>
  genotypes.some(([locus, [one, other]]) => one === other && one === findLocus(locus)?.lethal);

/**
 * The most frequent group is first. Both parents must have genotypes at each of the given loci. Chances are shares
 * of the born puppies.
 */
export function cross(
  sire: ParentGenotypes,
  dam: ParentGenotypes,
  loci: readonly string[],
  {
    onX = new Set(),
    linked = [],
  }: { readonly onX?: ReadonlySet<string>; readonly linked?: readonly Linkage[] } = {},
): Cross {
  const pairs = linked.filter((pair) => pair.loci.every((locus) => loci.includes(locus)));
  const paired = new Set(pairs.flatMap((pair) => pair.loci));
  const groups = [
    ...pairs.map((linkage) => ({ loci: linkage.loci as readonly string[], linkage, isOnX: false })),
    ...loci
      .filter((locus) => !paired.has(locus))
      .map((locus) => ({ loci: [locus], linkage: undefined, isOnX: onX.has(locus) })),
  ];
  let found: Part[] = [{ sex: null, genotypes: [], chance: 1 }];
  let born = 1;
  for (const group of groups) {
    const parts = crossTogether(sire, dam, group.loci, group.linkage, group.isOnX);
    const alive = parts.filter(({ genotypes }) => !isLost(genotypes));
    const share = alive.reduce((sum, { chance }) => sum + chance, 0);
    born *= share;
    found = found.flatMap((whole) =>
      alive.flatMap((part) => {
        // Two loci on X combine sons with sons and daughters with daughters.
        const areBothOnX = whole.sex !== null && part.sex !== null;
        if (areBothOnX && whole.sex !== part.sex) return [];
        return [
          {
            sex: whole.sex ?? part.sex,
            genotypes: [...whole.genotypes, ...part.genotypes],
            chance: (whole.chance * part.chance * (areBothOnX ? 2 : 1)) / share,
          },
        ];
      }),
    );
  }
  const outcomes = found
    .map(({ genotypes, ...rest }) => ({ ...rest, genotypes: new Map(genotypes) }))
    .sort((a, b) => b.chance - a.chance);
  return { outcomes, lostBeforeBirth: 1 - born };
}

/** Outcomes for which `wordsOf` returns the same words are combined, the most frequent first. */
export function sumByWords(
  outcomes: readonly Outcome[],
  wordsOf: (outcome: Outcome) => string,
): { readonly words: string; readonly chance: number }[] {
  const sums = new Map<string, number>();
  for (const outcome of outcomes) {
    const words = wordsOf(outcome);
    sums.set(words, (sums.get(words) ?? 0) + outcome.chance);
  }
  return [...sums]
    .map(([words, chance]) => ({ words, chance }))
    .sort((a, b) => b.chance - a.chance || (a.words < b.words ? -1 : 1));
}
