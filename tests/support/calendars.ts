/** Calendar addresses in tests. Files are read with the parser of another project. */
import ICAL from "ical.js";
import type { Deployment } from "./backend";

/** The address of HTTP actions. */
export const SITE = "https://studbook.example";

export interface ComesFor {
  readonly status: number;
  readonly headers: Headers;
  readonly file: string;
  readonly events: readonly ICAL.Event[];
}

export async function comeFor(
  deployment: Pick<Deployment, "fetch">,
  url: string | null,
  headers: Record<string, string> = {},
): Promise<ComesFor> {
  const response = await deployment.fetch((url ?? "").replace(SITE, ""), { headers });
  const file = await response.text();
  return { status: response.status, headers: response.headers, file, events: eventsIn(file) };
}

/** Returns no events if the file is not a calendar. */
export const eventsIn = (file: string): ICAL.Event[] =>
  file.startsWith("BEGIN:VCALENDAR")
    ? new ICAL.Component(ICAL.parse(file) as unknown[])
        .getAllSubcomponents("vevent")
        .map((event) => new ICAL.Event(event))
    : [];

/** The dates and the title of each event. */
export const linesOf = (events: readonly ICAL.Event[]): string[] =>
  events.map(({ startDate, summary }) => `${startDate.toString()} ${summary}`);
