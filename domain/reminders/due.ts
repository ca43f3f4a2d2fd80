/**
 * The state of a reminder on the breeder's date, and its card's label. A snoozed one is neither overdue nor due
 * soon. Sources: document 001 section 4, decisions GAP-REM-02, 03 and 10.
 */
import { addDays } from "../dates/calendar-days";
import { formatDay, formatShortDay, formatTime } from "../formatting/formatting";

export type ReminderDueState = "overdue" | "due_soon" | "normal";

interface Dated {
  readonly dueDate: string;
  readonly snoozedUntil: string | null;
}

/** Says whether a reminder is snoozed. */
export const isSnoozed = ({ snoozedUntil }: Pick<Dated, "snoozedUntil">, today: string): boolean =>
  snoozedUntil !== null && snoozedUntil > today;

/** The last date on which a reminder is due soon. */
export const lastDueSoonDay = (today: string): string => addDays(today, 1);

/** The first date on which a pending reminder is overdue: the day after its due date, or when its snooze ends. */
export function overdueFromOf({ dueDate, snoozedUntil }: Dated): string {
  const next = addDays(dueDate, 1);
  return snoozedUntil !== null && snoozedUntil > next ? snoozedUntil : next;
}

/** Returns the state of a pending reminder. */
export function reminderStateOf(reminder: Dated, today: string): ReminderDueState {
  if (isSnoozed(reminder, today)) return "normal";
  if (reminder.dueDate < today) return "overdue";
  return reminder.dueDate <= lastDueSoonDay(today) ? "due_soon" : "normal";
}

/** The priority on a card, which depends only on the date. */
export const shownPriority = (state: ReminderDueState): "high" | "medium" | "low" =>
  state === "overdue" ? "high" : state === "due_soon" ? "medium" : "low";

/** Formats the due label of a card: 'Today', 'Tomorrow', 'Overdue (Jun 12)' or the full date. */
export function dueLabelOf(dueDate: string, today: string, dueTime: string | null = null): string {
  if (dueTime !== null) return `${dueLabelOf(dueDate, today)}, ${formatTime(dueTime)}`;
  if (dueDate === today) return "Today";
  if (dueDate === addDays(today, 1)) return "Tomorrow";
  return dueDate < today ? `Overdue (${formatShortDay(dueDate)})` : formatDay(dueDate);
}
