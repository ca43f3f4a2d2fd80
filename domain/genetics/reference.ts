/**
 * The group of dogs that figures of a population are about: the living breeding dogs of a breed. Dogs from outside
 * count if they may still be bred: they were born within the last years and have offspring here.
 */
import { DOG_FLAGS, PLACE_KINDS, UNKNOWN, type PackedPedigree } from "../pedigree/packed";
import type { Relationship } from "./relationship";

/** How many years after its birth a dog from outside counts as living, if no death is recorded: an assumption. */
export const LIVING_YEARS = 8;

/** Lists the dogs of a breed at their places; null means all breeds. */
export function dogsOfBreed({ size, kinds, breeds }: PackedPedigree, breed: number | null): number[] {
  const found: number[] = [];
  for (let place = 0; place < size; place += 1) {
    if (kinds[place] === PLACE_KINDS.nobody) continue;
    if (breed === null || breeds[place] === breed) found.push(place);
  }
  return found;
}

const GONE = DOG_FLAGS.deceased | DOG_FLAGS.spayed;

/** Lists the living breeding dogs of a breed in a year; null means all breeds. */
export function livingBreedingDogs(pedigree: PackedPedigree, breed: number | null, year: number): number[] {
  const { size, sires, dams } = pedigree;
  const hasOffspring = new Uint8Array(size);
  for (let place = 0; place < size; place += 1) {
    const [sire, dam] = [sires[place] ?? UNKNOWN, dams[place] ?? UNKNOWN];
    if (sire !== UNKNOWN) hasOffspring[sire] = 1;
    if (dam !== UNKNOWN) hasOffspring[dam] = 1;
  }
  return dogsOfBreed(pedigree, breed).filter((place) => {
    const dog = pedigree.at(place);
    if ((dog.flags & GONE) > 0) return false;
    if ((dog.flags & DOG_FLAGS.breeding) > 0) return true;
    const isRecent = dog.year > 0 && year - dog.year <= LIVING_YEARS;
    return dog.kind === PLACE_KINDS.external && isRecent && hasOffspring[place] === 1;
  });
}

/**
 * Calculates the mean completeness of some dogs' pedigrees, for each of the first generations: the share of known
 * ancestors, from 0 to 1.
 */
export function meanCompleteness(
  relationship: Relationship,
  dogs: readonly number[],
  generations: number,
): number[] {
  const { order, sires, dams } = relationship;
  let known = new Float64Array(order.length).fill(1);
  return Array.from({ length: generations }, () => {
    const above = new Float64Array(order.length);
    for (let n = 0; n < order.length; n += 1) {
      const [sire, dam] = [sires[n] ?? UNKNOWN, dams[n] ?? UNKNOWN];
      const ofSire = sire === UNKNOWN ? 0 : (known[sire] ?? 0);
      const ofDam = dam === UNKNOWN ? 0 : (known[dam] ?? 0);
      above[n] = (ofSire + ofDam) / 2;
    }
    known = above;
    const sum = dogs.reduce((total, place) => total + (above[relationship.numberOf(place)] ?? 0), 0);
    return dogs.length === 0 ? 0 : sum / dogs.length;
  });
}
