/** The form in which the Health screen adds a reminder, every field as typed. */
import { z } from "zod";
import { requiredDay, requiredText, typedNotes } from "./fields";
import { reminderPriority, reminderType } from "./reminder";

export const healthReminderFormSchema = z.object({
  title: requiredText("Title", "Please enter a title."),
  reminderType,
  dueDate: requiredDay("Due date", "Please select the due date."),
  dogId: z.string(),
  priority: reminderPriority,
  description: typedNotes("Description"),
});

export type HealthReminderFormValues = z.input<typeof healthReminderFormSchema>;
