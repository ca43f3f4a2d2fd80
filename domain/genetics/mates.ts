/**
 * The possible mates of one dog: the living breeding dogs of its breed and of the other sex. The order favors rare
 * lines and avoids close matings and harmful crosses.
 */
import { crossShares, findDnaTest, type DnaStatus } from "../health/dna";
import { DOG_FLAGS, UNKNOWN } from "../pedigree/packed";
import { findHarmfulCrosses } from "./harmful";
import { findLocus } from "./loci";
import { meanKinships, rankByKinship } from "./population";
import { COMPLETENESS_GENERATIONS, completenessOfDogs } from "./reference";
import type { Relationship } from "./relationship";

/** Only the first reason that applies is given. */
export const REASONS_AGAINST = ["parent", "offspring", "full sibling", "harmful cross"] as const;
export type ReasonAgainst = (typeof REASONS_AGAINST)[number];

/** "advised" is the recommended order. */
export const MATE_SORTS = [
  "advised",
  "inbreeding",
  "kinship",
  "completeness",
  "puppies",
  "tests",
  "age",
] as const;
export type MateSort = (typeof MATE_SORTS)[number];

/** In the order of the list. "test first": the dog carries a variant for which the mate has no result. */
export const MATE_GROUPS = ["good", "test first", "not advised"] as const;
type MateGroup = (typeof MATE_GROUPS)[number];

export const STANDINGS = ["lower", "similar", "higher"] as const;
/** Compared with the middle half of the coefficients of the breed's living breeding dogs. */
type Standing = (typeof STANDINGS)[number];

export interface Mate {
  readonly place: number;
  /** The coefficient of the puppies. */
  readonly coefficient: number;
  readonly standing: Standing;
  /** The mean kinship with the living breeding dogs. The position among them begins with rare lines. */
  readonly meanKinship: number;
  readonly position: number;
  /** From 0 to 1. */
  readonly completeness: number;
  readonly offspring: number;
  /** 0 if unknown. */
  readonly year: number;
  readonly against: ReasonAgainst | null;
  /** Null unless the cross is harmful. */
  readonly harm: string | null;
  readonly group: MateGroup;
  /** The dog carries these variants, and the mate has no readable result for them. */
  readonly untested: readonly string[];
}

export interface CarriedCopies {
  readonly isAtRisk: boolean;
  /** The alleles found at a coat locus. */
  readonly alleles: readonly string[];
}

/** The sets contain the places of mates. */
export interface CarriedVariant extends CarriedCopies {
  readonly variant: string;
  readonly name: string;
  readonly carriers: ReadonlyMap<number, CarriedCopies>;
  /** A mate may be in several of the three sets. */
  readonly clear: ReadonlySet<number>;
  readonly unclear: ReadonlySet<number>;
}

/** Returns null if there is no reason in the mates' parentage. */
function reasonAgainst({ pedigree }: Relationship, one: number, other: number): ReasonAgainst | null {
  const [a, b] = [pedigree.at(one), pedigree.at(other)];
  if (a.sire === other || a.dam === other) return "parent";
  if (b.sire === one || b.dam === one) return "offspring";
  const isSibling = a.sire !== UNKNOWN && a.dam !== UNKNOWN && a.sire === b.sire && a.dam === b.dam;
  return isSibling ? "full sibling" : null;
}

const statusOf = ({ isAtRisk }: CarriedCopies): DnaStatus => (isAtRisk ? "at_risk" : "carrier");

const SHARES: ReadonlyMap<number, string> = new Map([
  [0.25, "a quarter of the puppies"],
  [0.5, "half of the puppies"],
  [1, "all puppies"],
]);

function harmOfDisease({ variant, name, ...own }: CarriedVariant, mate: CarriedCopies): string {
  const test = findDnaTest(variant);
  if (test?.isSexLinked) return `Both carry ${name}, which is on the X chromosome`;
  const share = SHARES.get(crossShares(statusOf(own), statusOf(mate)).twoCopies) ?? "puppies";
  return `Both carry ${name}: ${share} ${test ? "are affected" : "get two copies"}`;
}

/** Returns null if no harm is known. */
function findHarm(carried: readonly CarriedVariant[], place: number): string | null {
  const shared = carried.flatMap((variant) => {
    const mate = variant.carriers.get(place);
    return mate ? [{ variant, mate }] : [];
  });
  if (shared.length === 0) return null;
  const ofCoat = shared.filter(({ variant }) => findLocus(variant.variant));
  const carrier = (allelesOf: (each: (typeof ofCoat)[number]) => readonly string[]) => ({
    alleles: (locus: string) => {
      const found = ofCoat.find(({ variant }) => variant.variant === locus);
      return found && allelesOf(found);
    },
    hidesMerle: false,
  });
  const [cross] = findHarmfulCrosses(
    carrier(({ variant }) => variant.alleles),
    carrier(({ mate }) => mate.alleles),
  );
  const disease = shared.find(({ variant }) => !findLocus(variant.variant));
  return cross?.words ?? (disease ? harmOfDisease(disease.variant, disease.mate) : null);
}

const untestedOf = (carried: readonly CarriedVariant[], place: number): string[] =>
  carried
    .filter(
      ({ carriers, clear, unclear }) => !carriers.has(place) && (!clear.has(place) || unclear.has(place)),
    )
    .map(({ name }) => name);

/** Smaller differences are rounding errors. */
const STEPS = 1e12;
const rounded = (value: number): number => Math.round(value * STEPS);
/** Both are from 0 to 1. */
export const isOverLimit = (coefficient: number, limit: number): boolean =>
  rounded(coefficient) > rounded(limit);

/** The smaller number comes first. */
type Key = (mate: Mate) => number;
const group: Key = (mate) => MATE_GROUPS.indexOf(mate.group);
const kinship: Key = ({ meanKinship }) => rounded(meanKinship);
const inbreeding: Key = ({ coefficient }) => rounded(coefficient);
const completeness: Key = (mate) => -rounded(mate.completeness);
const age: Key = ({ year }) => -year;
const FIRST_KEYS: Readonly<Record<MateSort, readonly Key[]>> = {
  advised: [],
  inbreeding: [inbreeding],
  kinship: [kinship],
  completeness: [completeness],
  puppies: [({ offspring }) => -offspring],
  tests: [({ untested }) => untested.length],
  age: [age],
};

/**
 * Sorts within the groups. Mates whose puppies' coefficient exceeds the limit come last. Equal mates keep the order
 * of their places.
 */
export function sortMates(mates: readonly Mate[], sort: MateSort, limit: number): Mate[] {
  const over: Key = ({ coefficient }) => Number(isOverLimit(coefficient, limit));
  const keys = [group, ...FIRST_KEYS[sort], over, kinship, inbreeding, completeness, age];
  return [...mates].sort((a, b) => {
    for (const key of keys) {
      const difference = key(a) - key(b);
      if (difference !== 0) return difference;
    }
    return a.place - b.place;
  });
}

/** Leaves out sold dogs. `carried` must contain only variants that the caller may see. */
export function listMates(
  relationship: Relationship,
  place: number,
  reference: readonly number[],
  carried: readonly CarriedVariant[] = [],
): Mate[] {
  const { pedigree } = relationship;
  const wanted = (pedigree.at(place).flags & DOG_FLAGS.male) > 0 ? DOG_FLAGS.female : DOG_FLAGS.male;
  const candidates = reference.filter((other) => {
    const { flags } = pedigree.at(other);
    return (flags & wanted) > 0 && (flags & DOG_FLAGS.sold) === 0 && other !== place;
  });
  if (candidates.length === 0) return [];
  const kinships = relationship.kinshipsOf(place);
  const { byPlace } = meanKinships(relationship, reference);
  const positions = new Map(rankByKinship(byPlace, reference).map((other, index) => [other, index + 1]));
  const known = completenessOfDogs(relationship, COMPLETENESS_GENERATIONS);
  const offspring = new Uint32Array(pedigree.size);
  for (let other = 0; other < pedigree.size; other += 1) {
    for (const parent of [pedigree.sires[other] ?? UNKNOWN, pedigree.dams[other] ?? UNKNOWN]) {
      if (parent !== UNKNOWN) offspring[parent] = (offspring[parent] ?? 0) + 1;
    }
  }
  const sorted = reference.map((other) => pedigree.at(other).coefficient).sort((a, b) => a - b);
  const quantile = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
  const [low, high] = [rounded(quantile(0.25)), rounded(quantile(0.75))];
  return candidates.map((other) => {
    const coefficient = kinships[other] ?? 0;
    const [steps, { year }] = [rounded(coefficient), pedigree.at(other)];
    const related = reasonAgainst(relationship, place, other);
    const harm = related ? null : findHarm(carried, other);
    const against = related ?? (harm === null ? null : "harmful cross");
    const untested = untestedOf(carried, other);
    return {
      ...{ place: other, coefficient, year },
      standing: steps < low ? "lower" : steps > high ? "higher" : "similar",
      ...{ meanKinship: byPlace[other] ?? 0, position: positions.get(other) ?? 0 },
      ...{ completeness: known[relationship.numberOf(other)] ?? 0, offspring: offspring[other] ?? 0 },
      ...{ against, harm, untested },
      group: against ? "not advised" : untested.length > 0 ? "test first" : "good",
    };
  });
}
