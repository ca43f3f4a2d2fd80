/** How reminders leave Studbook as a file. Source: decision GAP-REM-17. */
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

export const REMINDER_COLUMNS = [
  "Title",
  "Type",
  "Priority",
  "Due",
  "Time",
  "Dog",
  "Assigned to",
  "State",
] as const;

/** Says how a reminder stands, in words. */
function stateText(reminder: ExportedReminder, today: string): string {
  if (reminder.isCompleted) return `Completed ${reminder.completedDate ?? ""}`.trim();
  if (isSnoozed(reminder, today)) return `Snoozed until ${reminder.snoozedUntil ?? ""}`;
  const words = { overdue: "Overdue", due_soon: "Due soon", normal: "Pending" };
  return words[reminderStateOf(reminder, today)];
}

/** Returns the priority that the screens show; of what is done, which shows none there, the stored one. */
const exportedPriority = (reminder: ExportedReminder, today: string): ReminderPriority =>
  reminder.isCompleted ? reminder.priority : shownPriority(reminderStateOf(reminder, today));

/** Makes a reminder's row, its cells in the order of the columns; `people` names those whom reminders are for. */
export const toReminderRow = (
  reminder: ExportedReminder,
  today: string,
  people: ReadonlyMap<string, string>,
): string[] => [
  reminder.title,
  reminderTypeLabels[reminder.reminderType],
  reminderPriorityLabels[exportedPriority(reminder, today)],
  reminder.dueDate,
  reminder.dueTime ?? "",
  reminder.dog?.name ?? "",
  reminder.assigneeId === null ? "" : (people.get(reminder.assigneeId) ?? ""),
  stateText(reminder, today),
];
