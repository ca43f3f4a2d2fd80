/**
 * The Health screen's dialog for a new reminder, which also appears on the reminders page. The reminder notifies
 * the user a week and a day before. Sources: rules ALR-06 to ALR-09, decision GAP-ALR-01.
 */
import { RecordField } from "@/components/record-form/record-field";
import { recordForm } from "@/components/record-form/record-form";
import { PlannedDogControl } from "@/entities/dogs/dog-control";
import type { Reminder } from "@/entities/reminders/reminder-words";
import { serverTextOr } from "@/entities/health/health-words";
import { api } from "@convex/_generated/api";
import { neededDay, neededText } from "@domain/records/fields";
import { REMINDER_FIELDS } from "@domain/reminders/record";
import { DEFAULT_ADVANCE_DAYS, DEFAULT_NOTIFICATIONS, HEALTH_REMINDER_TYPES } from "@domain/reminders/rules";
import { reminderTypeLabels } from "@domain/reminders/words";

const { reminderType, dogId, priority, description } = REMINDER_FIELDS;

/** In the order of the dialog, with the Health screen's own messages. Source: rule ALR-06. */
const FIELDS = {
  title: neededText("Title", "Please enter a title.", { isWide: true }),
  reminderType,
  dueDate: neededDay("Due date", "Please select the due date.", {
    helper: "You are notified 7 days and 1 day before",
  }),
  ...{ dogId, priority, description },
};

const form = recordForm({
  fields: FIELDS,
  noun: "reminder",
  draftName: "health-reminder",
  nameOf: ({ title }: Reminder) => title,
  functions: api.reminders.reminders,
  id: "reminderId",
  isOfKennel: true,
  incompleteText: "Please fill in the required fields.",
  controls: { dogId: PlannedDogControl },
  // Source: rule ALR-09.
  failureOf: (error) => serverTextOr("Failed to create reminder. Please try again.", error),
});

/** Source: rule ALR-07. */
const TYPES = Object.fromEntries(
  [...HEALTH_REMINDER_TYPES, "other" as const].map((type) => [type, reminderTypeLabels[type]]),
);

/** Source: rule ALR-08. */
const NOTIFICATIONS = { ...DEFAULT_NOTIFICATIONS, daysInAdvance: [...DEFAULT_ADVANCE_DAYS] };

type ReminderDialogProps = { dogId: string; today: string; onClose: () => void };

export function ReminderDialog({ dogId: given, today, onClose }: ReminderDialogProps) {
  return (
    <form.FormDialog
      record={null}
      given={{ dogId: given }}
      args={{ notifications: NOTIFICATIONS }}
      savedText="Reminder created successfully"
      onClose={onClose}
    >
      {Object.keys(FIELDS).map((name) => (
        <RecordField
          key={name}
          name={name}
          {...(name === "reminderType" && { choices: TYPES })}
          {...(name === "dueDate" && { min: today })}
        />
      ))}
    </form.FormDialog>
  );
}
