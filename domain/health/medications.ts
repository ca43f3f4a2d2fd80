/**
 * Courses of medication: the dates and times of their doses, their state, and their wording. A course with fixed
 * times has a numbered slot for each dose of a day.
 *   upcoming ──startOn──► active ──after endOn──► finished
 *                           └──stopped by somebody──► stopped
 */
import { grouped } from "../formatting/formatting";
import type { DoseUnit } from "./rules";
import { addDays, daysBetween } from "../dates/calendar-days";

export type CourseSchedule =
  | { readonly type: "times"; readonly everyDays: number; readonly times: readonly string[] }
  | { readonly type: "as_needed" };

export interface PlannedCourse {
  readonly schedule: CourseSchedule;
  readonly startOn: string;
  readonly endOn: string | null;
  readonly stoppedOn: string | null;
}

export type CourseState = "upcoming" | "active" | "finished" | "stopped";

export function courseStateOf({ startOn, endOn, stoppedOn }: PlannedCourse, today: string): CourseState {
  if (stoppedOn !== null) return "stopped";
  if (endOn !== null && endOn < today) return "finished";
  return startOn > today ? "upcoming" : "active";
}

/** The end of a course without an end: later than every other date. */
export const OPEN_END = "9999-12-31";

export function lastDayOf({ endOn, stoppedOn }: Pick<PlannedCourse, "endOn" | "stoppedOn">): string {
  const [end, stop] = [endOn ?? OPEN_END, stoppedOn ?? OPEN_END];
  return end < stop ? end : stop;
}

/** The index of a time in the list is its slot. */
export function slotsOn(course: PlannedCourse, day: string): readonly string[] {
  const { schedule, startOn } = course;
  if (schedule.type === "as_needed" || day < startOn || day > lastDayOf(course)) return [];
  return daysBetween(startOn, day) % schedule.everyDays === 0 ? schedule.times : [];
}

/** Today is included. Returns null if no dose is left. */
export function nextDueDay(course: PlannedCourse, today: string): string | null {
  const { schedule, startOn } = course;
  if (schedule.type === "as_needed") return null;
  const behind = today <= startOn ? 0 : daysBetween(startOn, today) % schedule.everyDays;
  const from = today <= startOn ? startOn : today;
  const next = behind === 0 ? from : addDays(from, schedule.everyDays - behind);
  return next > lastDayOf(course) ? null : next;
}

/** Today is not included. */
export function dosesDueBefore(course: PlannedCourse, today: string): number {
  const { schedule, startOn } = course;
  if (schedule.type === "as_needed") return 0;
  const last = lastDayOf(course);
  const until = last < today ? daysBetween(startOn, last) + 1 : daysBetween(startOn, today);
  return until <= 0 ? 0 : Math.ceil(until / schedule.everyDays) * schedule.times.length;
}

const PLURAL: ReadonlySet<DoseUnit> = new Set(["tablet", "capsule", "drop", "puff", "application"]);

/** Returns, for example, '2 tablets' or '50 mg'. */
export function formatDose(amount: number, unit: DoseUnit): string {
  const number = grouped(amount);
  return `${number} ${unit}${PLURAL.has(unit) && amount > 1 ? "s" : ""}`;
}

const TIMES = ["once", "twice"] as const;

export function describeSchedule(schedule: CourseSchedule): string {
  if (schedule.type === "as_needed") return "as needed";
  const { everyDays, times } = schedule;
  const count = TIMES[times.length - 1] ?? `${times.length} times`;
  const days =
    everyDays === 1
      ? "a day"
      : everyDays === 7
        ? "a week"
        : everyDays === 2
          ? "every other day"
          : `every ${everyDays} days`;
  return `${count} ${days}, ${times.join(", ")}`;
}

/** The times are between breakfast and bedtime. */
export function proposedTimes(count: number): string[] {
  const [first, last] = [8, 22];
  if (count === 2) return ["08:00", "20:00"];
  const step = count === 1 ? 0 : (last - first) / (count - 1);
  return Array.from({ length: count }, (_, index) => {
    const minutes = Math.round((first + step * index) * 2) * 30;
    return `${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
  });
}
