/**
 * The state of a reminder on the user's date, and the label on the reminder's card. A snoozed reminder is neither
 * overdue nor due soon. Sources: document 001 section 4, decisions GAP-REM-02, 03 and 10.
 */
import { addDays, daysBetween } from "../dates/calendar-days";
import { formatDay, formatShortDay, formatTime, formatWeekday } from "../formatting/formatting";

export type ReminderDueState = "overdue" | "due_soon" | "normal";

interface Dated {
  readonly dueDate: string;
  readonly snoozedUntil: string | null;
}

export const isSnoozed = ({ snoozedUntil }: Pick<Dated, "snoozedUntil">, today: string): boolean =>
  snoozedUntil !== null && snoozedUntil > today;

export const lastDueSoonDay = (today: string): string => addDays(today, 1);

/** The day after the due date, or the end of the snooze. */
export function overdueFromOf({ dueDate, snoozedUntil }: Dated): string {
  const next = addDays(dueDate, 1);
  return snoozedUntil !== null && snoozedUntil > next ? snoozedUntil : next;
}

/** The reminder must be pending. */
export function reminderStateOf(reminder: Dated, today: string): ReminderDueState {
  if (isSnoozed(reminder, today)) return "normal";
  if (reminder.dueDate < today) return "overdue";
  return reminder.dueDate <= lastDueSoonDay(today) ? "due_soon" : "normal";
}

/** The priority on a card depends only on the date. */
export const shownPriority = (state: ReminderDueState): "high" | "medium" | "low" =>
  state === "overdue" ? "high" : state === "due_soon" ? "medium" : "low";

/** Returns for example 'Today', 'Tomorrow', 'Overdue (Jun 12)' or the full date. */
export function dueLabelOf(dueDate: string, today: string, dueTime: string | null = null): string {
  if (dueTime !== null) return `${dueLabelOf(dueDate, today)}, ${formatTime(dueTime)}`;
  if (dueDate === today) return "Today";
  if (dueDate === addDays(today, 1)) return "Tomorrow";
  return dueDate < today ? `Overdue (${formatShortDay(dueDate)})` : formatDay(dueDate);
}

/** Each of this number of days from today on has its own group. */
const NAMED_DAYS = 14;

/** Reminders after the month of this day, counted from today, are shown only on request. */
const OPEN_DAYS = 90;

const monthOf = (day: string): string => day.slice(0, 7);

/** A list leaves out such reminders at first. */
export const isDueLater = ({ dueDate }: Pick<Dated, "dueDate">, today: string): boolean =>
  monthOf(dueDate) > monthOf(addDays(today, OPEN_DAYS));

export interface DueGroup {
  readonly key: string;
  readonly title: string;
  /** Empty if the title is enough. */
  readonly note: string;
}

/** The groups are overdue, snoozed, each day from today to two weeks ahead, and months. */
export function dueGroupOf(reminder: Dated, today: string): DueGroup {
  const { dueDate } = reminder;
  if (dueDate < today) {
    return isSnoozed(reminder, today)
      ? { key: "snoozed", title: "Snoozed", note: "" }
      : { key: "overdue", title: "Overdue", note: "" };
  }
  const days = daysBetween(today, dueDate);
  const day = formatWeekday(dueDate);
  if (days === 0) return { key: dueDate, title: "Today", note: day };
  if (days === 1) return { key: dueDate, title: "Tomorrow", note: day };
  if (days <= NAMED_DAYS) return { key: dueDate, title: day, note: `in ${days} days` };
  const [month = ""] = formatDay(dueDate).split(" ");
  const isBegun = monthOf(dueDate) === monthOf(addDays(today, NAMED_DAYS));
  const year = dueDate.slice(0, 4);
  const title = isBegun ? `Later in ${month}` : month;
  return { key: monthOf(dueDate), title, note: year === today.slice(0, 4) ? "" : year };
}
