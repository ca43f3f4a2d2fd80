/**
 * Entries of a breeder's calendar: whole days, and times of a day. A permanent id lets calendar programs update an
 * entry instead of duplicating it.
 */
import type { CalendarPart } from "./rules";

export interface CalendarEntry {
  /** Permanent, and unique in all calendars. */
  readonly uid: string;
  readonly part: CalendarPart;
  readonly on: string;
  /** For example '14:30'; absent for a whole day. */
  readonly at?: string;
  /** Absent for an entry of one day. */
  readonly until?: string;
  readonly title: string;
  /** One paragraph each. */
  readonly lines: readonly string[];
  /** The path starts at the root of the app. */
  readonly path: string;
  /** The recurrence from `on`, as an RFC 5545 rule. */
  readonly rule?: string;
  readonly createdAt: number;
  readonly changedAt: number;
  /** The source key of a reminder about the same event. */
  readonly subject?: string;
}

/** Leaves out entries that have a reminder about the same event on the same date. Sorts by date. */
export function settleEntries(entries: readonly CalendarEntry[]): CalendarEntry[] {
  const isReminder = ({ part }: CalendarEntry): boolean => part === "reminders";
  const sayingOf = ({ subject, on }: CalendarEntry): string => `${subject ?? ""} ${on}`;
  const said = new Set(
    entries.filter((entry) => isReminder(entry) && entry.subject !== undefined).map(sayingOf),
  );
  return entries
    .filter((entry) => isReminder(entry) || entry.subject === undefined || !said.has(sayingOf(entry)))
    .sort((a, b) => (a.on === b.on ? (a.uid < b.uid ? -1 : 1) : a.on < b.on ? -1 : 1));
}
