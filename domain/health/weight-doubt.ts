/**
 * Detects likely typing errors in weights: a missing digit, another unit, another dog. The app then asks the user,
 * and never refuses a weight. The limits are wider than the growth of healthy dogs. Puppies gain at most 10 % a day
 * in week 1 and 6 % in weeks 2 to 4 (Hand et al., Small Animal Clinical Nutrition, 5th edition, table 16-1). Later
 * rates have no source: no breed keeps them up. From its birth, a puppy reaches at most the 29-fold in 8 weeks.
 * Bitches gain up to half of their weight before whelping. Pure.
 */
import { medianOf } from "../litters/growth";

const DAY_MS = 86_400_000;

/** A known weight; `when` is its date in words, such as 'on Oct 24' or 'at birth'. */
export interface KnownWeight {
  readonly grams: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly when: string;
}

interface WeighedNow {
  readonly grams: number;
  readonly at: number;
  /** The birth date; null for a dog that counts as adult. */
  readonly bornAt: number | null;
  /** Other weights of the same dog. */
  readonly known: readonly KnownWeight[];
  /** The last weights of the puppy's littermates. A puppy without other weights is compared with them. */
  readonly littermates?: readonly number[];
  /** Weights of littermates that were weighed just now. Old weights of the puppy itself say less than these. */
  readonly weighedTogether?: readonly number[];
}

type DailyGains = readonly { readonly untilDay: number; readonly percent: number }[];

/**
 * The highest daily gain of a young dog in percent of its weight, up to an age in days. No dog gains more on average
 * of several days, so that the product also limits the gain of weeks.
 */
const MOST_DAILY_GAIN: DailyGains = [
  { untilDay: 7, percent: 10 },
  { untilDay: 28, percent: 6 },
  { untilDay: 70, percent: 4 },
  { untilDay: 120, percent: 2 },
  { untilDay: 180, percent: 1 },
  { untilDay: 540, percent: 0.25 },
];

/** The lowest daily gain, which weak puppies exceed. In week 1, a puppy may lose weight. */
const LEAST_DAILY_GAIN: DailyGains = [
  { untilDay: 7, percent: 0 },
  { untilDay: 56, percent: 1 },
];

/** The allowed factors between two weights, in addition to growth. One day differs from the next. */
const YOUNG = { least: 0.75, most: 1.4 } as const;
const GROWN = { least: 0.6, most: 1.5 } as const;
const GROWN_DAYS = 540;

/** The allowed factors between a puppy's weight and the median of its littermates' weights. */
const AMONG_LITTERMATES = { least: 0.4, most: 2.5 } as const;

/** If the nearest weight of the same puppy is older, the puppy is also compared with its littermates. */
const FRESH_DAYS = 7;

/** The factor by which a dog grows between two ages in days. */
function growth(gains: DailyGains, from: number, to: number): number {
  let factor = 1;
  let day = Math.max(0, from);
  for (const { untilDay, percent } of gains) {
    const days = Math.min(to, untilDay) - day;
    if (days <= 0) continue;
    factor *= (1 + percent / 100) ** days;
    day += days;
  }
  return factor;
}

/** Says whether two weights of one dog can both be correct. */
function fits({ grams, at, bornAt }: WeighedNow, known: KnownWeight): boolean {
  const [earlier, later] = known.at <= at ? [known, { grams, at }] : [{ grams, at }, known];
  const from = bornAt === null ? GROWN_DAYS : (earlier.at - bornAt) / DAY_MS;
  const to = from + (later.at - earlier.at) / DAY_MS;
  const { least, most } = from < GROWN_DAYS ? YOUNG : GROWN;
  const ratio = later.grams / earlier.grams;
  return (
    ratio >= least * growth(LEAST_DAILY_GAIN, from, to) && ratio <= most * growth(MOST_DAILY_GAIN, from, to)
  );
}

/** How many earlier and how many later weights are compared. */
const NEIGHBORS = 2;

/** From this factor on, the text gives a factor instead of a percentage. */
const TIMES = 3;

/**
 * Compares a weight with another in words: '99% less than', '60% more than', '10 times as much as', 'as much as'.
 */
function comparison(grams: number, other: number): string {
  const ratio = grams / other;
  if (ratio >= TIMES) return `${Math.round(ratio)} times as much as`;
  const percent = Math.round(Math.abs(ratio - 1) * 100);
  if (percent === 0) return "as much as";
  return ratio > 1 ? `${percent}% more than` : `${Math.min(99, percent)}% less than`;
}

/**
 * Returns why a weight is unlikely, such as '63 g is 99% less than on Oct 24'; null if it is likely. A weight is
 * likely if it fits at least one of its two neighbors before or after. A single wrong stored weight therefore does
 * not make correct weights unlikely. `write` formats grams in the user's unit.
 */
export function weightDoubt(weighed: WeighedNow, write: (grams: number) => string): string | null {
  const { grams, at, littermates = [], weighedTogether = [] } = weighed;
  if (!(grams > 0)) return null;
  const known = weighed.known
    .filter((weight) => weight.grams > 0)
    .sort((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at));
  const [nearest] = known;
  if (nearest) {
    const before = known.filter((weight) => weight.at <= at).slice(0, NEIGHBORS);
    const after = known.filter((weight) => weight.at > at).slice(0, NEIGHBORS);
    const isLikely = [...before, ...after].some((weight) => fits(weighed, weight));
    if (!isLikely) return `${write(grams)} is ${comparison(grams, nearest.grams)} ${nearest.when}`;
    if (Math.abs(nearest.at - at) <= FRESH_DAYS * DAY_MS) return null;
  }
  const median = medianOf(nearest ? weighedTogether : littermates);
  if (median === null || median === 0) return null;
  const ratio = grams / median;
  if (ratio >= AMONG_LITTERMATES.least && ratio <= AMONG_LITTERMATES.most) return null;
  return `${write(grams)} is ${comparison(grams, median)} its littermates' median of ${write(median)}`;
}
