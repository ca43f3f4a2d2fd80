/** Which fields of the reminder form are decided together when two people changed them, and how their values read. */
import { DogName } from "@/entities/dogs/dog-name";
import { describedGroups, type RecordGroup } from "@/components/record-form/record-groups";
import { AssigneeName } from "@/entities/reminders/assignees";
import type { ReminderFormValues } from "@/entities/reminders/reminder-form-values";
import { formatDay, formatTime } from "@domain/formatting/formatting";
import { recurrenceText, reminderPriorityLabels, reminderTypeLabels } from "@domain/reminders/words";
import { REMINDER_FIELDS } from "@domain/reminders/record";

type Values = ReminderFormValues;

function showRecurrence({ frequency, interval, endDate }: Values): string {
  if (frequency === "") return "Does not repeat";
  return recurrenceText({ frequency, interval: Number(interval), endDate: endDate || null });
}

function showNotifications({ email, sms, push, advance }: Values): string {
  const channels = [email && "email", sms && "SMS", push && "push"].filter(Boolean).join(", ");
  return `${channels || "None"}; days in advance: ${advance || "none"}`;
}

const { title, dueDate, description, ...others } = REMINDER_FIELDS;

/** All fields of the form, in its order. */
export const REMINDER_GROUPS: readonly RecordGroup<Values>[] = [
  ...describedGroups<Values>({ title, dueDate, ...others, description }, [
    {
      key: "dueDate",
      label: "Due Date",
      fields: ["dueDate", "dueTime"],
      show: (values) =>
        [formatDay(values.dueDate), values.dueTime && formatTime(values.dueTime)].filter(Boolean).join(", "),
    },
    {
      key: "reminderType",
      label: "Type",
      fields: ["reminderType"],
      show: ({ reminderType }) => reminderTypeLabels[reminderType],
    },
    {
      key: "priority",
      label: "Priority",
      fields: ["priority"],
      show: ({ priority }) => reminderPriorityLabels[priority],
    },
    {
      key: "dog",
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
  ]),
  {
    key: "recurrence",
    label: "Repeat",
    fields: ["frequency", "interval", "endDate"],
    show: showRecurrence,
  },
  {
    key: "notifications",
    label: "Notifications",
    fields: ["email", "sms", "push", "advance"],
    show: showNotifications,
  },
];
