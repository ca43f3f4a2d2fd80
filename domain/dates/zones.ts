/**
 * Converts between calendar dates and times in an IANA time zone. If clocks skip a time in spring, the time after
 * the change is meant. If a time occurs twice in autumn, the first occurrence is meant.
 */
import { TZDate } from "@date-fns/tz";

export const DEFAULT_TIME_ZONE = "UTC";

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return true;
  } catch {
    return false; // An unknown time zone throws, and there is no other way to find out.
  }
}

const DAY_MS = 86_400_000;

/** `time` is a time such as '08:00'. */
export function instantOf(day: string, time: string, zone: string): number {
  const [year = 0, month = 1, dayOfMonth = 1] = day.split("-").map(Number);
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  const instant = new TZDate(year, month - 1, dayOfMonth, hours, minutes, zone).getTime();
  const before = instant - DAY_MS;
  // If a time occurs twice, the first occurrence is meant, which has the offset before the change.
  const first = Date.UTC(year, month - 1, dayOfMonth, hours, minutes) - offsetMs(before, zone);
  return first < instant && timeIn(zone, first) === time && dayIn(zone, first) === day ? first : instant;
}

const offsetMs = (instant: number, zone: string): number =>
  -new TZDate(instant, zone).getTimezoneOffset() * 60_000;

const twoDigits = (number: number): string => String(number).padStart(2, "0");

export function dayIn(zone: string, instant: number): string {
  const date = new TZDate(instant, zone);
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}

/** Returns a time such as '08:00'. */
export function timeIn(zone: string, instant: number): string {
  const date = new TZDate(instant, zone);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
}
