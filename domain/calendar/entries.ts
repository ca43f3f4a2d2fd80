/**
 * What stands in a breeder's calendar: whole days and times of a day, each with a lasting name, so that a calendar that comes again
 * changes an entry instead of doubling it. Also which of two entries that say the same is left out.
 */
import type { CalendarPart } from "./rules";

export interface CalendarEntry {
  /** The same for the same thing whenever it is read, and no other's. */
  readonly uid: string;
  readonly part: CalendarPart;
  readonly on: string;
  /** When on that day, such as '14:30'; absent for what takes the whole day. */
  readonly at?: string;
  /** The last day of what lasts longer than one. */
  readonly until?: string;
  readonly title: string;
  /** What else there is to say, a paragraph each. */
  readonly lines: readonly string[];
  /** Where in the app it is, from the root. */
  readonly path: string;
  /** How it is repeated from `on` on, as an RFC 5545 rule. */
  readonly rule?: string;
  /** Instants of the oldest and the newest change of what the entry is made of. */
  readonly createdAt: number;
  readonly changedAt: number;
  /** What it is about, where another entry may say the same: the source of the reminder that does. */
  readonly subject?: string;
}

/** Leaves out what a reminder of the same day says already, and puts the rest in order of days. */
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
