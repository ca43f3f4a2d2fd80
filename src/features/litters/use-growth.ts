/** The growth of a litter's puppies, calculated from the weighings. */
import { useMemo } from "react";
import { usePuppyWeights } from "@/hooks/use-weight-units";
import { describeGrowth, medianOf, percentToMedian, standingsOf, weightAt } from "@domain/litters/growth";
import type { Growth, Standing } from "@domain/litters/growth";
import { bornAtOf } from "@/features/litters/litter-words";
import type { Litter, Puppy, Weight } from "@/features/litters/litter-words";

const DAY_MS = 86_400_000;
/** Points of the chart are at least a quarter of a day apart. */
const POINTS_PER_DAY = 4;

export interface PuppyGrowth {
  readonly puppy: Puppy;
  readonly bornAt: number;
  readonly growth: Growth;
  /** The difference of the last weight from the litter's median at the same age, in percent. */
  readonly toMedian: number | null;
  /** One entry for each weighing of the puppy. */
  readonly standings: readonly Standing[];
}

/** Age in days, and each puppy's grams by its id. */
export type ChartRow = { readonly age: number; readonly median: number | null } & Readonly<
  Record<string, number | null>
>;

export interface LitterGrowth {
  readonly puppies: readonly PuppyGrowth[];
  readonly rows: readonly ChartRow[];
}

const isAlive = ({ puppy }: Pick<PuppyGrowth, "puppy">): boolean => puppy.status !== "deceased";

function rowsOf(puppies: readonly PuppyGrowth[]): ChartRow[] {
  const start = Math.min(...puppies.map(({ bornAt }) => bornAt));
  const ageOf = (instant: number) =>
    Math.max(0, Math.round(((instant - start) / DAY_MS) * POINTS_PER_DAY) / POINTS_PER_DAY);
  const byAge = new Map<number, Record<string, number>>();
  for (const { puppy, growth } of puppies) {
    for (const { grams, weighedAt } of growth.points) {
      const age = ageOf(weighedAt);
      byAge.set(age, { ...byAge.get(age), [puppy._id]: grams });
    }
  }
  const living = puppies.filter(isAlive);
  return [...byAge.entries()]
    .sort(([a], [b]) => a - b)
    .map(([age, weights]) => {
      // Between two weighings of a puppy its weight is interpolated. Otherwise the median would jump when only some
      // puppies were weighed.
      const known = living
        .map(({ puppy, growth }) => weights[puppy._id] ?? weightAt(growth.points, start + age * DAY_MS))
        .filter((grams) => grams !== null);
      return { ...weights, age, median: known.length * 2 >= living.length ? medianOf(known) : null };
    });
}

const NO_WEIGHTS: readonly Weight[] = [];

/** Until the weighings are loaded, uses only the birth weights. */
export function useGrowth(litter: Litter, weights: readonly Weight[] = NO_WEIGHTS): LitterGrowth {
  const { unit } = usePuppyWeights();
  return useMemo(() => {
    const grown = litter.puppies.map((puppy) => {
      const bornAt = bornAtOf(puppy, litter);
      const own = weights.filter(({ puppyId }) => puppyId === puppy._id);
      const { birthWeightGrams } = puppy;
      return { puppy, bornAt, growth: describeGrowth({ birthWeightGrams, bornAt, weights: own }, unit) };
    });
    const living = grown.filter(isAlive);
    const puppies = grown.map((each) => {
      const others = living.filter((other) => other !== each);
      return isAlive(each)
        ? { ...each, standings: standingsOf(each, others), toMedian: percentToMedian(each, others) }
        : { ...each, standings: [], toMedian: null };
    });
    return { puppies, rows: rowsOf(puppies) };
  }, [litter, weights, unit]);
}
