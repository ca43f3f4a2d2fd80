/**
 * The meaning of a heat's progesterone readings: the LH surge and ovulation, the best days for mating and the due
 * date of puppies. Sources and figures: domain/heats/rules.ts. Every estimate states how it was calculated, and
 * does not replace a veterinarian.
 */
import {
  BEST_MATING_DAYS,
  ESTRUS_DAYS,
  FROZEN_SEMEN_DAYS,
  LH_SURGE_NG,
  NMOL_PER_NG,
  OVULATION_AFTER_LH_DAYS,
  OVULATION_NG,
  OVULATION_TO_WHELPING_DAYS,
  PROESTRUS_DAYS,
  WHELPING_SPREAD_DAYS,
  type ProgesteroneUnit,
} from "./rules";
import { addDays, daysBetween } from "../dates/calendar-days";

export interface Reading {
  readonly takenOn: string;
  /** HH:MM; null if the time is not recorded. */
  readonly takenTime: string | null;
  readonly value: number;
  readonly unit: ProgesteroneUnit;
}

export const toNanograms = (value: number, unit: ProgesteroneUnit): number =>
  unit === "ng/mL" ? value : value / NMOL_PER_NG;

/** Converts ng/mL to a unit. */
export const fromNanograms = (nanograms: number, unit: ProgesteroneUnit): number =>
  unit === "ng/mL" ? nanograms : nanograms * NMOL_PER_NG;

export interface Point {
  /** Days since the beginning of the heat's first day. The time of day is the fraction. */
  readonly day: number;
  readonly nanograms: number;
}

const MINUTES_PER_DAY = 1440;

/** A reading without a time of day counts as noon. */
const NOON = "12:00";

function fractionOfDay(time: string | null): number {
  const [hours = 0, minutes = 0] = (time ?? NOON).split(":").map(Number);
  return (hours * 60 + minutes) / MINUTES_PER_DAY;
}

/** The earliest point is first. */
export const toPoints = (readings: readonly Reading[], startOn: string): Point[] =>
  readings
    .map(({ takenOn, takenTime, value, unit }) => ({
      day: daysBetween(startOn, takenOn) + fractionOfDay(takenTime),
      nanograms: toNanograms(value, unit),
    }))
    .sort((a, b) => a.day - b.day);

/** When the curve first reaches a level: between two readings, before the first reading, or not yet. */
export type Crossing =
  | { readonly kind: "between"; readonly day: number; readonly gapDays: number }
  | { readonly kind: "before"; readonly day: number }
  | { readonly kind: "not yet" };

/** The lowest value for logarithms. Laboratories measure no lower values. */
const LEAST_NG = 0.1;

/**
 * Finds when the curve first rises to a level. The logarithm is interpolated linearly between two readings, because
 * from the LH peak on, progesterone grows by a similar factor each day (0.9, 2.6, 5.4 ng/mL at two-day steps in
 * Concannon 1977).
 */
export function findCrossing(points: readonly Point[], level: number): Crossing {
  const index = points.findIndex(({ nanograms }) => nanograms >= level);
  const after = points[index];
  if (!after) return { kind: "not yet" };
  const before = points[index - 1];
  if (!before) return { kind: "before", day: after.day };
  const log = ({ nanograms }: Point): number => Math.log(Math.max(nanograms, LEAST_NG));
  const rise = log(after) - log(before);
  const share = rise <= 0 ? 1 : (Math.log(level) - log(before)) / rise;
  const gapDays = after.day - before.day;
  return { kind: "between", day: before.day + Math.min(1, Math.max(0, share)) * gapDays, gapDays };
}

/** If two readings are further apart, the day of an event between them is uncertain. */
export const SURE_GAP_DAYS = 3;

export interface Estimate {
  /** Days since the beginning of the heat's first day. */
  readonly day: number;
  readonly on: string;
  /** Whether the date was read from the curve, or calculated from the LH surge. */
  readonly basis: "measured" | "expected";
  /** The readings before and after the event were close enough together. */
  readonly isSure: boolean;
}

interface DayRange {
  readonly from: string;
  readonly to: string;
}

export interface Cycle {
  readonly lhSurge: Estimate | null;
  readonly ovulation: Estimate | null;
  /** The best days for mating, and the best days for frozen semen. */
  readonly bestMating: DayRange | null;
  readonly frozenSemen: DayRange | null;
  /** Calculated from ovulation, plus or minus a day. */
  readonly due: (DayRange & { readonly on: string }) | null;
  /** The first reading was already high, so the rise was not measured. */
  readonly isMissed: boolean;
}

const dayOf = (startOn: string, day: number): string => addDays(startOn, Math.floor(day));

const measured = (startOn: string, crossing: Crossing): Estimate | null =>
  crossing.kind === "between"
    ? {
        day: crossing.day,
        on: dayOf(startOn, crossing.day),
        basis: "measured",
        isSure: crossing.gapDays <= SURE_GAP_DAYS,
      }
    : null;

/** Ovulation is expected two days after the LH surge, if it was not measured. */
function expectedAfter(startOn: string, lhSurge: Estimate | null): Estimate | null {
  if (lhSurge === null) return null;
  const day = lhSurge.day + OVULATION_AFTER_LH_DAYS;
  return { day, on: dayOf(startOn, day), basis: "expected", isSure: lhSurge.isSure };
}

const rangeAfter = (on: string, { from, to }: { from: number; to: number }): DayRange => ({
  from: addDays(on, from),
  to: addDays(on, to),
});

export function readCycle(startOn: string, readings: readonly Reading[]): Cycle {
  const points = toPoints(readings, startOn);
  const ovulationCrossing = findCrossing(points, OVULATION_NG);
  const lhSurge = measured(startOn, findCrossing(points, LH_SURGE_NG));
  const ovulation =
    measured(startOn, ovulationCrossing) ??
    (ovulationCrossing.kind === "not yet" ? expectedAfter(startOn, lhSurge) : null);
  const dueOn = ovulation && addDays(ovulation.on, OVULATION_TO_WHELPING_DAYS);
  return {
    lhSurge,
    ovulation,
    bestMating: ovulation && rangeAfter(ovulation.on, BEST_MATING_DAYS),
    frozenSemen: ovulation && rangeAfter(ovulation.on, FROZEN_SEMEN_DAYS),
    due: dueOn === null ? null : { on: dueOn, ...rangeAfter(dueOn, SPREAD) },
    isMissed: ovulationCrossing.kind === "before",
  };
}

const SPREAD = { from: -WHELPING_SPREAD_DAYS, to: WHELPING_SPREAD_DAYS } as const;

/** The dates of estrus on average. */
export const averageEstrus = (startOn: string): DayRange => ({
  from: addDays(startOn, PROESTRUS_DAYS),
  to: addDays(startOn, PROESTRUS_DAYS + ESTRUS_DAYS),
});

export interface HeatState {
  readonly startOn: string;
  readonly bestTo: string | null;
  /** Whether ovulation was measured, not calculated from the LH surge. */
  readonly isMeasured: boolean;
  readonly isMissed: boolean;
  readonly lastReading: { readonly takenOn: string } | null;
}

/**
 * The next step until the bitch is mated: wait for estrus, take a reading, or mate her. "undated" means that
 * readings cannot determine ovulation, "over" that the best days or the average estrus have passed.
 */
export type HeatStep = "early" | "read" | "mate" | "undated" | "over";

export function heatStepOf(
  { startOn, bestTo, isMeasured, isMissed, lastReading }: HeatState,
  today: string,
): HeatStep {
  if (isMissed) return "undated";
  if (bestTo !== null && bestTo < today) return "over";
  if (isMeasured) return "mate";
  if (lastReading) return "read";
  const estrus = averageEstrus(startOn);
  return today < estrus.from ? "early" : today < estrus.to ? "read" : "over";
}
