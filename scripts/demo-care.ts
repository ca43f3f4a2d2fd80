/**
 * Daily care of the demo kennel's dogs, relative to today so that the demo stays up to date: what some weighed over
 * the months, and the courses of medication that are running, over or stopped, with the doses given so far.
 */
import type { DoseUnit } from "../domain/health/rules";
import { addDays } from "../domain/dates/calendar-days";
import { toGrams } from "../domain/health/weights";

/** A dog's weights in pounds, every so many days up to today, the oldest first. */
interface DemoWeights {
  readonly dog: string;
  readonly everyDays: number;
  readonly pounds: readonly number[];
}

export const DEMO_DOG_WEIGHTS: readonly DemoWeights[] = [
  { dog: "maple", everyDays: 30, pounds: [84.2, 84.6, 85.1, 84.9, 85.4, 86, 87.3, 89.8] },
  { dog: "nova", everyDays: 45, pounds: [88, 88.4, 87.9, 88.6, 89.1, 91.2] },
  { dog: "klara", everyDays: 60, pounds: [92.4, 93.8, 95.2, 96.1, 94.7, 93.2] },
  { dog: "pike", everyDays: 30, pounds: [48.5, 58.2, 66.9, 74.3, 80.6, 86.1, 90.2, 93.8, 96.4] },
];

/** Makes the arguments of the function that records a weight. */
export const toWeightArgs = ({ dog, everyDays, pounds }: DemoWeights, today: string) =>
  pounds.map((value, index) => {
    const weighedOn = addDays(today, -everyDays * (pounds.length - 1 - index));
    return { grams: toGrams(value, "lb"), weighedOn, entryKey: `demo-${dog}-${weighedOn}` };
  });

interface DemoCourse {
  readonly dog: string;
  readonly drug: string;
  readonly doseAmount: number;
  readonly doseUnit: DoseUnit;
  readonly everyDays: number;
  readonly times: readonly string[];
  /** Days before today. */
  readonly began: number;
  /** Days it lasts; absent while it continues. */
  readonly days?: number;
  readonly reason: string;
  readonly stopReason?: string;
}

export const DEMO_COURSES: readonly DemoCourse[] = [
  {
    dog: "klara",
    drug: "Carprofen",
    doseAmount: 75,
    doseUnit: "mg",
    everyDays: 1,
    times: ["08:00", "20:00"],
    began: 9,
    reason: "Stiff hind legs after exercise",
  },
  {
    dog: "maple",
    drug: "Ear drops",
    doseAmount: 4,
    doseUnit: "drop",
    everyDays: 1,
    times: ["09:00"],
    began: 4,
    days: 10,
    reason: "Otitis, right ear",
  },
  {
    dog: "pike",
    drug: "Milbemycin",
    doseAmount: 1,
    doseUnit: "tablet",
    everyDays: 30,
    times: ["18:00"],
    began: 90,
    reason: "Heartworm prevention",
  },
  {
    dog: "nova",
    drug: "Amoxicillin",
    doseAmount: 500,
    doseUnit: "mg",
    everyDays: 1,
    times: ["08:00", "20:00"],
    began: 60,
    days: 7,
    reason: "Bite wound, left foreleg",
    stopReason: "Vomiting; changed to cephalexin",
  },
];

/** Makes the arguments of the function that starts a course. */
export function toCourseArgs(
  { everyDays, times, began, days, stopReason: _, dog: __, ...fields }: DemoCourse,
  today: string,
) {
  const startOn = addDays(today, -began);
  return {
    ...fields,
    schedule: { type: "times" as const, everyDays, times: [...times] },
    startOn,
    endOn: days === undefined ? null : addDays(startOn, days - 1),
    veterinarian: "Dr. Susan Whitaker",
  };
}

/** Lists the doses given on the days before today, at most the last ten days. */
export function demoDoses(
  { everyDays, times, began, days = began }: DemoCourse,
  today: string,
): { dayOn: string; slot: number; givenAt: number }[] {
  const passed = Array.from({ length: Math.min(began, days) }, (_, day) => day).filter(
    (day) => day % everyDays === 0,
  );
  return passed.slice(-10).flatMap((day) => {
    const dayOn = addDays(today, day - began);
    // Some minutes late, as in practice.
    return times.map((time, slot) => ({
      dayOn,
      slot,
      givenAt: Date.parse(`${dayOn}T${time}:00Z`) + (5 + day) * 60_000,
    }));
  });
}
