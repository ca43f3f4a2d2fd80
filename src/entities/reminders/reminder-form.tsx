/**
 * The form of a reminder: the values that the description does not contain, the comparison of versions, and what is
 * sent.
 */
import type { FunctionReturnType } from "convex/server";
import { recordForm } from "@/components/record-form/record-form";
import { DogName } from "@/entities/dogs/dog-name";
import { AssigneeName } from "@/entities/reminders/assignees";
import { failureSentence, type Reminder } from "@/entities/reminders/reminder-words";
import { api } from "@convex/_generated/api";
import { addDays } from "@domain/dates/calendar-days";
import { getErrorData } from "@domain/errors";
import { formatDay, formatTime } from "@domain/formatting/formatting";
import type { TypedForm } from "@domain/records/typed-form";
import { REMINDER_FIELDS } from "@domain/reminders/record";
import { DEFAULT_NOTIFICATIONS, type RecurrenceFrequency } from "@domain/reminders/rules";
import { newReminderSchema } from "@domain/reminders/schemas";
import { recurrenceText } from "@domain/reminders/words";

export type RemindedDog = { readonly _id: string; readonly name: string };

interface Notifications {
  readonly email: boolean;
  readonly sms: boolean;
  readonly push: boolean;
  /** The earliest notice first, such as '7,1'. */
  readonly advance: string;
}

interface Beside extends Notifications {
  /** Null if the form creates a single reminder. */
  readonly dogs: readonly RemindedDog[] | null;
  /** Empty if the reminder does not recur. */
  readonly frequency: RecurrenceFrequency | "";
  readonly interval: string;
  readonly endDate: string;
  /** Whether later reminders of the series change too. */
  readonly isWholeSeries: boolean;
}

export type ReminderFormValues = TypedForm<typeof REMINDER_FIELDS> & Beside;

/** Values of a new reminder that differ from the defaults. */
export type GivenReminder = Partial<ReminderFormValues> & {
  /** The record that the reminder is about. Not a field of the form. */
  breedingId?: string;
  litterId?: string;
};

/** `advance` is a form's value, such as '7,1'. */
export const advanceDays = (advance: string): number[] =>
  advance === "" ? [] : advance.split(",").map(Number);

/** Removes duplicates. The earliest notice is first. */
export const withAdvanceDays = (days: readonly number[]): string =>
  [...new Set(days)].sort((a, b) => b - a).join(",");

const typedNotifications = ({
  email,
  sms,
  push,
  daysInAdvance,
}: Reminder["notifications"]): Notifications => ({
  ...{ email, sms, push },
  advance: withAdvanceDays(daysInAdvance),
});

/** As arguments of the server function. */
export const sentNotifications = ({ email, sms, push, advance }: Notifications) => ({
  ...{ email, sms, push },
  daysInAdvance: advanceDays(advance),
});

export type ReminderTemplate = FunctionReturnType<typeof api.reminders.reminderTemplates.list>[number];

/** For a reminder that is created today. */
export const valuesOfTemplate = (template: ReminderTemplate, today: string): Partial<ReminderFormValues> => ({
  title: template.title,
  description: template.description ?? "",
  reminderType: template.reminderType,
  priority: template.priority,
  dueDate: addDays(today, template.offsetDays),
  ...typedNotifications(template.notifications),
});

/** The reason why nothing was saved, by dog. */
export type DogErrors = Readonly<Record<string, string>>;

const OF_A_DOG = "dogIds.";

export const dogErrorsOf = (error: unknown): DogErrors =>
  Object.fromEntries(
    Object.entries(getErrorData(error)?.details.fields ?? {}).flatMap(([name, message]) =>
      name.startsWith(OF_A_DOG) ? [[name.slice(OF_A_DOG.length), message]] : [],
    ),
  );

function failureOf(error: unknown, isNew: boolean): string {
  if (Object.keys(dogErrorsOf(error)).length > 0) return "Nothing was saved. Remove the dogs with a message.";
  return failureSentence(isNew ? "Failed to create reminder" : "Failed to update reminder", error);
}

/** Sources of the initial values: REM-14, REM-17, REM-18. */
const NEW_BESIDE: Beside = {
  dogs: null,
  ...{ frequency: "", interval: "1", endDate: "" },
  ...typedNotifications(DEFAULT_NOTIFICATIONS),
  isWholeSeries: false,
};

export const reminderForm = recordForm({
  fields: REMINDER_FIELDS,
  noun: "reminder",
  nameOf: ({ title }: Reminder) => title,
  functions: api.reminders.reminders,
  id: "reminderId",
  isOfKennel: true,
  // If the end is before the reminder's own date, the series has no occurrence.
  schema: newReminderSchema.refine(
    ({ recurring, dueDate }) => !recurring?.endDate || recurring.endDate >= dueDate,
    { path: ["recurring", "endDate"], error: "End date must not be before the due date" },
  ),
  together: [
    {
      key: "dueDate",
      label: "Due Date",
      fields: ["dueDate", "dueTime"],
      show: ({ dueDate, dueTime }) =>
        [formatDay(dueDate), dueTime && formatTime(dueTime)].filter(Boolean).join(", "),
    },
    {
      key: "dogId",
      label: "Dog",
      fields: ["dogId"],
      show: ({ dogId }) => <DogName dogId={dogId} otherwise="No dog" />,
    },
    {
      key: "assigneeId",
      label: "Assigned to",
      fields: ["assigneeId"],
      show: ({ assigneeId }) => <AssigneeName assigneeId={assigneeId} />,
    },
  ],
  beside: {
    empty: NEW_BESIDE,
    of: ({ recurring, notifications }: Reminder): Beside => ({
      ...NEW_BESIDE,
      ...(recurring && {
        frequency: recurring.frequency,
        interval: String(recurring.interval),
        endDate: recurring.endDate ?? "",
      }),
      ...typedNotifications(notifications),
    }),
    send: ({ frequency, interval, endDate, ...values }) => ({
      recurring:
        frequency === ""
          ? null
          : {
              frequency,
              interval: interval.trim() === "" ? Number.NaN : Number(interval),
              endDate: endDate || null,
            },
      notifications: sentNotifications(values),
    }),
    change: ({ isWholeSeries }) => ({ isWholeSeries }),
    groups: [
      {
        key: "recurrence",
        label: "Repeat",
        fields: ["frequency", "interval", "endDate"],
        show: ({ frequency, interval, endDate }) =>
          frequency === ""
            ? "Does not repeat"
            : recurrenceText({ frequency, interval: Number(interval), endDate: endDate || null }),
      },
      {
        key: "notifications",
        label: "Notifications",
        fields: ["email", "sms", "push", "advance"],
        show: ({ email, sms, push, advance }) => {
          const channels = [email && "email", sms && "SMS", push && "push"].filter(Boolean).join(", ");
          return `${channels || "None"}; days in advance: ${advance || "none"}`;
        },
      },
    ],
    names: {
      dogIds: "dogs",
      ...{ "recurring.frequency": "frequency", "recurring.interval": "interval" },
      "recurring.endDate": "endDate",
      ...{ "notifications.email": "email", "notifications.sms": "sms", "notifications.push": "push" },
      ...{ notifications: "advance", "notifications.daysInAdvance": "advance" },
    },
  },
  failureOf,
});
