/**
 * Calendar addresses in tests: requests a calendar like a calendar program, and reads it with the parser of another
 * project.
 */
import ICAL from "ical.js";
import type { Deployment } from "./backend";

/** The address of HTTP actions in tests. */
export const SITE = "https://studbook.example";

export interface ComesFor {
  readonly status: number;
  readonly headers: Headers;
  readonly file: string;
  readonly events: readonly ICAL.Event[];
}

/** Requests a calendar. */
export async function comeFor(
  deployment: Pick<Deployment, "fetch">,
  url: string | null,
  headers: Record<string, string> = {},
): Promise<ComesFor> {
  const response = await deployment.fetch((url ?? "").replace(SITE, ""), { headers });
  const file = await response.text();
  return { status: response.status, headers: response.headers, file, events: eventsIn(file) };
}

/** Reads the events of a file. Returns no events if the file is not a calendar. */
export const eventsIn = (file: string): ICAL.Event[] =>
  file.startsWith("BEGIN:VCALENDAR")
    ? new ICAL.Component(ICAL.parse(file) as unknown[])
        .getAllSubcomponents("vevent")
        .map((event) => new ICAL.Event(event))
    : [];

/** Formats events as their dates and titles. */
export const linesOf = (events: readonly ICAL.Event[]): string[] =>
  events.map(({ startDate, summary }) => `${startDate.toString()} ${summary}`);
