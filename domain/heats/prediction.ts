/**
 * Predicts a bitch's next heat from her own intervals, if she has any. Sources and figures: domain/heats/rules.ts.
 */
import {
  BELIEVABLE_INTERVAL_DAYS,
  INTERVALS_LOOKED_AT,
  LEAST_SPREAD_DAYS,
  SPREAD_OF_ONE_DAYS,
  USUAL_HEAT_DAYS,
  USUAL_INTERVAL,
  WHELPING_LENGTHENS_DAYS,
} from "./rules";
import { addDays, daysBetween } from "../dates/calendar-days";

export interface Prediction {
  readonly expectedOn: string;
  readonly fromOn: string;
  readonly toOn: string;
  /** The prediction uses this interval. */
  readonly intervalDays: number;
  readonly ownIntervals: number;
  /** A whelping since the last heat delays the next heat. */
  readonly isAfterWhelping: boolean;
}

/** The list must be ascending. */
function medianOf(ascending: readonly number[]): number {
  const middle = Math.floor(ascending.length / 2);
  const upper = ascending[middle] ?? 0;
  return ascending.length % 2 === 1 ? upper : Math.round(((ascending[middle - 1] ?? 0) + upper) / 2);
}

/** The second date is excluded. */
const hasWhelped = (whelpings: readonly string[], from: string, to: string | null): boolean =>
  whelpings.some((day) => day > from && (to === null || day < to));

/**
 * The result contains only plausible intervals in days, the newest last. The days that a whelping adds are
 * subtracted.
 */
export function restingIntervals(starts: readonly string[], whelpings: readonly string[]): number[] {
  const days = [...new Set(starts)].sort();
  const intervals: number[] = [];
  for (const [index, start] of days.entries()) {
    const next = days[index + 1];
    if (next === undefined) break;
    const length = daysBetween(start, next);
    if (length < BELIEVABLE_INTERVAL_DAYS.from || length > BELIEVABLE_INTERVAL_DAYS.to) continue;
    const resting = length - (hasWhelped(whelpings, start, next) ? WHELPING_LENGTHENS_DAYS : 0);
    intervals.push(Math.max(resting, BELIEVABLE_INTERVAL_DAYS.from));
  }
  return intervals;
}

interface Rhythm {
  readonly days: number;
  readonly before: number;
  readonly after: number;
}

function rhythmOf(intervals: readonly number[]): Rhythm {
  if (intervals.length === 0) {
    const { days, from, to } = USUAL_INTERVAL;
    return { days, before: days - from, after: to - days };
  }
  const ascending = [...intervals].sort((a, b) => a - b);
  const days = medianOf(ascending);
  const least = intervals.length === 1 ? SPREAD_OF_ONE_DAYS : LEAST_SPREAD_DAYS;
  return {
    days,
    before: Math.max(least, days - (ascending[0] ?? days)),
    after: Math.max(least, (ascending.at(-1) ?? days) - days),
  };
}

/** Returns null if there is no heat. */
export function predictNextHeat(starts: readonly string[], whelpings: readonly string[]): Prediction | null {
  const last = [...starts].sort().at(-1);
  if (last === undefined) return null;
  const own = restingIntervals(starts, whelpings).slice(-INTERVALS_LOOKED_AT);
  const isAfterWhelping = hasWhelped(whelpings, last, null);
  const { days, before, after } = rhythmOf(own);
  const intervalDays = days + (isAfterWhelping ? WHELPING_LENGTHENS_DAYS : 0);
  const expectedOn = addDays(last, intervalDays);
  return {
    expectedOn,
    // No heat is expected sooner than the shortest plausible interval.
    fromOn: addDays(last, Math.max(intervalDays - before, BELIEVABLE_INTERVAL_DAYS.from)),
    toOn: addDays(expectedOn, after),
    intervalDays,
    ownIntervals: own.length,
    isAfterWhelping,
  };
}

interface HeatDays {
  readonly startOn: string;
  readonly endOn: string | null;
}

/** A heat without an end is assumed to have the typical length. */
export const isInHeat = ({ startOn, endOn }: HeatDays, today: string): boolean =>
  startOn <= today && today <= (endOn ?? addDays(startOn, USUAL_HEAT_DAYS - 1));

/** The day on which the heat starts is day 1, as breeders count. */
export const dayOfHeat = (startOn: string, day: string): number => daysBetween(startOn, day) + 1;

/** A mating belongs to a heat that started at most this many days before it. */
const MATING_WITHIN_DAYS = 30;

/** The earliest mating is first. */
export const matingsOfHeat = <Breeding extends { readonly breedingDate: string }>(
  startOn: string,
  breedings: readonly Breeding[],
): Breeding[] =>
  breedings
    .filter(({ breedingDate }) => {
      const days = daysBetween(startOn, breedingDate);
      return days >= 0 && days <= MATING_WITHIN_DAYS;
    })
    .sort((a, b) => (a.breedingDate < b.breedingDate ? -1 : 1));
