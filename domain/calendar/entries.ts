/**
 * Entries of a breeder's calendar: whole days, and times of a day. Each entry has a permanent id, so that a
 * calendar program updates the entry instead of duplicating it. If two entries are about the same event, this
 * module decides which of them is left out.
 */
import type { CalendarPart } from "./rules";

export interface CalendarEntry {
  /** The permanent id, unique in all calendars. */
  readonly uid: string;
  readonly part: CalendarPart;
  readonly on: string;
  /** The time of day, such as '14:30'; absent for a whole day. */
  readonly at?: string;
  /** The last day, if the entry lasts several days. */
  readonly until?: string;
  readonly title: string;
  /** Further details, one paragraph each. */
  readonly lines: readonly string[];
  /** The path in the app, from the root. */
  readonly path: string;
  /** The recurrence from `on`, as an RFC 5545 rule. */
  readonly rule?: string;
  /** When the oldest and the newest of the entry's records changed. */
  readonly createdAt: number;
  readonly changedAt: number;
  /** The source key of a reminder about the same event, if any. */
  readonly subject?: string;
}

/** Leaves out entries that have a reminder on the same date, and sorts the other entries by date. */
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
