/**
 * The growth of puppies: the daily gain, the median of the litter, and weights that need attention. The thresholds
 * are published:
 * - Mila, Grellet, Feugier, Chastant-Maillard: Differential impact of birth weight and early growth on neonatal
 *   mortality in puppies. J Anim Sci 93 (2015), 4436, doi:10.2527/jas.2015-8971: puppies that lost 4 % or more of
 *   their birth weight by the second day died more often until the 21st.
 * - Hand, Thatcher, Remillard, Roudebush, Novotny (eds.): Small Animal Clinical Nutrition, 5th edition, Mark Morris
 *   Institute 2010, table 16-1: daily gain in week 1 is 8 % (5 to 10 %), in weeks 2 to 4 it is 5 % (3.5 to 6 %).
 * - Eldredge, Carlson, Carlson, Giffin: Dog Owner's Home Veterinary Handbook, 4th edition, Howell 2007, p. 492: a
 *   puppy that has lost weight and does not gain by 72 hours is in trouble; the birth weight doubles in 10 to 12
 *   days.
 * The thresholds show which puppies need attention. They do not replace the veterinarian.
 */

import { formatPuppyGrams, type PuppyWeightUnit } from "../health/weights";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** A loss of this share of the birth weight in the first two days is a risk. Source: Mila 2015. */
export const EARLY_LOSS_PERCENT = 4;
const EARLY_DAYS = 2;

/**
 * The smallest typical daily gain in percent of the previous weight, by age. Source: Small Animal Clinical
 * Nutrition, table 16-1.
 */
export const LEAST_DAILY_GAIN = [
  { untilDay: 7, percent: 5 },
  { untilDay: 28, percent: 3.5 },
] as const;

/**
 * The ages in days by which a puppy should have regained, and doubled, its birth weight. Source: Eldredge 2007, p.
 * 492, with two more days for doubling.
 */
const REGAINED_DAYS = 3;
const DOUBLED_DAYS = 14;

/** If two weights are closer together than this, their difference depends more on the last meal than on growth. */
const LEAST_INTERVAL_MS = 12 * HOUR_MS;

export interface WeightPoint {
  readonly grams: number;
  readonly weighedAt: number;
}

export interface DailyGain {
  readonly gramsPerDay: number;
  /** In percent of the previous weight. */
  readonly percentPerDay: number;
}

export interface GrowthWarning {
  readonly kind: "early_loss" | "below_birth" | "loss" | "not_doubled" | "low_gain";
  readonly text: string;
  readonly source: string;
}

export interface Growth {
  readonly points: readonly WeightPoint[];
  readonly latest: WeightPoint | null;
  readonly gain: DailyGain | null;
  readonly warning: GrowthWarning | null;
}

interface GrowingPuppy {
  readonly birthWeightGrams: number | null;
  /** Approximate if only the date is known. */
  readonly bornAt: number;
  readonly weights: readonly WeightPoint[];
}

const MILA = "Mila et al., J Anim Sci 2015";
const ELDREDGE = "Dog Owner's Home Veterinary Handbook, 4th ed., p. 492";
const HAND = "Small Animal Clinical Nutrition, 5th ed., table 16-1";

const inOrder = (weights: readonly WeightPoint[]): WeightPoint[] =>
  [...weights].sort((a, b) => a.weighedAt - b.weighedAt);

/** The birth weight is first even if another weight has an earlier time. */
function pointsOf({ birthWeightGrams, bornAt, weights }: GrowingPuppy): WeightPoint[] {
  const points = inOrder(weights);
  if (birthWeightGrams === null) return points;
  const first = points[0]?.weighedAt ?? bornAt;
  return [{ grams: birthWeightGrams, weighedAt: Math.min(bornAt, first) }, ...points];
}

/** Compares the last weight with the newest weight that is at least half a day older. */
function gainOf(points: readonly WeightPoint[]): DailyGain | null {
  const latest = points.at(-1);
  if (!latest) return null;
  const before = points.findLast(({ weighedAt }) => latest.weighedAt - weighedAt >= LEAST_INTERVAL_MS);
  if (!before || before.grams === 0) return null;
  const gramsPerDay = (latest.grams - before.grams) / ((latest.weighedAt - before.weighedAt) / DAY_MS);
  return { gramsPerDay, percentPerDay: (gramsPerDay / before.grams) * 100 };
}

const percent = (value: number): string => `${Math.round(Math.abs(value) * 10) / 10}%`;

/**
 * The most serious warning wins: a loss after the birth, a weight below the birth weight, a loss or too small a
 * gain, or a weight that has not doubled.
 */
function warningOf(
  puppy: GrowingPuppy,
  points: readonly WeightPoint[],
  unit: PuppyWeightUnit,
): GrowthWarning | null {
  const latest = points.at(-1);
  if (!latest || points.length < 2) return null;
  const ageDays = (latest.weighedAt - puppy.bornAt) / DAY_MS;
  if (ageDays <= EARLY_DAYS) return earlyWarningOf(puppy, latest);
  return (
    belowBirthOf(puppy, latest, ageDays, unit) ??
    gainWarningOf(points, ageDays, unit) ??
    notDoubledOf(puppy, latest, ageDays, unit)
  );
}

function belowBirthOf(
  { birthWeightGrams }: GrowingPuppy,
  latest: WeightPoint,
  ageDays: number,
  unit: PuppyWeightUnit,
): GrowthWarning | null {
  if (birthWeightGrams === null || ageDays < REGAINED_DAYS || latest.grams >= birthWeightGrams) return null;
  const text = `Below its birth weight of ${formatPuppyGrams(birthWeightGrams, unit)}; a puppy should have regained it by day ${REGAINED_DAYS}`;
  return { kind: "below_birth", text, source: ELDREDGE };
}

function notDoubledOf(
  { birthWeightGrams }: GrowingPuppy,
  latest: WeightPoint,
  ageDays: number,
  unit: PuppyWeightUnit,
): GrowthWarning | null {
  if (birthWeightGrams === null || ageDays < DOUBLED_DAYS || latest.grams >= 2 * birthWeightGrams)
    return null;
  const text = `Less than twice its birth weight of ${formatPuppyGrams(birthWeightGrams, unit)}; a puppy should have doubled it by day ${DOUBLED_DAYS}`;
  return { kind: "not_doubled", text, source: ELDREDGE };
}

/** The typical gain depends on the age. */
function gainWarningOf(
  points: readonly WeightPoint[],
  ageDays: number,
  unit: PuppyWeightUnit,
): GrowthWarning | null {
  const gain = gainOf(points);
  if (gain === null) return null;
  if (gain.gramsPerDay < 0) {
    const lost = `Loses weight: ${formatPuppyGrams(-gain.gramsPerDay, unit)} a day (${percent(gain.percentPerDay)})`;
    return { kind: "loss", text: lost, source: HAND };
  }
  const least = LEAST_DAILY_GAIN.find(({ untilDay }) => ageDays <= untilDay)?.percent;
  if (least === undefined || gain.percentPerDay >= least) return null;
  const text = `Gains too little: ${percent(gain.percentPerDay)} a day, at this age at least ${least}% is expected`;
  return { kind: "low_gain", text, source: HAND };
}

function earlyWarningOf({ birthWeightGrams }: GrowingPuppy, latest: WeightPoint): GrowthWarning | null {
  if (birthWeightGrams === null || birthWeightGrams === 0) return null;
  const lost = ((birthWeightGrams - latest.grams) / birthWeightGrams) * 100;
  if (lost < EARLY_LOSS_PERCENT) return null;
  const text = `Lost ${percent(lost)} of its birth weight; a loss of ${EARLY_LOSS_PERCENT}% or more in the first two days is a risk`;
  return { kind: "early_loss", text, source: MILA };
}

/** The warnings contain weights in the given unit. */
export function describeGrowth(puppy: GrowingPuppy, unit: PuppyWeightUnit = "g"): Growth {
  const points = pointsOf(puppy);
  return {
    points,
    latest: points.at(-1) ?? null,
    gain: gainOf(points),
    warning: warningOf(puppy, points, unit),
  };
}

/** Returns null if there are no numbers. */
export function medianOf(numbers: readonly number[]): number | null {
  const sorted = [...numbers].sort((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2;
}

/** Returns null before the first and after the last weighing. */
export function weightAt(points: readonly WeightPoint[], at: number): number | null {
  const next = points.findIndex(({ weighedAt }) => weighedAt >= at);
  const after = points[next];
  if (!after) return null;
  if (after.weighedAt === at) return after.grams;
  const before = points[next - 1];
  if (!before) return null;
  const part = (at - before.weighedAt) / (after.weighedAt - before.weighedAt);
  return before.grams + (after.grams - before.grams) * part;
}

/**
 * Interpolates between two weights, or takes a weight within half a day before or after; returns null otherwise.
 */
function weightNear(points: readonly WeightPoint[], at: number): number | null {
  const near = points.find(({ weighedAt }) => Math.abs(weighedAt - at) < LEAST_INTERVAL_MS);
  return weightAt(points, at) ?? near?.grams ?? null;
}

interface Littermate {
  readonly bornAt: number;
  readonly growth: Growth;
}

/** The age is in milliseconds. The percentage is above or below the median of the litter. */
export interface Standing {
  readonly age: number;
  readonly percent: number;
}

/**
 * In percent. Null if the puppy is the only one, or if fewer than half of its littermates were weighed at that age.
 */
function standingOf(
  { grams, weighedAt }: WeightPoint,
  bornAt: number,
  littermates: readonly Littermate[],
): Standing | null {
  const age = weighedAt - bornAt;
  const weights = littermates
    .map((mate) => weightNear(mate.growth.points, mate.bornAt + age))
    .filter((weight) => weight !== null);
  const median = medianOf([...weights, grams]);
  if (median === null || median === 0 || weights.length === 0) return null;
  return weights.length * 2 < littermates.length ? null : { age, percent: ((grams - median) / median) * 100 };
}

/** The oldest weight is first. Weights without a median are left out. */
export const standingsOf = ({ bornAt, growth }: Littermate, littermates: readonly Littermate[]): Standing[] =>
  growth.points
    .map((point) => standingOf(point, bornAt, littermates))
    .filter((standing) => standing !== null);

/** In percent; null if the last weight and the median cannot be compared. */
export function percentToMedian({ bornAt, growth }: Littermate, littermates: readonly Littermate[]) {
  return growth.latest === null ? null : (standingOf(growth.latest, bornAt, littermates)?.percent ?? null);
}
