/**
 * Reminders in a calendar: pending and completed reminders on their dates. A series is represented by its pending
 * occurrence and a recurrence rule for later occurrences.
 */
import { MAX_CALENDAR_ROWS } from "../../../domain/calendar/rules";
import { callNameOf, dayOfReminder, wordReminder } from "../../../domain/calendar/words";
import { nextOccurrence, toRule, type Recurrence } from "../../../domain/reminders/recurrence";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { CalendarEntry, CalendarReading } from "./calendarEntries";
import { withoutOrphans } from "../../reminders/model/reminderOrphans";
import { REMINDERS_PATH } from "../../platform/model/people/ownAddresses";
import { recurringOf, ReminderReader } from "../../reminders/model/reminderShape";

type Row = Doc<"reminders">;

const inState = (ctx: QueryCtx, { kennelId, dogId, span }: CalendarReading, state: Row["state"]) =>
  dogId === null
    ? ctx.db
        .query("reminders")
        .withIndex("by_kennel_and_state_and_due", (q) =>
          q.eq("kennelId", kennelId).eq("state", state).gte("dueDate", span.from).lte("dueDate", span.to),
        )
    : ctx.db
        .query("reminders")
        .withIndex("by_kennel_and_dog_and_state_and_due", (q) =>
          q
            .eq("kennelId", kennelId)
            .eq("dogId", dogId)
            .eq("state", state)
            .gte("dueDate", span.from)
            .lte("dueDate", span.to),
        );

function toEntry(row: Row, dog: Doc<"dogs"> | null): CalendarEntry {
  const worded = {
    title: row.title,
    description: row.description ?? null,
    dueDate: row.dueDate,
    snoozedUntil: row.snoozedUntil ?? null,
    completedDate: row.completedDate ?? null,
    completionNotes: row.completionNotes ?? null,
    dogName: dog && callNameOf(dog),
  };
  return {
    uid: `reminder-${row._id}@studbook`,
    part: "reminders",
    on: dayOfReminder(worded),
    // A snoozed reminder returns on another date, without a time of day.
    ...(row.dueTime !== undefined && dayOfReminder(worded) === row.dueDate && { at: row.dueTime }),
    ...wordReminder(worded),
    path: `${REMINDERS_PATH}?reminder=${row._id}`,
    createdAt: row._creationTime,
    changedAt: Math.max(row.updatedAt, dog?.updatedAt ?? 0),
    ...(row.source !== undefined && { subject: row.source }),
  };
}

const MAX_SERIES_DAYS = 12;

/** The series recurs at the end of a month. */
function nextDays(rule: Recurrence, startsOn: string, first: string, last: string): string[] {
  const days: string[] = [];
  let day: string | null = first;
  while (day !== null && day <= last && days.length < MAX_SERIES_DAYS) {
    days.push(day);
    day = nextOccurrence(rule, startsOn, day);
  }
  return days;
}

/** The pending occurrence is left out. Returns no entries if the series has ended. */
function toSeriesEntries(
  waiting: CalendarEntry,
  row: Row,
  series: Doc<"reminderSeries"> | null,
  last: string,
): CalendarEntry[] {
  const rule = recurringOf(series);
  if (!series || !rule) return [];
  const { occursOn = row.dueDate } = row;
  const { startsOn, description } = series;
  const next = nextOccurrence(rule, startsOn, occursOn > row.dueDate ? occursOn : row.dueDate);
  if (next === null || next > last) return [];
  const { subject: _, at: __, ...entry } = waiting;
  const common = {
    ...entry,
    ...(series.dueTime !== undefined && { at: series.dueTime }),
    lines: description === undefined ? [] : [description],
    createdAt: series._creationTime,
  };
  const text = toRule(rule, startsOn);
  // Not every calendar program supports RFC 5545 rules for the end of a month. Every program supports dates.
  if (!text.includes("BYSETPOS")) {
    return [{ ...common, uid: `series-${series._id}@studbook`, on: next, rule: text }];
  }
  return nextDays(rule, startsOn, next, last).map((on) => ({
    ...common,
    uid: `series-${series._id}-${on}@studbook`,
    on,
  }));
}

/** `mostPending` limits the number of pending reminders. */
export async function reminderEntries(
  ctx: QueryCtx,
  reading: CalendarReading,
  mostPending: number,
): Promise<CalendarEntry[]> {
  const reader = new ReminderReader(ctx);
  const pending = await inState(ctx, reading, "pending").take(mostPending);
  const latestFirst = inState(ctx, reading, "completed").order("desc");
  const known = await withoutOrphans(ctx, reading.kennelId, latestFirst);
  const completed = await known.take(MAX_CALENDAR_ROWS);
  const entries = [...pending, ...completed].map(async (row): Promise<CalendarEntry[]> => {
    const entry = toEntry(row, await reader.dogOf(row));
    const series = row.state === "pending" ? await reader.seriesOf(row) : null;
    return [entry, ...toSeriesEntries(entry, row, series, reading.span.to)];
  });
  return (await Promise.all(entries)).flat();
}
