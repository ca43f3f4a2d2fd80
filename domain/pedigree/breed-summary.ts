/** What the coefficients of a whole pedigree say: the mean, how it moved from year to year, and the most inbred. */

interface ReckonedDog {
  readonly id: string;
  readonly coefficient: number;
  readonly bornOn: string | null;
  readonly isExternal: boolean;
  readonly isFounder: boolean;
}

export interface BreedSummary {
  readonly dogs: number;
  /** Dogs of whom neither parent is known. */
  readonly founders: number;
  readonly inbredDogs: number;
  readonly mean: number;
  /** The mean of the kennel's own dogs; null when it has none. */
  readonly ownMean: number | null;
  /** By year of birth, earliest first; dogs without one are not in it. */
  readonly years: readonly { readonly year: number; readonly dogs: number; readonly mean: number }[];
  /** The dogs with the highest coefficients above zero. */
  readonly mostInbred: readonly { readonly id: string; readonly coefficient: number }[];
}

/** Dogs that the list of the most inbred holds. */
const MOST_INBRED = 20;

const meanOf = (sum: number, count: number): number => (count === 0 ? 0 : sum / count);

/** Sums up the coefficients of all dogs. */
export function summarizeBreed(dogs: readonly ReckonedDog[]): BreedSummary {
  const years = new Map<number, { dogs: number; sum: number }>();
  const own = { dogs: 0, sum: 0 };
  let sum = 0;
  for (const { coefficient, bornOn, isExternal } of dogs) {
    sum += coefficient;
    if (!isExternal) {
      own.dogs += 1;
      own.sum += coefficient;
    }
    if (bornOn === null) continue;
    const year = Number(bornOn.slice(0, 4));
    const entry = years.get(year) ?? { dogs: 0, sum: 0 };
    years.set(year, { dogs: entry.dogs + 1, sum: entry.sum + coefficient });
  }
  const inbred = dogs.filter(({ coefficient }) => coefficient > 0);
  return {
    dogs: dogs.length,
    founders: dogs.filter(({ isFounder }) => isFounder).length,
    inbredDogs: inbred.length,
    mean: meanOf(sum, dogs.length),
    ownMean: own.dogs === 0 ? null : own.sum / own.dogs,
    years: [...years]
      .map(([year, entry]) => ({ year, dogs: entry.dogs, mean: meanOf(entry.sum, entry.dogs) }))
      .sort((a, b) => a.year - b.year),
    mostInbred: inbred
      .sort((a, b) => b.coefficient - a.coefficient || (a.id < b.id ? -1 : 1))
      .slice(0, MOST_INBRED)
      .map(({ id, coefficient }) => ({ id, coefficient })),
  };
}
