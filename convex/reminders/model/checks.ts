/** Validates reminders, their series and templates. */
import { DEFAULT_NOTIFICATIONS } from "../../../domain/reminders/rules";
import { isCalendarDay } from "../../../domain/dates/calendar-days";
import {
  changedReminderTemplateSchema,
  notificationsSchema,
  recurringSchema,
} from "../../../domain/reminders/schemas";
import type { Doc } from "../../_generated/dataModel";
import {
  shapeFaults,
  type Check,
  type Checks,
  type Fault,
  type Faults,
} from "../../platform/model/changes/checking";
import { rankOf, remindersOf } from "./reminderRows";
import { findTakenName } from "./reminderTemplates";

/** In the replacement, the days in advance have their default and all other settings are unchanged. */
function notificationFaults({ notifications }: Pick<Doc<"reminders">, "notifications">): Faults {
  const [message] = Object.values(shapeFaults(notificationsSchema, notifications));
  return message === undefined
    ? {}
    : { notifications: { message, instead: { ...notifications, ...DEFAULT_DAYS } } };
}

const DEFAULT_DAYS = { daysInAdvance: DEFAULT_NOTIFICATIONS.daysInAdvance };

const dayFaults = (row: object, ...names: readonly string[]): Faults =>
  Object.fromEntries(
    names.flatMap((name) => {
      const day: unknown = Reflect.get(row, name);
      return typeof day === "string" && !isCalendarDay(day) ? [[name, "is not a date"]] : [];
    }),
  );

const reminderOwn: Check<"reminders">["own"] = (row, today) => {
  const faults: Record<string, Fault | undefined> = {
    ...notificationFaults(row),
    ...dayFaults(row, "occursOn"),
  };
  const wasDone = row.state === "completed" || (row.state === "removed" && row.wasCompleted === true);
  for (const name of ["completedDate", "completionNotes", "completedAt", "completedBy"] as const) {
    if (row[name] !== undefined && !wasDone) faults[name] = "This reminder is not completed";
  }
  if (row.completedDate !== undefined && row.completedDate > today) {
    faults.completedDate = "It cannot have been completed in the future";
  }
  if (row.snoozedUntil !== undefined && row.state === "completed") {
    faults.snoozedUntil = "This reminder is completed";
  }
  return faults;
};

/** A series with an invalid interval would end, so the interval is set to 1. */
const seriesOwn: Check<"reminderSeries">["own"] = (row) => {
  const { frequency, interval, endDate } = row;
  const shape: Record<string, Fault> = { ...shapeFaults(recurringSchema, { frequency, interval, endDate }) };
  const { interval: message } = shape;
  if (typeof message === "string") shape.interval = { message, instead: 1 };
  return { ...notificationFaults(row), ...dayFaults(row, "startsOn"), ...shape };
};

const templateOwn: Check<"reminderTemplates">["own"] = (row) => ({
  ...shapeFaults(changedReminderTemplateSchema, row),
  ...notificationFaults(row),
});

export const reminderChecks: Checks = {
  reminders: {
    own: reminderOwn,
    derived: ({ priority, state, removedAt, isClosed }) => ({
      priorityRank: rankOf(priority),
      // If a plan no longer contains a reminder, the reminder is closed by removing it.
      isClosed: state === "removed" ? isClosed : undefined,
      // The nightly job uses this time to find removed reminders.
      removedAt: state === "removed" ? (removedAt ?? Date.now()) : undefined,
    }),
    doubles: async (ctx, { _id, kennelId, source }) => {
      const isThere =
        source !== undefined && (await remindersOf(ctx, kennelId, source)).some((row) => row._id !== _id);
      return isThere ? { source: "This reminder is already there" } : {};
    },
  },
  reminderSeries: { own: seriesOwn },
  reminderTemplates: { own: templateOwn, doubles: findTakenName },
};
