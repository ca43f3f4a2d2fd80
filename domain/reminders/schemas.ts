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
 * The form, REST and functions share these shapes. The fields are defined in domain/reminders/record.ts.
 * convex/reminders/model/reminders.ts looks up the dog, breeding or litter.
 */

const oneOf = <const Values extends readonly [string, ...string[]]>(label: string, values: Values) =>
  z.enum(values, { error: `${label} must be ${values.join(", ")}` });

export const reminderType = REMINDER_FIELDS.reminderType.schema;

const advanceError = `Days in advance must be whole numbers from 0 to ${MAX_DAYS_IN_ADVANCE}`;

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

/** Missing settings get the defaults. */
export const notificationsSchema = z.object(
  {
    email: channel("Email").default(DEFAULT_NOTIFICATIONS.email),
    sms: channel("SMS").default(DEFAULT_NOTIFICATIONS.sms),
    push: channel("Push").default(DEFAULT_NOTIFICATIONS.push),
    daysInAdvance: daysInAdvance.default(DEFAULT_NOTIFICATIONS.daysInAdvance),
  },
  { error: "Notifications must name channels and days in advance" },
);

/** Omitted settings stay unchanged. */
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

export const newReminderSchema = newShape(REMINDER_RECORD).extend({
  recurring: recurringSchema.nullish(),
  notifications: notificationsSchema.prefault({}),
});
export type NewReminder = z.output<typeof newReminderSchema>;

/** An omitted field stays unchanged, and null or empty clears a field. */
export const reminderChangesSchema = changeShape(REMINDER_RECORD).extend({
  recurring: recurringSchema.nullish(),
  notifications: notificationChangesSchema.optional(),
});
export type ReminderChanges = z.output<typeof reminderChangesSchema>;

export const completionNotes = optionalNotes("Notes");

export const snoozeSchema = z.object({
  snoozeUntil: requiredDay("Snooze until", "Choose the day until which to snooze"),
});

/** An empty filter means all. */
export const reminderFiltersSchema = z.object({
  tab: choiceFilter(oneOf("State", REMINDER_TABS)),
  reminderType: choiceFilter(reminderType, `Type must be ${REMINDER_TYPES.join(", ")} or empty`),
  search: searchFilter,
  /** Selects reminders that are assigned to the caller. */
  isMine: z.boolean().default(false),
  /** Selects reminders that are assigned to this person. */
  assigneeId: z.string().default(""),
  today: z.string().refine(isCalendarDay, "Today must be a date such as 2025-06-15"),
});

/** Source: decision GAP-REM-12. */

/** Ten years, which is further ahead than breeders plan. */
const MAX_OFFSET_DAYS = 3660;

const offsetError = `Days must be a whole number from 0 to ${MAX_OFFSET_DAYS}`;

const name = requiredText("Name", "Name is required");

/** A reminder copies these fields from its template. */
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

export const newReminderTemplateSchema = z.object({
  name,
  ...newShape(TEMPLATE_FIELDS).shape,
  offsetDays: offsetDays.default(0),
  notifications: notificationsSchema.prefault({}),
});

export const changedReminderTemplateSchema = z.object({
  name,
  ...formShape(TEMPLATE_FIELDS).shape,
  offsetDays,
});

export const fromTemplateSchema = z.object({
  baseDate: requiredDay("Base date", "Base date is required"),
  dogId: REMINDER_FIELDS.dogId.schema,
});
