/**
 * When a recurring reminder is due next. A recurrence is an RFC 5545 rule from the first date of the series. A
 * series on the 29th, 30th or 31st uses that day, or the last day of shorter months. A series on February 29 uses
 * February 28 in other years. Later dates are not affected by a shorter month. Sources: RFC 5545 section 3.3.10,
 * decision GAP-REM-08.
 */
import { RRuleTemporal } from "rrule-temporal";
import type { RecurrenceFrequency } from "./rules";

export interface Recurrence {
  readonly frequency: RecurrenceFrequency;
  readonly interval: number;
  readonly endDate: string | null;
}

/** The last day that every month has. */
const SHORTEST_MONTH = 28;

/** The rule uses the latest of these days that exists. */
const latestOf = (last: number): string => {
  const days = Array.from({ length: last - SHORTEST_MONTH + 1 }, (_, index) => SHORTEST_MONTH + index);
  return `;BYMONTHDAY=${days.join(",")};BYSETPOS=-1`;
};

/** The part makes a rule use the end of a month. */
function monthEndPart({ frequency }: Recurrence, start: string): string {
  const day = Number(start.slice(8));
  if (day <= SHORTEST_MONTH) return "";
  if (frequency === "monthly") return latestOf(day);
  if (frequency === "yearly" && start.endsWith("-02-29")) return `;BYMONTH=2${latestOf(day)}`;
  return "";
}

const compact = (day: string): string => day.replaceAll("-", "");

/** The series starts on `start`. */
export function toRule(recurrence: Recurrence, start: string): string {
  const { frequency, interval, endDate } = recurrence;
  const until = endDate === null ? "" : `;UNTIL=${compact(endDate)}`;
  return `FREQ=${frequency.toUpperCase()};INTERVAL=${interval}${monthEndPart(recurrence, start)}${until}`;
}

/** Returns null if the series has ended. */
export function nextOccurrence(recurrence: Recurrence, start: string, after: string): string | null {
  if (recurrence.endDate !== null && recurrence.endDate <= after) return null;
  const rule = new RRuleTemporal({
    rruleString: `DTSTART;VALUE=DATE:${compact(start)}\nRRULE:${toRule(recurrence, start)}`,
    tzid: "UTC",
  });
  const next = rule.next(new Date(`${after}T00:00:00Z`), false);
  return next === null ? null : next.toString().slice(0, 10);
}
