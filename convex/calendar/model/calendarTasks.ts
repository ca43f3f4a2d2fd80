/**
 * The reminders and vaccinations in one period, for the calendar's month page. A vaccination with a reminder is
 * shown once, as the reminder.
 */
import { v, type Infer } from "convex/values";
import { addDays } from "../../../domain/dates/calendar-days";
import type { QueryCtx } from "../../_generated/server";
import { checkSpan, type Span } from "../../heats/model/dueCalendar";
import type { Access } from "../../platform/model/people/identity";
import { readableParts } from "./calendarContents";
import { reminderEntries } from "./calendarReminders";
import { vaccinationEntries } from "./calendarVaccinations";

export const calendarTasksShape = v.array(
  v.object({
    kind: v.union(v.literal("reminder"), v.literal("vaccination")),
    on: v.string(),
    at: v.union(v.string(), v.null()),
    title: v.string(),
    path: v.string(),
  }),
);

/** A reminder that was due up to this long before the period may be snoozed until a date in the period. */
const SNOOZED_DAYS = 31;

const MOST_ROWS = 500;

/** The earliest entry is first. Throws VALIDATION_FAILED. */
export async function listTasks(
  ctx: QueryCtx,
  access: Access,
  span: Span,
): Promise<Infer<typeof calendarTasksShape>> {
  checkSpan(span);
  const parts = readableParts(access, ["reminders", "vaccinations"]);
  const ofKennel = { kennelId: access.kennelId, dogId: null };
  const reminded = { ...ofKennel, span: { ...span, from: addDays(span.from, -SNOOZED_DAYS) } };
  const reminders = parts.includes("reminders") ? await reminderEntries(ctx, reminded, MOST_ROWS) : [];
  const vaccinations = parts.includes("vaccinations")
    ? await vaccinationEntries(ctx, { ...ofKennel, span })
    : [];
  const told = new Set(reminders.flatMap(({ subject }) => subject ?? []));
  return [
    ...reminders.map((entry) => ({ ...entry, kind: "reminder" as const })),
    ...vaccinations
      .filter(({ subject }) => subject === undefined || !told.has(subject))
      .map((entry) => ({ ...entry, kind: "vaccination" as const })),
  ]
    .filter(({ on }) => span.from <= on && on <= span.to)
    .map(({ kind, on, at = null, title, path }) => ({ kind, on, at, title, path }))
    .sort((a, b) => `${a.on} ${a.at ?? ""}`.localeCompare(`${b.on} ${b.at ?? ""}`));
}
