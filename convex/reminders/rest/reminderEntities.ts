/** Reminders and templates in REST answers. Shapes: document 001 section 3, decisions GAP-REM-05, 12, 15 and 17. */
import type { z as Zod } from "@hono/zod-openapi";
import { RECURRENCE_FREQUENCIES, REMINDER_TYPES } from "../../../domain/reminders/rules";
import { REMINDER_RECORD, REMINDER_STEPS } from "../../../domain/reminders/record";
import type { Reminder } from "../model/reminderShape";
import type { ReminderTemplate } from "../model/reminderTemplates";
import { answer } from "../../platform/rest/calls";
import { count, countsOf, dayLike, id, toWritten, writtenFields } from "../../platform/rest/entities";
import { recordResponses, toRecordResponse } from "../../platform/rest/recordResponses";
import { z } from "../../platform/rest/zod";

const day = dayLike("2025-06-15");

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
    ...writtenFields,
  })
  .openapi("Reminder");

const toReminderAnswer = ({
  _id,
  kennelId,
  dog,
  isCompleted,
  recurring,
  seriesId,
  notifications,
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
  ...toWritten(reminder),
});

export const reminder = answer(reminderAnswer, toReminderAnswer);

const reminderTemplateAnswer = z
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

export const reminderTemplate = answer(
  reminderTemplateAnswer,
  ({ reminderType: type, ...template }: ReminderTemplate) => ({ ...template, type }),
);

export const bulkAnswer = z
  .object({
    updated: z.number().int(),
    failed: z.array(z.object({ id: z.string(), message: z.string() })),
  })
  .openapi("BulkReminders");

const generatedAnswer = z
  .object({
    created: z.number().int().openapi({ description: "Newly created reminders" }),
    reminders: z.array(reminderAnswer),
  })
  .openapi("GeneratedReminders");

/** What was planned of a dog, a breeding or a litter. */
export const generatedReminders = answer(
  generatedAnswer,
  ({ created, reminders }: { created: number; reminders: readonly Reminder[] }) => ({
    created,
    reminders: reminders.map(toReminderAnswer),
  }),
);

const byType = countsOf(REMINDER_TYPES);

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
