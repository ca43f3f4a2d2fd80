/**
 * Writes a calendar as an iCalendar file. Dates and times are the same in every time zone as at the breeder's:
 * entries are whole days, or times without a time zone ("floating"). The stamp of an entry is the time of its last
 * change, so the same entries always create the same file. Source: RFC 5545 and RFC 7986.
 */
import ical, { ICalEventTransparency, type ICalCalendar, type ICalEventData } from "ical-generator";
import { CALENDAR_REFRESH_MINUTES, type CalendarPart } from "./rules";
import { addDays } from "../dates/calendar-days";
import { oneLine } from "../text/text";
import type { CalendarEntry } from "./entries";
import { foldLines } from "./folding";

/** Increases when the same entries are written differently, so that cached copies become invalid. */
export const CALENDAR_FORMAT = 3;

const CATEGORIES: Record<CalendarPart, string> = {
  reminders: "Reminder",
  breeding: "Breeding",
  heats: "Heat",
  vaccinations: "Vaccination",
};

const SECOND_MS = 1000;
const MINUTE_SECONDS = 60;
const MINUTE_MS = MINUTE_SECONDS * SECOND_MS;

const TIMED_MINUTES = 30;

/** The time is in UTC, because the library writes date and time in UTC. */
const startOf = (day: string, time = "00:00"): Date => new Date(`${day}T${time}:00Z`);

/** The last day of a rule has the same type as the entry's start (RFC 5545, 3.3.10). */
function timesOf({ on, at, until = on, rule }: CalendarEntry): Partial<ICalEventData> & { start: Date } {
  if (at === undefined) {
    return {
      allDay: true,
      start: startOf(on),
      // The end date of an event is the first day after the event.
      end: startOf(addDays(until, 1)),
      ...(rule !== undefined && { repeating: `RRULE:${rule}` }),
    };
  }
  const start = startOf(on, at);
  return {
    floating: true,
    start,
    end: new Date(start.getTime() + TIMED_MINUTES * MINUTE_MS),
    ...(rule !== undefined && { repeating: `RRULE:${rule.replace(/(UNTIL=\d{8})(?!T)/u, "$1T235959")}` }),
  };
}

/** The seconds from an entry's creation to its last change. The number never decreases. */
const revisionOf = ({ createdAt, changedAt }: CalendarEntry): number =>
  Math.max(0, Math.floor((changedAt - createdAt) / SECOND_MS));

const LINE_ENDS = /\r\n?|[\u000b\u000c\u0085\u2028\u2029]/gu;

/** Removes control characters other than line ends. */
const plain = (text: string): string => text.replace(LINE_ENDS, "\n").replace(/(?!\n)\p{Cc}/gu, " ");

function toEvent(entry: CalendarEntry, origin: string): ICalEventData {
  const { uid, part, title, lines, path, createdAt, changedAt } = entry;
  const changed = new Date(Math.max(createdAt, changedAt));
  return {
    id: uid,
    ...timesOf(entry),
    summary: plain(title),
    ...(lines.length > 0 && { description: plain(lines.join("\n\n")) }),
    categories: [{ name: CATEGORIES[part] }],
    url: `${origin}${path}`,
    // A task for a day does not mark the hours of the day as busy.
    transparency: ICalEventTransparency.TRANSPARENT,
    sequence: revisionOf(entry),
    stamp: changed,
    lastModified: changed,
    created: new Date(createdAt),
  };
}

/** Entries are inserted before the end of a calendar. */
const END = "END:VCALENDAR";

/** `origin` is the app's address in links. */
export function makeCalendarFile(
  { name, description, timeZone }: { name: string; description: string; timeZone: string },
  entries: readonly CalendarEntry[],
  origin: string,
): string {
  const calendar: ICalCalendar = ical({
    // The library writes a name without escaping it.
    name: oneLine(name),
    description,
    prodId: { company: "Studbook", product: "Calendar", language: "EN" },
    ttl: CALENDAR_REFRESH_MINUTES * MINUTE_SECONDS,
    x: { "X-WR-TIMEZONE": timeZone },
  });
  const shell = calendar.toString();
  const events = entries.map((entry) => calendar.createEvent(toEvent(entry, origin)).toString());
  return `${shell.slice(0, -END.length)}${foldLines(events.join(""))}${END}\r\n`;
}
