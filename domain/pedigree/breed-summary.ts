/**
 * Statistics of the coefficients in a whole pedigree: the mean, its change from year to year, and the most inbred
 * dogs.
 */
import { PLACE_KINDS, UNKNOWN, type PackedPedigree } from "./packed";

export interface BreedSummary {
  readonly dogs: number;
  /** Dogs whose parents are both unknown. */
  readonly founders: number;
  readonly inbredDogs: number;
  readonly mean: number;
  /** Null if the kennel has no dogs of its own. */
  readonly ownMean: number | null;
  /** By year of birth, the earliest first. Dogs without a year of birth are left out. */
  readonly years: readonly { readonly year: number; readonly dogs: number; readonly mean: number }[];
  /** Only coefficients above zero, the highest first. */
  readonly mostInbred: readonly { readonly place: number; readonly coefficient: number }[];
}

const MOST_INBRED = 20;

class Tally {
  dogs = 0;
  private sum = 0;

  count(coefficient: number): void {
    this.dogs += 1;
    this.sum += coefficient;
  }

  get mean(): number {
    return this.dogs === 0 ? 0 : this.sum / this.dogs;
  }
}

export function summarizeBreed({
  size,
  sires,
  dams,
  kinds,
  years,
  coefficients,
}: PackedPedigree): BreedSummary {
  const [all, own] = [new Tally(), new Tally()];
  const byYear = new Map<number, Tally>();
  const inbred: number[] = [];
  let founders = 0;
  for (let place = 0; place < size; place += 1) {
    if (kinds[place] === PLACE_KINDS.nobody) continue;
    const [coefficient, year] = [coefficients[place] ?? 0, years[place] ?? 0];
    all.count(coefficient);
    if (kinds[place] === PLACE_KINDS.own) own.count(coefficient);
    if (coefficient > 0) inbred.push(place);
    if (sires[place] === UNKNOWN && dams[place] === UNKNOWN) founders += 1;
    if (year === 0) continue;
    const tally = byYear.get(year) ?? new Tally();
    tally.count(coefficient);
    byYear.set(year, tally);
  }
  const of = (place: number): number => coefficients[place] ?? 0;
  return {
    dogs: all.dogs,
    founders,
    inbredDogs: inbred.length,
    mean: all.mean,
    ownMean: own.dogs === 0 ? null : own.mean,
    years: [...byYear]
      .map(([year, { dogs, mean }]) => ({ year, dogs, mean }))
      .sort((a, b) => a.year - b.year),
    mostInbred: inbred
      .sort((a, b) => of(b) - of(a) || a - b)
      .slice(0, MOST_INBRED)
      .map((place) => ({ place, coefficient: of(place) })),
  };
}
