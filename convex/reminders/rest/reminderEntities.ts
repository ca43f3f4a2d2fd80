/** Reminders and templates in REST answers. Shapes: document 001 section 3, decisions GAP-REM-05, 12, 15 and 17. */
import type { z as Zod } from "@hono/zod-openapi";
import {
  RECURRENCE_FREQUENCIES,
  REMINDER_TYPES,
  type ReminderType,
} from "../../../domain/constants/reminders";
import { REMINDER_RECORD, REMINDER_STEPS } from "../../../domain/records/reminder";
import type { Reminder } from "../model/reminderShape";
import { recordResponses, toRecordResponse } from "../../platform/rest/recordResponses";
import { z } from "../../platform/rest/zod";

const id = z.string().openapi({ example: "jd7f3k9m2" });
const instant = z.string().openapi({ format: "date-time", example: "2025-06-15T12:00:00.000Z" });
const day = z.string().openapi({ description: "Calendar day, YYYY-MM-DD", example: "2025-06-15" });

export const notificationsAnswer = z
  .object({
    email: z.boolean(),
    sms: z.boolean(),
    push: z.boolean(),
    daysInAdvance: z.array(z.number().int()).openapi({ example: [7, 1] }),
  })
  .openapi("ReminderNotifications");

const { title, description, reminderType, breedingId, litterId, ...recorded } =
  recordResponses(REMINDER_RECORD);

export const reminderAnswer = z
  .object({
    id,
    kennelId: id,
    title,
    description,
    reminderType,
    type: z.enum(REMINDER_TYPES).openapi({ description: "The same as reminderType" }),
    ...recorded,
    dog: z.object({ id, name: z.string() }).nullable(),
    breedingId,
    litterId,
    isCompleted: z.boolean(),
    ...recordResponses(REMINDER_STEPS),
    recurring: z
      .object({
        frequency: z.enum(RECURRENCE_FREQUENCIES),
        interval: z.number().int(),
        endDate: day.nullable(),
      })
      .nullable()
      .openapi({ description: "How it repeats once it is completed" }),
    seriesId: id.nullable().openapi({ description: "What PUT and DELETE /reminders/recurring/{id} take" }),
    notifications: notificationsAnswer,
    createdAt: instant,
    updatedAt: instant,
  })
  .openapi("Reminder");

/** Makes the REST response of a reminder. */
export const toReminderAnswer = ({
  _id,
  kennelId,
  dog,
  isCompleted,
  recurring,
  seriesId,
  notifications,
  createdAt,
  updatedAt,
  ...reminder
}: Reminder): Zod.input<typeof reminderAnswer> => ({
  id: _id,
  kennelId,
  ...toRecordResponse({ ...REMINDER_RECORD, ...REMINDER_STEPS }, reminder),
  type: reminder.reminderType,
  dog: dog && { id: dog._id, name: dog.name },
  isCompleted,
  recurring,
  seriesId,
  notifications,
  createdAt: new Date(createdAt).toISOString(),
  updatedAt: new Date(updatedAt).toISOString(),
});

export const reminderTemplateAnswer = z
  .object({
    id,
    name: z.string().openapi({ example: "Worming, quarterly" }),
    type: z.enum(REMINDER_TYPES),
    title: z.string(),
    description,
    priority: recorded.priority,
    offsetDays: z.number().int().openapi({ description: "Days from the base date to the due date" }),
    notifications: notificationsAnswer,
    isBuiltIn: z.boolean(),
  })
  .openapi("ReminderTemplate");

export const bulkAnswer = z
  .object({
    updated: z.number().int(),
    failed: z.array(z.object({ id: z.string(), message: z.string() })),
  })
  .openapi("BulkReminders");

export const generatedAnswer = z
  .object({
    created: z.number().int().openapi({ description: "Newly created reminders" }),
    reminders: z.array(reminderAnswer),
  })
  .openapi("GeneratedReminders");

const count = z.number().int();
const byType = z.object(
  Object.fromEntries(REMINDER_TYPES.map((type) => [type, count])) as Record<ReminderType, typeof count>, // made of all types
);

export const reminderStatisticsAnswer = z
  .object({
    total: count,
    pending: count,
    overdue: count,
    dueSoon: count,
    completed: count,
    byType,
    pendingByType: byType,
  })
  .openapi("ReminderStatistics");
