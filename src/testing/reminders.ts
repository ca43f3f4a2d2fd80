/** Creates reminders and pages of reminders as the server returns them. */
import type { FunctionReturnType } from "convex/server";
import { addDays } from "@domain/dates/calendar-days";
import { blankValues } from "@domain/records/record";
import { REMINDER_FIELDS, REMINDER_STEPS } from "@domain/reminders/record";
import type { api } from "@convex/_generated/api";

type ReminderPage = FunctionReturnType<typeof api.reminders.reminders.list>;
export type Reminder = ReminderPage["data"][number];

let count = 0;

export function makeReminder(changes: Partial<Reminder> = {}): Reminder {
  count += 1;
  return {
    _id: `reminder${count}` as Reminder["_id"],
    kennelId: "kennel1" as Reminder["kennelId"],
    ...blankValues({ ...REMINDER_FIELDS, ...REMINDER_STEPS }),
    title: "Worming",
    reminderType: "medication",
    priority: "medium",
    dueDate: "2025-06-30",
    dogId: null,
    assigneeId: null,
    dog: null,
    breedingId: null,
    litterId: null,
    bookingId: null,
    isCompleted: false,
    recurring: null,
    seriesId: null,
    notifications: { email: true, sms: false, push: true, daysInAdvance: [1] },
    createdAt: 1,
    updatedAt: 1,
    ...changes,
  };
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/** Filters like the server: by tab, type and a word of the title. */
export function makeReminderPage(
  reminders: readonly Reminder[],
  args: Record<string, unknown>,
): ReminderPage {
  const [tab, type, today] = [text(args.tab), text(args.reminderType), text(args.today)];
  const found = reminders.filter(
    ({ title, reminderType }) =>
      title.toLowerCase().includes(text(args.search).toLowerCase()) && (type === "" || type === reminderType),
  );
  const pending = found.filter(({ isCompleted }) => !isCompleted);
  const completed = found.filter(({ isCompleted }) => isCompleted);
  const overdue = pending.filter(({ dueDate }) => dueDate < today);
  const dueSoon = pending.filter(({ dueDate }) => dueDate >= today && dueDate <= addDays(today, 1));
  const shown = { pending, completed, overdue, due_soon: dueSoon }[tab] ?? found;
  return {
    data: shown,
    pagination: {
      totalPages: 1,
      totalItems: shown.length,
      page: 1,
      limit: 100,
      hasNext: false,
      hasPrev: false,
    },
    counts: {
      pending: pending.length,
      overdue: overdue.length,
      dueSoon: dueSoon.length,
      completed: completed.length,
    },
  };
}
