/** What the reminder form starts with, and what of it is sent. */
import type { FunctionReturnType } from "convex/server";
import type { Reminder } from "@/entities/reminders/reminder-words";
import { DEFAULT_NOTIFICATIONS, type RecurrenceFrequency } from "@domain/reminders/rules";
import { addDays } from "@domain/dates/calendar-days";
import { REMINDER_FIELDS } from "@domain/reminders/record";
import { emptyTypedForm, sentFields, typedForm, type TypedForm } from "@domain/records/typed-form";
import type { api } from "@convex/_generated/api";

export type ReminderFormValues = TypedForm<typeof REMINDER_FIELDS> & {
  /** The dogs that each get a reminder of their own; null where it is one reminder. */
  dogs: readonly RemindedDog[] | null;
  /** Empty for one that does not recur. */
  frequency: RecurrenceFrequency | "";
  interval: string;
  endDate: string;
  email: boolean;
  sms: boolean;
  push: boolean;
  /** Days in advance, the earliest notice first, such as '7,1'. */
  advance: string;
  /** Whether the reminders that follow in the series are changed, too. */
  isWholeSeries: boolean;
};

/** What a new reminder begins with besides the defaults. */
export type GivenReminder = Partial<ReminderFormValues> & {
  /** What it is about, when that is no field of the form. */
  breedingId?: string;
  litterId?: string;
};

/** One of many dogs that a reminder is made for. */
export type RemindedDog = { readonly _id: string; readonly name: string };

const toAdvance = (days: readonly number[]): string => days.join(",");

/** Reads the days in advance of a form. */
export const advanceDays = (advance: string): number[] =>
  advance === "" ? [] : advance.split(",").map(Number);

/** Writes days in advance as the form holds them: each once, the earliest notice first. */
export const withAdvanceDays = (days: readonly number[]): string =>
  toAdvance([...new Set(days)].sort((a, b) => b - a));

/** The form of a new reminder. Sources: REM-14, REM-17, REM-18. */
export const newReminderValues = (today: string, given: Partial<ReminderFormValues>): ReminderFormValues => ({
  ...emptyTypedForm(REMINDER_FIELDS),
  dueDate: today,
  dogs: null,
  frequency: "",
  interval: "1",
  endDate: "",
  email: DEFAULT_NOTIFICATIONS.email,
  sms: DEFAULT_NOTIFICATIONS.sms,
  push: DEFAULT_NOTIFICATIONS.push,
  advance: toAdvance(DEFAULT_NOTIFICATIONS.daysInAdvance),
  isWholeSeries: false,
  ...given,
});

export type ReminderTemplate = FunctionReturnType<typeof api.reminders.reminderTemplates.list>[number];

/** Returns what a template fills in of a reminder that is made of it today. */
export const valuesOfTemplate = (template: ReminderTemplate, today: string): Partial<ReminderFormValues> => ({
  title: template.title,
  description: template.description ?? "",
  reminderType: template.reminderType,
  priority: template.priority,
  dueDate: addDays(today, template.offsetDays),
  email: template.notifications.email,
  sms: template.notifications.sms,
  push: template.notifications.push,
  advance: withAdvanceDays(template.notifications.daysInAdvance),
});

/** Returns the form's values for a recorded reminder. */
export const valuesOfReminder = (reminder: Reminder): ReminderFormValues => ({
  ...typedForm(REMINDER_FIELDS, reminder),
  dogs: null,
  frequency: reminder.recurring?.frequency ?? "",
  interval: String(reminder.recurring?.interval ?? 1),
  endDate: reminder.recurring?.endDate ?? "",
  email: reminder.notifications.email,
  sms: reminder.notifications.sms,
  push: reminder.notifications.push,
  advance: toAdvance(reminder.notifications.daysInAdvance),
  isWholeSeries: false,
});

const FIELD_OF: Record<string, keyof ReminderFormValues> = {
  "recurring.frequency": "frequency",
  "recurring.interval": "interval",
  "recurring.endDate": "endDate",
  "notifications.email": "email",
  "notifications.sms": "sms",
  "notifications.push": "push",
  notifications: "advance",
  "notifications.daysInAdvance": "advance",
};

/** Names a field of the form by what the server calls it; null for one that the form does not have. */
export function toFormField(name: string): keyof ReminderFormValues | null {
  if (name === "dogIds") return "dogs";
  // One of the form's own names.
  return FIELD_OF[name] ?? (Object.hasOwn(REMINDER_FIELDS, name) ? (name as keyof ReminderFormValues) : null);
}

/** Makes what the server takes of a form's values. */
export const toServerFields = (values: ReminderFormValues) => ({
  ...sentFields(REMINDER_FIELDS, values),
  recurring:
    values.frequency === ""
      ? null
      : {
          frequency: values.frequency,
          interval: values.interval.trim() === "" ? Number.NaN : Number(values.interval),
          endDate: values.endDate || null,
        },
  notifications: {
    email: values.email,
    sms: values.sms,
    push: values.push,
    daysInAdvance: advanceDays(values.advance),
  },
});

type ServerFields = ReturnType<typeof toServerFields>;

/** Returns only what differs from the record the breeder began with. */
export function changedFields(
  values: ReminderFormValues,
  begunWith: ReminderFormValues,
): Partial<ServerFields> {
  const before = new Map<string, unknown>(Object.entries(toServerFields(begunWith)));
  return Object.fromEntries(
    Object.entries(toServerFields(values)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before.get(name)),
    ),
  );
}
