/**
 * Tests the iCalendar file with the parser of another library. No text that a breeder enters may break the file.
 */
import ICAL from "ical.js";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toRule, nextOccurrence } from "../reminders/recurrence";
import { settleEntries, type CalendarEntry } from "./entries";
import { makeCalendarFile } from "./feed";

const MADE = Date.UTC(2025, 0, 1, 12);
const FACTS = { name: "Studbook: Oak Hill", description: "What is due", timeZone: "America/New_York" };
const entry = (fields: Partial<CalendarEntry> = {}): CalendarEntry => ({
  uid: "reminder-1@studbook",
  part: "reminders",
  on: "2025-06-15",
  title: "Worming",
  lines: [],
  path: "/dashboard/reminders",
  createdAt: MADE,
  changedAt: MADE,
  ...fields,
});
const write = (...entries: CalendarEntry[]): string =>
  makeCalendarFile(FACTS, entries, "https://studbook.example");
const read = (file: string): ICAL.Component => new ICAL.Component(ICAL.parse(file) as unknown[]);
const eventsIn = (file: string): ICAL.Event[] =>
  read(file)
    .getAllSubcomponents("vevent")
    .map((event) => new ICAL.Event(event));
const only = (fields: Partial<CalendarEntry>): ICAL.Event => {
  const [event] = eventsIn(write(entry(fields)));
  if (!event) throw new Error("There is no event");
  return event;
};

const NASTY = ['Bella, "the best"; \\ of all', "Größe & Übung", "Zwei\nZeilen", "🐶🐾 Hündin", "a\\nb\\,c"];

/** Random text in which the line ends of other systems are as frequent as all other characters together. */
const TYPED = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.string({ unit: fc.constantFrom("a", "!", " ", "\n", "\u2028", "\u2029"), maxLength: 100 }),
);

describe("[GAP-REM-16] the iCalendar file", () => {
  it.each(NASTY)("keeps the text %j unchanged", (text) => {
    const event = only({ title: text, lines: [text, "second"] });
    expect(event.summary).toBe(text);
    expect(event.description).toBe(`${text}\n\nsecond`);
  });

  it("keeps any text unchanged, in lines of at most 75 octets that never cut a character", () => {
    fc.assert(
      fc.property(TYPED, (typed) => {
        // A calendar file contains no control characters, and all line ends are equal.
        const text = typed
          .replaceAll(/[\p{Cc}\p{Cs}]/gu, " ")
          .replaceAll(/[\u2028\u2029]/gu, "\n")
          .trim();
        const file = write(entry({ title: text }));
        for (const line of file.split("\r\n")) {
          expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
          expect(line).not.toMatch(/^ ?\p{Cs}|\p{Cs}$/u);
        }
        expect(eventsIn(file)[0]?.summary ?? "").toBe(text);
      }),
      { numRuns: 60 },
    );
  });

  it("contains no line that somebody typed, whichever characters a calendar program treats as a line end", () => {
    const ends = ["\r\n", "\r", "\n", "\u000b", "\u000c", "\u0085", "\u2028", "\u2029"];
    const typed = ends
      .map((end) => `${end}END:VEVENT${end}BEGIN:VEVENT${end}ATTACH:https://prize.example`)
      .join("");
    const title = `${typed}\0\u001b\u007f`;
    const file = makeCalendarFile(
      { ...FACTS, name: title },
      [entry({ title, lines: [title] })],
      "https://studbook.example",
    );
    expect(file.replaceAll("\r\n", "")).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
    expect(file.match(/^(?:BEGIN:VEVENT|ATTACH).*$/gmu)).toEqual(["BEGIN:VEVENT"]);
    expect(eventsIn(file)).toHaveLength(1);
  });

  it("ends each line as the format requires, and states how often to load the calendar again", () => {
    const file = write(entry());
    expect(file.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
    expect(file.endsWith("END:VCALENDAR\r\n")).toBe(true);
    const calendar = read(file);
    expect(calendar.getFirstPropertyValue("version")).toBe("2.0");
    expect(calendar.getFirstPropertyValue("x-wr-calname")).toBe("Studbook: Oak Hill");
    expect(String(calendar.getFirstPropertyValue("refresh-interval"))).toBe("PT1H");
  });

  it("ends whole days on the next day, also at the end of a month, on leap days and when clocks change", () => {
    for (const [on, until, end] of [
      ["2025-06-15", undefined, "2025-06-16"],
      ["2024-02-28", "2024-02-29", "2024-03-01"],
      ["2025-03-09", undefined, "2025-03-10"],
      ["2025-10-26", "2025-11-02", "2025-11-03"],
      ["2025-12-31", undefined, "2026-01-01"],
    ] as const) {
      const event = only({ on, ...(until && { until }) });
      expect([event.startDate.isDate, event.startDate.toString()]).toEqual([true, on]);
      expect([event.endDate.isDate, event.endDate.toString()]).toEqual([true, end]);
    }
  });

  it("keeps times on the breeder's day in every time zone, also over midnight and when clocks change", () => {
    for (const [on, at, end] of [
      ["2025-06-15", "14:30", "2025-06-15T15:00:00"],
      ["2025-12-31", "23:45", "2026-01-01T00:15:00"],
      ["2025-03-09", "02:30", "2025-03-09T03:00:00"],
    ] as const) {
      const event = only({ on, at });
      expect(event.startDate.toString()).toBe(`${on}T${at}:00`);
      expect([event.startDate.isDate, event.startDate.zone.tzid]).toEqual([false, "floating"]);
      expect(event.endDate.toString()).toBe(end);
    }
  });

  it("repeats an entry at its time up to and including the last day", () => {
    const series = { frequency: "weekly", interval: 1, endDate: "2025-06-29" } as const;
    const event = only({ on: "2025-06-15", at: "14:30", rule: toRule(series, "2025-06-15") });
    const [times, found] = [event.iterator(), [] as string[]];
    for (let next = times.next(); next; next = times.next()) found.push(next.toString());
    expect(found).toEqual(["2025-06-15T14:30:00", "2025-06-22T14:30:00", "2025-06-29T14:30:00"]);
  });

  it("stamps an entry with the time of its last change, and increases the revision", () => {
    const [first, later] = [only({}), only({ changedAt: MADE + 90_500 })];
    expect([first.sequence, later.sequence]).toEqual([0, 90]);
    const stampOf = ({ component }: ICAL.Event, name: string) =>
      String(component.getFirstPropertyValue(name));
    expect(stampOf(later, "dtstamp")).toBe("2025-01-01T12:01:30Z");
    expect(stampOf(later, "last-modified")).toBe("2025-01-01T12:01:30Z");
    expect(stampOf(later, "created")).toBe("2025-01-01T12:00:00Z");
    expect(write(entry())).toBe(write(entry()));
  });

  it("links to the app, and does not mark the time as busy", () => {
    const { component } = only({ path: "/dashboard/dogs/d1" });
    expect(component.getFirstPropertyValue("url")).toBe("https://studbook.example/dashboard/dogs/d1");
    expect(component.getFirstPropertyValue("transp")).toBe("TRANSPARENT");
  });

  it.each([
    ["daily", "2025-01-31", 3],
    ["weekly", "2025-01-29", 2],
    ["monthly", "2025-01-28", 1],
    ["monthly", "2024-02-15", 5],
    ["yearly", "2025-01-31", 1],
    ["yearly", "2025-04-30", 2],
  ] as const)("repeats %s from %s by %i on the same dates as the reminders", (frequency, start, interval) => {
    const series = { frequency, interval, endDate: "2033-01-01" };
    const after = nextOccurrence(series, start, start) ?? "";
    const event = only({ on: after, rule: toRule(series, start) });
    const [days, times] = [[] as string[], event.iterator()];
    for (let next = times.next(); next && days.length < 12; next = times.next()) days.push(next.toString());
    const expected = [after];
    for (let day = nextOccurrence(series, start, after); day !== null && expected.length < 12;) {
      expected.push(day);
      day = nextOccurrence(series, start, day);
    }
    expect(days).toEqual(expected);
  });
});

describe("two calendar entries about the same event", () => {
  const due = entry({ uid: "due-1", part: "breeding", subject: "breeding:b1:due", title: "Puppies due" });
  const reminder = entry({ uid: "reminder-2", subject: "breeding:b1:due" });

  it("become one entry if a reminder on the same day is about this event", () => {
    expect(settleEntries([due, reminder]).map(({ uid }) => uid)).toEqual(["reminder-2"]);
    const moved = { ...reminder, on: "2025-06-14" };
    expect(settleEntries([due, moved]).map(({ uid }) => uid)).toEqual(["reminder-2", "due-1"]);
    expect(settleEntries([due]).map(({ uid }) => uid)).toEqual(["due-1"]);
  });
});
