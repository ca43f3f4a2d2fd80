/** The growth of a litter's puppies, calculated from its weighings: per puppy, the median, and the rows of the chart. */
import { useMemo } from "react";
import { usePuppyWeights } from "@/hooks/use-weight-units";
import { describeGrowth, medianOf, weightAt, type Growth } from "@domain/litters/growth";
import type { Litter, Puppy, Weight } from "@/features/litters/types";

const DAY_MS = 86_400_000;
/** Points of the chart are a quarter of a day apart at least. */
const POINTS_PER_DAY = 4;

export interface PuppyGrowth {
  readonly puppy: Puppy;
  readonly growth: Growth;
}

/** A point of the chart: age in days, the median, and each puppy's grams by its id. */
export type ChartRow = { readonly age: number; readonly median: number | null } & Readonly<
  Record<string, number | null>
>;

export interface LitterGrowth {
  readonly puppies: readonly PuppyGrowth[];
  /** The median of the living puppies' last weights. */
  readonly medianGrams: number | null;
  readonly rows: readonly ChartRow[];
}

/** Noon of the whelping day on this device, where no time of birth was recorded. */
const bornAtOf = (puppy: Puppy, { whelpingDate }: Litter): number =>
  puppy.bornAt ?? new Date(`${whelpingDate}T12:00:00`).getTime();

const isAlive = ({ puppy }: PuppyGrowth): boolean => puppy.status !== "deceased";

function rowsOf(puppies: readonly PuppyGrowth[], litter: Litter): ChartRow[] {
  const births = puppies.map(({ puppy }) => bornAtOf(puppy, litter));
  const start = Math.min(...births);
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
      // Between two weighings of a puppy its weight is calculated, so that the median does not jump with who was weighed.
      const known = living
        .map(({ puppy, growth }) => weights[puppy._id] ?? weightAt(growth.points, start + age * DAY_MS))
        .filter((grams) => grams !== null);
      return { ...weights, age, median: known.length * 2 >= living.length ? medianOf(known) : null };
    });
}

/** Calculates the growth of a litter. */
export function useGrowth(litter: Litter, weights: readonly Weight[]): LitterGrowth {
  const { unit } = usePuppyWeights();
  return useMemo(() => {
    const puppies = litter.puppies.map((puppy) => ({
      puppy,
      growth: describeGrowth(
        {
          birthWeightGrams: puppy.birthWeightGrams,
          bornAt: bornAtOf(puppy, litter),
          weights: weights.filter(({ puppyId }) => puppyId === puppy._id),
        },
        unit,
      ),
    }));
    const latest = puppies.filter(isAlive).map(({ growth }) => growth.latest?.grams ?? null);
    return {
      puppies,
      medianGrams: medianOf(latest.filter((grams) => grams !== null)),
      rows: rowsOf(puppies, litter),
    };
  }, [litter, weights, unit]);
}
