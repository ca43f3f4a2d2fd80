/** The form in which the Health screen adds a reminder, every field as typed. */
import { z } from "zod";
import { requiredDay, requiredText, typedNotes } from "./fields";
import { REMINDER_FIELDS } from "../records/reminder";

export const healthReminderFormSchema = z.object({
  title: requiredText("Title", "Please enter a title."),
  reminderType: REMINDER_FIELDS.reminderType.schema,
  dueDate: requiredDay("Due date", "Please select the due date."),
  dogId: z.string(),
  priority: REMINDER_FIELDS.priority.schema,
  description: typedNotes("Description"),
});

export type HealthReminderFormValues = z.input<typeof healthReminderFormSchema>;
