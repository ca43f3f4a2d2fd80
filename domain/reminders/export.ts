/** Exports reminders to a file. Source: decision GAP-REM-17. */
import type { ReminderPriority, ReminderType } from "./rules";
import { isSnoozed, reminderStateOf, shownPriority } from "./due";
import { reminderPriorityLabels, reminderTypeLabels } from "./words";

interface ExportedReminder {
  readonly title: string;
  readonly reminderType: ReminderType;
  readonly priority: ReminderPriority;
  readonly dueDate: string;
  readonly dueTime: string | null;
  readonly dog: { readonly name: string } | null;
  readonly assigneeId: string | null;
  readonly isCompleted: boolean;
  readonly completedDate: string | null;
  readonly snoozedUntil: string | null;
}

/** The documented columns in the documented order, then later columns. */
export const REMINDER_COLUMNS = [
  "Title",
  "Type",
  "Priority",
  "Due",
  "Dog",
  "State",
  "Time",
  "Assigned to",
] as const;

function stateText(reminder: ExportedReminder, today: string): string {
  if (reminder.isCompleted) return `Completed ${reminder.completedDate ?? ""}`.trim();
  if (isSnoozed(reminder, today)) return `Snoozed until ${reminder.snoozedUntil ?? ""}`;
  const words = { overdue: "Overdue", due_soon: "Due soon", normal: "Pending" };
  return words[reminderStateOf(reminder, today)];
}

/** Screens show no priority for a completed reminder, so the stored priority is exported. */
const exportedPriority = (reminder: ExportedReminder, today: string): ReminderPriority =>
  reminder.isCompleted ? reminder.priority : shownPriority(reminderStateOf(reminder, today));

/** The cells have the order of the columns. `people` contains the names of assignees. */
export const toReminderRow = (
  reminder: ExportedReminder,
  today: string,
  people: ReadonlyMap<string, string>,
): string[] => [
  reminder.title,
  reminderTypeLabels[reminder.reminderType],
  reminderPriorityLabels[exportedPriority(reminder, today)],
  reminder.dueDate,
  reminder.dog?.name ?? "",
  stateText(reminder, today),
  reminder.dueTime ?? "",
  reminder.assigneeId === null ? "" : (people.get(reminder.assigneeId) ?? ""),
];
