/** The counts of reminders. */
import { overdueFromOf } from "../../../domain/reminders/due";
import { project } from "../../platform/tables/projecting";
import { reminders } from "./reminders";

/** Removed reminders are not counted. */
export const REMINDER_COUNTS = {
  table: "reminderCounts",
  index: "by_kennel_and_state_and_type",
  fresh: { count: 0 },
} as const;

/** The key is the first day on which pending reminders are overdue. */
export const REMINDER_DAYS = {
  table: "reminderDays",
  index: "by_kennel_and_overdue_from",
  fresh: { count: 0 },
} as const;

export const reminderProjections = [
  project("reminders", reminders.table, REMINDER_COUNTS, ({ state, reminderType }) =>
    state === "removed" ? null : { key: { state, reminderType }, add: { count: 1 } },
  ),
  project("reminders", reminders.table, REMINDER_DAYS, ({ state, dueDate, snoozedUntil = null }) =>
    state === "pending"
      ? { key: { overdueFrom: overdueFromOf({ dueDate, snoozedUntil }) }, add: { count: 1 } }
      : null,
  ),
];
