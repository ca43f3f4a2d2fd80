/**
 * Reminders and templates in REST responses. Shapes: document 001 section 3, decisions GAP-REM-05, 12, 15 and 17.
 */
import { v } from "convex/values";
import { RECURRENCE_FREQUENCIES, REMINDER_TYPES } from "../../../domain/reminders/rules";
import { REMINDER_RECORD, REMINDER_STEPS } from "../../../domain/reminders/record";
import { reminderShape } from "../model/reminderShape";
import type { ReminderTemplate } from "../model/reminderTemplates";
import { answer } from "../../platform/rest/calls";
import { count, countsOf, dayLike, id } from "../../platform/rest/entities";
import { recordResponses } from "../../platform/rest/recordResponses";
import { answerOf } from "../../platform/rest/returned";
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

const recorded = recordResponses(REMINDER_RECORD);

export const reminder = answerOf("Reminder", reminderShape.omit("bookingId"), {
  fields: { ...REMINDER_RECORD, ...REMINDER_STEPS },
  about: {
    dog: answerOf(null, v.object({ _id: v.id("dogs"), name: v.string() })),
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
  },
  more: {
    shape: { type: z.enum(REMINDER_TYPES).openapi({ description: "The same as reminderType" }) },
    of: ({ reminderType }) => ({ type: reminderType }),
  },
});

const reminderTemplateAnswer = z
  .object({
    id,
    name: z.string().openapi({ example: "Worming, quarterly" }),
    type: z.enum(REMINDER_TYPES),
    title: z.string(),
    description: recorded.description,
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

/** Planned for a dog, a breeding or a litter. */
export const generatedReminders = answerOf(
  "GeneratedReminders",
  v.object({ created: v.number(), reminders: v.array(reminderShape) }),
  { about: { created: count.openapi({ description: "Newly created reminders" }), reminders: reminder } },
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
