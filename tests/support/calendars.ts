/** Calendar addresses in tests: coming for one as a calendar program does, and reading it with another house's parser. */
import ICAL from "ical.js";
import type { Deployment } from "./backend";

/** Where HTTP actions answer in tests. */
export const SITE = "https://studbook.example";

export interface ComesFor {
  readonly status: number;
  readonly headers: Headers;
  readonly file: string;
  readonly events: readonly ICAL.Event[];
}

/** Comes for a calendar. */
export async function comeFor(
  deployment: Pick<Deployment, "fetch">,
  url: string | null,
  headers: Record<string, string> = {},
): Promise<ComesFor> {
  const response = await deployment.fetch((url ?? "").replace(SITE, ""), { headers });
  const file = await response.text();
  return { status: response.status, headers: response.headers, file, events: eventsIn(file) };
}

/** Reads the events of a file; none when it is no calendar. */
export const eventsIn = (file: string): ICAL.Event[] =>
  file.startsWith("BEGIN:VCALENDAR")
    ? new ICAL.Component(ICAL.parse(file) as unknown[])
        .getAllSubcomponents("vevent")
        .map((event) => new ICAL.Event(event))
    : [];

/** Writes events as their days and titles. */
export const linesOf = (events: readonly ICAL.Event[]): string[] =>
  events.map(({ startDate, summary }) => `${startDate.toString()} ${summary}`);
