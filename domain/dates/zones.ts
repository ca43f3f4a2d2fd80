/**
 * Converts between calendar days and instants in an IANA zone. A time that the clocks skip in spring is the same
 * time after the change; one that occurs twice in autumn is the first.
 */
import { TZDate } from "@date-fns/tz";

/** The zone of whoever has none. */
export const DEFAULT_TIME_ZONE = "UTC";

/** Says whether a zone of that name exists. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false; // the only way to ask: an unknown zone throws
  }
}

const DAY_MS = 86_400_000;

/** Returns the instant of a time on a date, such as '08:00', in a zone. */
export function instantOf(day: string, time: string, zone: string): number {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split("-").map(Number);
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const instant = new TZDate(year, month - 1, dayOfMonth, hours, minutes, zone).getTime();
  const before = instant - DAY_MS;
  // For a time that occurs twice, the first: with the zone's offset before the change.
  const first = Date.UTC(year, month - 1, dayOfMonth, hours, minutes) - offsetMs(before, zone);
  return first < instant && timeIn(zone, first) === time && dayIn(zone, first) === day ? first : instant;
}

const offsetMs = (instant: number, zone: string): number =>
  -new TZDate(instant, zone).getTimezoneOffset() * 60_000;

const twoDigits = (number: number): string => String(number).padStart(2, "0");

/** Returns the day that an instant falls on in a zone. */
export function dayIn(zone: string, instant: number): string {
  const date = new TZDate(instant, zone);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** Returns the time of day, such as '08:00', at an instant in a zone. */
export function timeIn(zone: string, instant: number): string {
  const date = new TZDate(instant, zone);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}
