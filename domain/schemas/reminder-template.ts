/** The shapes of a reminder template as typed, and of what is made of one. Source: decision GAP-REM-12. */
import { z } from "zod";
import { optionalNotes, optionalReference, requiredDay, requiredText } from "./fields";
import { notificationsSchema, reminderPriority, reminderType } from "./reminder";

/** Ten years, further than a breeder plans. */
const MAX_OFFSET_DAYS = 3660;

const offsetError = `Days must be a whole number from 0 to ${MAX_OFFSET_DAYS}`;

const name = requiredText("Name", "Name is required");

const title = requiredText("Title", "Please enter a title");

const offsetDays = z
  .number({ error: offsetError })
  .int(offsetError)
  .min(0, offsetError)
  .max(MAX_OFFSET_DAYS, offsetError);

/** A new template. */
export const newReminderTemplateSchema = z.object({
  name,
  reminderType: reminderType.default("other"),
  title,
  description: optionalNotes("Description"),
  priority: reminderPriority.default("medium"),
  offsetDays: offsetDays.default(0),
  notifications: notificationsSchema.prefault({}),
});

/** What can be changed of a template. */
export const changedReminderTemplateSchema = z.object({
  name,
  title,
  description: optionalNotes("Description"),
  reminderType,
  priority: reminderPriority,
  offsetDays,
});

/** What a reminder is made of a template with. */
export const fromTemplateSchema = z.object({
  baseDate: requiredDay("Base date", "Base date is required"),
  dogId: optionalReference("Dog"),
});
