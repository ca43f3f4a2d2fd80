/**
 * The group of dogs that figures of a population are about: the living breeding dogs of a breed, or its dogs of
 * chosen years of birth. External dogs count as living if they may still be used for breeding: they were born
 * within the last years and have offspring here.
 */
import { DOG_FLAGS, PLACE_KINDS, UNKNOWN, type PackedPedigree } from "../pedigree/packed";
import type { Relationship } from "./relationship";

/** If no death is recorded, an external dog counts as living for this number of years. This is an assumption. */
export const LIVING_YEARS = 8;

export function dogsOfBreed({ size, kinds, breeds }: PackedPedigree, breed: number): number[] {
  const found: number[] = [];
  for (let place = 0; place < size; place += 1) {
    if (kinds[place] === PLACE_KINDS.nobody) continue;
    if (breeds[place] === breed) found.push(place);
  }
  return found;
}

/** Completeness is shown for this number of generations. */
export const COMPLETENESS_GENERATIONS = 5;

const GONE = DOG_FLAGS.deceased | DOG_FLAGS.spayed;

export function livingBreedingDogs(
  pedigree: PackedPedigree,
  dogs: readonly number[],
  year: number,
): number[] {
  const { size, sires, dams } = pedigree;
  const hasOffspring = new Uint8Array(size);
  for (let place = 0; place < size; place += 1) {
    const [sire, dam] = [sires[place] ?? UNKNOWN, dams[place] ?? UNKNOWN];
    if (sire !== UNKNOWN) hasOffspring[sire] = 1;
    if (dam !== UNKNOWN) hasOffspring[dam] = 1;
  }
  return dogs.filter((place) => {
    const dog = pedigree.at(place);
    if ((dog.flags & GONE) > 0) return false;
    if ((dog.flags & DOG_FLAGS.breeding) > 0) return true;
    const isRecent = dog.year > 0 && year - dog.year <= LIVING_YEARS;
    return dog.kind === PLACE_KINDS.external && isRecent && hasOffspring[place] === 1;
  });
}

/** Null means no limit. */
export interface BirthYears {
  readonly from: number | null;
  readonly to: number | null;
}

/** The result contains dead dogs, but no dogs without a known year. */
export function bornWithin(
  { years }: PackedPedigree,
  dogs: readonly number[],
  { from, to }: BirthYears,
): number[] {
  return dogs.filter((place) => {
    const year = years[place] ?? 0;
    return year > 0 && (from === null || year >= from) && (to === null || year <= to);
  });
}

/** Returns null if no year is known. */
export function birthYearsOf(
  { years }: PackedPedigree,
  dogs: readonly number[],
): { readonly first: number; readonly last: number } | null {
  let [first, last] = [Infinity, 0];
  for (const place of dogs) {
    const year = years[place] ?? 0;
    if (year === 0) continue;
    first = Math.min(first, year);
    last = Math.max(last, year);
  }
  return last === 0 ? null : { first, last };
}

/**
 * Yields, generation by generation, the known share (from 0 to 1) of each dog's ancestors, by the dog's number.
 */
function* completenessByGeneration(
  { order, sires, dams }: Relationship,
  generations: number,
): Generator<Float64Array> {
  let known = new Float64Array(order.length).fill(1);
  for (let generation = 1; generation <= generations; generation += 1) {
    const above = new Float64Array(order.length);
    for (let n = 0; n < order.length; n += 1) {
      const [sire, dam] = [sires[n] ?? UNKNOWN, dams[n] ?? UNKNOWN];
      const ofSire = sire === UNKNOWN ? 0 : (known[sire] ?? 0);
      const ofDam = dam === UNKNOWN ? 0 : (known[dam] ?? 0);
      above[n] = (ofSire + ofDam) / 2;
    }
    yield above;
    known = above;
  }
}

/** The completeness is from 0 to 1. */
export function meanCompleteness(
  relationship: Relationship,
  dogs: readonly number[],
  generations: number,
): number[] {
  return Array.from(completenessByGeneration(relationship, generations), (known) => {
    const sum = dogs.reduce((total, place) => total + (known[relationship.numberOf(place)] ?? 0), 0);
    return dogs.length === 0 ? 0 : sum / dogs.length;
  });
}

/** Returns the mean of the first generations, by the dog's number. */
export function completenessOfDogs(relationship: Relationship, generations: number): Float64Array {
  const sum = new Float64Array(relationship.order.length);
  for (const known of completenessByGeneration(relationship, generations)) {
    known.forEach((share, number) => (sum[number] = (sum[number] ?? 0) + share / generations));
  }
  return sum;
}

/** Returns the completeness of each of the first generations. */
export function completenessOfPuppies(
  relationship: Relationship,
  [sire, dam]: readonly [number, number],
  generations: number,
): number[] {
  const parents = [relationship.numberOf(sire), relationship.numberOf(dam)];
  const above = Array.from(
    completenessByGeneration(relationship, generations - 1),
    (known) => parents.reduce((sum, parent) => sum + (known[parent] ?? 0), 0) / 2,
  );
  return [1, ...above];
}
