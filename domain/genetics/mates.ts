/**
 * The mates of one dog: the living breeding dogs of its breed and of the other sex, in an order that keeps rare lines
 * without close matings. The coefficient of the puppies with each is the kinship of the two, so that one product
 * gives all of them.
 */
import { DOG_FLAGS, UNKNOWN } from "../pedigree/packed";
import { meanKinships, rankByKinship } from "./population";
import { completenessOfDogs } from "./reference";
import type { Relationship } from "./relationship";

/** Puppies with a higher coefficient come after the others: 6.25% is that of a mating of first cousins. */
export const INBREEDING_LIMIT = 0.0625;

/** The generations over which a mate's pedigree is compared with others'. */
const COMPLETENESS_GENERATIONS = 5;

/** Why a mate is not advised, the first that applies. */
export const REASONS_AGAINST = ["parent", "offspring", "full sibling"] as const;
export type ReasonAgainst = (typeof REASONS_AGAINST)[number];

/** By what the list of mates can be sorted; "advised" is the order of the advice. */
export const MATE_SORTS = ["advised", "inbreeding", "kinship", "completeness", "puppies", "age"] as const;
export type MateSort = (typeof MATE_SORTS)[number];

export const STANDINGS = ["lower", "similar", "higher"] as const;
/** How the puppies' coefficient compares with the middle half of the breed's living breeding dogs. */
type Standing = (typeof STANDINGS)[number];

export interface Mate {
  readonly place: number;
  /** The coefficient of the puppies. */
  readonly coefficient: number;
  readonly standing: Standing;
  /** The mate's mean kinship with the living breeding dogs, and its place in their rank, rare lines first. */
  readonly meanKinship: number;
  readonly position: number;
  /** The share of its known ancestors, from 0 to 1. */
  readonly completeness: number;
  /** The number of its recorded offspring. */
  readonly offspring: number;
  /** 0 if the year of birth is unknown. */
  readonly year: number;
  readonly against: ReasonAgainst | null;
}

/** Says why two dogs should not be mated by their parents alone; null if nothing speaks against it. */
function reasonAgainst({ pedigree }: Relationship, one: number, other: number): ReasonAgainst | null {
  const [a, b] = [pedigree.at(one), pedigree.at(other)];
  if (a.sire === other || a.dam === other) return "parent";
  if (b.sire === one || b.dam === one) return "offspring";
  const isSibling = a.sire !== UNKNOWN && a.dam !== UNKNOWN && a.sire === b.sire && a.dam === b.dam;
  return isSibling ? "full sibling" : null;
}

/** Differences below this are rounding errors. */
const STEPS = 1e12;
const rounded = (value: number): number => Math.round(value * STEPS);
const isOverLimit = ({ coefficient }: Mate): number =>
  Number(rounded(coefficient) > rounded(INBREEDING_LIMIT));

/** What is compared one after the other, the smaller number first. */
type Key = (mate: Mate) => number;
const kinship: Key = ({ meanKinship }) => rounded(meanKinship);
const inbreeding: Key = ({ coefficient }) => rounded(coefficient);
const completeness: Key = (mate) => -rounded(mate.completeness);
const age: Key = ({ year }) => -year;
const ADVISED: readonly Key[] = [isOverLimit, kinship, inbreeding, completeness, age];
const SORT_KEYS: Readonly<Record<MateSort, readonly Key[]>> = {
  advised: ADVISED,
  inbreeding: [inbreeding, ...ADVISED],
  kinship: [kinship, ...ADVISED],
  completeness: [completeness, ...ADVISED],
  puppies: [({ offspring }) => -offspring, ...ADVISED],
  age: [age, ...ADVISED],
};

/** Sorts mates; equal ones stay in the order of their places. */
export function sortMates(mates: readonly Mate[], sort: MateSort): Mate[] {
  const keys = SORT_KEYS[sort];
  return [...mates].sort((a, b) => {
    for (const key of keys) {
      const difference = key(a) - key(b);
      if (difference !== 0) return difference;
    }
    return a.place - b.place;
  });
}

/**
 * Lists the dogs of the reference that the dog at a place may be mated with: those of the other sex that are not
 * sold, each with what is known of the puppies.
 */
export function listMates(relationship: Relationship, place: number, reference: readonly number[]): Mate[] {
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
    return {
      ...{ place: other, coefficient, year },
      standing: steps < low ? "lower" : steps > high ? "higher" : "similar",
      ...{ meanKinship: byPlace[other] ?? 0, position: positions.get(other) ?? 0 },
      ...{ completeness: known[relationship.numberOf(other)] ?? 0, offspring: offspring[other] ?? 0 },
      against: reasonAgainst(relationship, place, other),
    };
  });
}
