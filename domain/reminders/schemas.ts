/** The zod shapes of reminders and of their templates. */
import { z } from "zod";
import {
  DEFAULT_NOTIFICATIONS,
  MAX_ADVANCE_NOTICES,
  MAX_DAYS_IN_ADVANCE,
  MAX_RECURRENCE_INTERVAL,
  RECURRENCE_FREQUENCIES,
  REMINDER_TABS,
  REMINDER_TYPES,
} from "./rules";
import { isCalendarDay } from "../dates/calendar-days";
import { REMINDER_FIELDS, REMINDER_RECORD } from "./record";
import { changeShape, newShape, formShape } from "../records/record";
import {
  choiceFilter,
  optionalDay,
  optionalNotes,
  requiredDay,
  searchFilter,
  requiredText,
} from "../records/parts";

/**
 * The zod shapes of a reminder, for the form, REST and functions. The fields are defined in
 * domain/reminders/record.ts. convex/reminders/model/reminders.ts looks up the dog, breeding or litter.
 */

const oneOf = <const Values extends readonly [string, ...string[]]>(label: string, values: Values) =>
  z.enum(values, { error: `${label} must be ${values.join(", ")}` });

export const reminderType = REMINDER_FIELDS.reminderType.schema;

const advanceError = `Days in advance must be whole numbers from 0 to ${MAX_DAYS_IN_ADVANCE}`;

/** Days of advance notice. */
export const daysInAdvance = z
  .array(
    z
      .number({ error: advanceError })
      .int(advanceError)
      .min(0, advanceError)
      .max(MAX_DAYS_IN_ADVANCE, advanceError),
    { error: advanceError },
  )
  .max(MAX_ADVANCE_NOTICES, `At most ${MAX_ADVANCE_NOTICES} days in advance`)
  // The earliest notice first, without duplicates.
  .transform((days) => [...new Set(days)].sort((a, b) => b - a));

const channel = (label: string) => z.boolean({ error: `${label} must be true or false` });

/** Notifications of a new reminder. Missing settings get the defaults. */
export const notificationsSchema = z.object(
  {
    email: channel("Email").default(DEFAULT_NOTIFICATIONS.email),
    sms: channel("SMS").default(DEFAULT_NOTIFICATIONS.sms),
    push: channel("Push").default(DEFAULT_NOTIFICATIONS.push),
    daysInAdvance: daysInAdvance.default(DEFAULT_NOTIFICATIONS.daysInAdvance),
  },
  { error: "Notifications must name channels and days in advance" },
);

/** A change of notifications. Omitted settings stay unchanged. */
export const notificationChangesSchema = z.object(
  {
    email: channel("Email").optional(),
    sms: channel("SMS").optional(),
    push: channel("Push").optional(),
    daysInAdvance: daysInAdvance.optional(),
  },
  { error: "Notifications must name channels and days in advance" },
);

const intervalError = `Interval must be a whole number from 1 to ${MAX_RECURRENCE_INTERVAL}`;

/** How a reminder recurs. */
export const recurringSchema = z.object(
  {
    frequency: oneOf("Frequency", RECURRENCE_FREQUENCIES),
    interval: z
      .number({ error: intervalError })
      .int(intervalError)
      .min(1, intervalError)
      .max(MAX_RECURRENCE_INTERVAL, intervalError)
      .default(1),
    endDate: optionalDay("End date"),
  },
  { error: "Recurring must have a frequency" },
);

/** A new reminder. Only title and date are required. */
export const newReminderSchema = newShape(REMINDER_RECORD).extend({
  recurring: recurringSchema.nullish(),
  notifications: notificationsSchema.prefault({}),
});
export type NewReminder = z.output<typeof newReminderSchema>;

/** A change of a reminder. An omitted field stays unchanged, and null or empty clears a field. */
export const reminderChangesSchema = changeShape(REMINDER_RECORD).extend({
  recurring: recurringSchema.nullish(),
  notifications: notificationChangesSchema.optional(),
});
export type ReminderChanges = z.output<typeof reminderChangesSchema>;

/** The notes that a person writes when completing a reminder. */
export const completionNotes = optionalNotes("Notes");

/** Until when a reminder is snoozed. */
export const snoozeSchema = z.object({
  snoozeUntil: requiredDay("Snooze until", "Choose the day until which to snooze"),
});

/** The filters of the list of reminders. An empty filter means all. */
export const reminderFiltersSchema = z.object({
  tab: choiceFilter(oneOf("State", REMINDER_TABS)),
  reminderType: choiceFilter(reminderType, `Type must be ${REMINDER_TYPES.join(", ")} or empty`),
  search: searchFilter,
  /** Only reminders that are assigned to the caller. */
  isMine: z.boolean().default(false),
  /** Only reminders that are assigned to this person. */
  assigneeId: z.string().default(""),
  today: z.string().refine(isCalendarDay, "Today must be a date such as 2025-06-15"),
});

/**
 * The zod shapes of a reminder template, and of a reminder that is created from a template. Source: decision
 * GAP-REM-12.
 */

/** Ten years, which is further ahead than breeders plan. */
const MAX_OFFSET_DAYS = 3660;

const offsetError = `Days must be a whole number from 0 to ${MAX_OFFSET_DAYS}`;

const name = requiredText("Name", "Name is required");

/** The fields that a reminder copies from its template. */
const TEMPLATE_FIELDS = {
  reminderType: REMINDER_FIELDS.reminderType,
  title: REMINDER_FIELDS.title,
  description: REMINDER_FIELDS.description,
  priority: REMINDER_FIELDS.priority,
};

const offsetDays = z
  .number({ error: offsetError })
  .int(offsetError)
  .min(0, offsetError)
  .max(MAX_OFFSET_DAYS, offsetError);

/** A new template. */
export const newReminderTemplateSchema = z.object({
  name,
  ...newShape(TEMPLATE_FIELDS).shape,
  offsetDays: offsetDays.default(0),
  notifications: notificationsSchema.prefault({}),
});

/** The editable fields of a template. */
export const changedReminderTemplateSchema = z.object({
  name,
  ...formShape(TEMPLATE_FIELDS).shape,
  offsetDays,
});

/** The arguments for a reminder that is created from a template. */
export const fromTemplateSchema = z.object({
  baseDate: requiredDay("Base date", "Base date is required"),
  dogId: REMINDER_FIELDS.dogId.schema,
});
