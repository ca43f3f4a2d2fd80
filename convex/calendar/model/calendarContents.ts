/**
 * Reads a calendar's entries of one kennel, from one year ago to two years ahead. If there are too many entries,
 * the entries nearest to today are kept. All entries are read with the present rights of the calendar's holder.
 */
import type { CalendarEntry, CalendarReading } from "./calendarEntries";
import {
  CALENDAR_YEARS_AHEAD,
  CALENDAR_YEARS_BACK,
  MAX_CALENDAR_ROWS,
  PART_AREAS,
  type CalendarPart,
} from "../../../domain/calendar/rules";
import { MAX_PENDING_REMINDERS } from "../../../domain/reminders/rules";
import { addYears } from "../../../domain/dates/calendar-days";
import { linesOfEvent, pathOfEvent, titleOfEvent } from "../../../domain/calendar/words";
import { kennelPath } from "../../../domain/kennels/kennel-path";
import { hasPermission } from "../../../domain/permissions/permissions";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { reminderEntries } from "./calendarReminders";
import { vaccinationEntries } from "./calendarVaccinations";
import { readEvents, type Span, type TracedEvent } from "../../heats/model/dueCalendar";
import type { Access } from "../../platform/model/people/identity";

export const spanAround = (today: string): Span => ({
  from: addYears(today, -CALENDAR_YEARS_BACK),
  to: addYears(today, CALENDAR_YEARS_AHEAD),
});

export const readableParts = (
  { permissions }: Pick<Access, "permissions">,
  parts: readonly CalendarPart[],
): CalendarPart[] => parts.filter((part) => hasPermission(permissions, PART_AREAS[part], "read"));

const isOf = (dogId: Id<"dogs"> | null, { dog, sireId }: TracedEvent): boolean =>
  dogId === null || dog?._id === dogId || sireId === dogId;

/**
 * With this key of the reminder about the same event, a calendar shows either the entry or the reminder, not both.
 */
const subjectOf = ({ kind, breedingId }: TracedEvent): { subject?: string } =>
  kind === "due" && breedingId !== null ? { subject: `breeding:${breedingId}:due` } : {};

const HEAT_KINDS: ReadonlySet<TracedEvent["kind"]> = new Set(["heat", "best_mating", "heat_expected"]);

const toEventEntry = (event: TracedEvent): CalendarEntry => ({
  uid: `${event.kind.replaceAll("_", "-")}-${event.rowId}@studbook`,
  part: HEAT_KINDS.has(event.kind) ? "heats" : "breeding",
  on: event.on,
  ...(event.endOn !== null && { until: event.endOn }),
  title: titleOfEvent(event),
  lines: linesOfEvent(event),
  path: pathOfEvent(event),
  createdAt: event.createdAt,
  changedAt: event.changedAt,
  ...subjectOf(event),
});

export async function readEntries(
  ctx: QueryCtx,
  { today, ...asked }: Omit<CalendarReading, "span"> & { today: string },
  parts: readonly CalendarPart[],
): Promise<CalendarEntry[]> {
  const reading = { ...asked, span: spanAround(today) };
  const has = (part: CalendarPart): boolean => parts.includes(part);
  const events =
    has("breeding") || has("heats")
      ? await readEvents(ctx, asked.kennelId, { ...reading.span, today }, MAX_CALENDAR_ROWS)
      : [];
  const entries = [
    ...(has("reminders") ? await reminderEntries(ctx, reading, MAX_PENDING_REMINDERS) : []),
    ...events
      .filter((event) => isOf(asked.dogId, event))
      .map(toEventEntry)
      .filter(({ part }) => has(part)),
    ...(has("vaccinations") ? await vaccinationEntries(ctx, reading) : []),
  ];
  return entries.map((entry) => ({ ...entry, path: kennelPath(asked.kennelId, entry.path) }));
}
