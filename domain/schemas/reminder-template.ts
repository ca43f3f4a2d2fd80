/** The shapes of a reminder template as typed, and of what is made of one. Source: decision GAP-REM-12. */
import { z } from "zod";
import { REMINDER_FIELDS } from "../records/reminder";
import { formShape, newShape } from "../records/record";
import { requiredDay, requiredText } from "./fields";
import { notificationsSchema } from "./reminder";

/** Ten years, further than a breeder plans. */
const MAX_OFFSET_DAYS = 3660;

const offsetError = `Days must be a whole number from 0 to ${MAX_OFFSET_DAYS}`;

const name = requiredText("Name", "Name is required");

const { title, description, reminderType, priority, dogId } = REMINDER_FIELDS;

/** What a reminder takes of it as it stands there. */
const FIELDS = { reminderType, title, description, priority };

const offsetDays = z
  .number({ error: offsetError })
  .int(offsetError)
  .min(0, offsetError)
  .max(MAX_OFFSET_DAYS, offsetError);

/** A new template. */
export const newReminderTemplateSchema = z.object({
  name,
  ...newShape(FIELDS).shape,
  offsetDays: offsetDays.default(0),
  notifications: notificationsSchema.prefault({}),
});

/** What can be changed of a template. */
export const changedReminderTemplateSchema = z.object({ name, ...formShape(FIELDS).shape, offsetDays });

/** What a reminder is made of a template with. */
export const fromTemplateSchema = z.object({
  baseDate: requiredDay("Base date", "Base date is required"),
  dogId: dogId.schema,
});
