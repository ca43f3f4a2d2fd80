/**
 * Calendar dates as `YYYY-MM-DD` strings without a time zone. No function reads a clock: 'today' is always an
 * argument, the date at the user's location.
 */
import type { FieldErrors } from "../errors";

const DAY_PATTERN = /^(\d{4})-(\d{2})-(\d{2})$/;

interface DayParts {
  readonly year: number;
  /** From 1 to 12. */
  readonly month: number;
  readonly day: number;
}

const isLeapYear = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);

/** Calculated without `Date` objects, because a report over many days would create thousands of objects. */
function daysInMonth(year: number, month: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

function partsOf(text: string): DayParts | null {
  const match = DAY_PATTERN.exec(text);
  if (!match) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (year < 1000 || month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return null;
  return { year, month, day };
}

function requireParts(text: string): DayParts {
  const parts = partsOf(text);
  if (!parts) throw new RangeError(`Not a calendar day: ${text}`);
  return parts;
}

const format = ({ year, month, day }: DayParts): string =>
  `${String(year).padStart(4, "0")}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;

export const isCalendarDay = (text: string): boolean => partsOf(text) !== null;

/** A month is complete on the same day of the next month, or on the last day of a shorter month. */
export function monthsBetween(from: string, to: string): number {
  const start = requireParts(from);
  const end = requireParts(to);
  const months = (end.year - start.year) * 12 + end.month - start.month;
  const fullDay = Math.min(start.day, daysInMonth(end.year, end.month));
  return end.day < fullDay ? months - 1 : months;
}

/** In a year without February 29, a dog born on that day turns a year older on February 28. */
export const yearsBetween = (from: string, to: string): number => Math.floor(monthsBetween(from, to) / 12);

export function addDays(day: string, count: number): string {
  const { year, month, day: dayOfMonth } = requireParts(day);
  const moved = new Date(Date.UTC(year, month - 1, dayOfMonth + count));
  return format({ year: moved.getUTCFullYear(), month: moved.getUTCMonth() + 1, day: moved.getUTCDate() });
}

/** February 29 becomes February 28 if the year has no February 29. */
export function addYears(day: string, count: number): string {
  const { year, month, day: dayOfMonth } = requireParts(day);
  return format({
    year: year + count,
    month,
    day: Math.min(dayOfMonth, daysInMonth(year + count, month)),
  });
}

const DAY_MS = 86_400_000;

/** Negative if `to` is earlier. */
export function daysBetween(from: string, to: string): number {
  const [start, end] = [requireParts(from), requireParts(to)];
  const instantOf = ({ year, month, day }: DayParts): number => Date.UTC(year, month - 1, day);
  return (instantOf(end) - instantOf(start)) / DAY_MS;
}

const HOUR_MS = 3_600_000;

/** The clocks on the Line Islands are ahead of UTC by this time. No other clocks on earth are further ahead. */
const FARTHEST_AHEAD_HOURS = 14;

/** Returns the day in UTC. */
export const utcDay = (instantMs: number): string => new Date(instantMs).toISOString().slice(0, 10);

/** A correct 'today' is never later than this date. */
export const latestDayOnEarth = (instantMs: number): string =>
  utcDay(instantMs + FARTHEST_AHEAD_HOURS * HOUR_MS);

export const earlierDay = (a: string, b: string): string => (a < b ? a : b);

/** The date that a local clock shows. Screens use it for 'today'. */
export const localDay = (date: Date): string =>
  format({ year: date.getFullYear(), month: date.getMonth() + 1, day: date.getDate() });

interface LifeBounds {
  /** Absent if the date may be in the future, or if the caller has already compared it. */
  readonly today?: string;
  /** Absent if the date is unknown, or if the caller has already compared it. */
  readonly bornOn?: string | undefined;
  /** Absent for a living dog, if the date is unknown, or if the caller has already compared it. */
  readonly diedOn?: string | undefined;
}

/** An absent date has no error. */
export function checkLifeDay(
  field: string,
  label: string,
  day: string | undefined,
  { today, bornOn, diedOn }: LifeBounds,
): FieldErrors {
  if (day === undefined) return {};
  if (today !== undefined && day > today) return { [field]: `${label} cannot be in the future` };
  if (bornOn !== undefined && day < bornOn) return { [field]: `${label} cannot be before the birth` };
  return diedOn !== undefined && day > diedOn ? { [field]: `${label} cannot be after the death` } : {};
}
