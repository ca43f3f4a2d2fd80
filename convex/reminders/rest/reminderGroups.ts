/** The REST calls on many reminders: bulk changes, series, templates, and what follows from dogs, breedings and litters. */
import { MAX_BULK_REMINDERS, REMINDER_TYPES } from "../../../domain/constants/reminders";
import { completionNotes, reminderType } from "../../../domain/schemas/reminder";
import { fromTemplateSchema, newReminderTemplateSchema } from "../../../domain/schemas/reminder-template";
import { requiredDay } from "../../../domain/schemas/fields";
import { api } from "../../_generated/api";
import type { ReminderTemplate } from "../model/reminderTemplates";
import {
  answer,
  contract,
  deletedAnswer,
  endpoint,
  idParam,
  jsonBody,
  REFUSALS,
  refusal,
  wrapped,
  type Endpoint,
} from "../../platform/rest/contract";
import {
  exampleReminder,
  newSeriesBody,
  reminderChangeBody,
  reminderIds,
  reminderUpdates,
  tags,
  toReminderFields,
} from "./reminderContracts";
import {
  bulkAnswer,
  generatedAnswer,
  reminderAnswer,
  reminderTemplateAnswer,
  toReminderAnswer,
} from "./reminderEntities";
import {
  kennelOrDefault,
  kennelReference,
  todayForReading,
  todayQuery,
  toVersion,
} from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const write = { tags, "x-permission": "reminders:write" } as const;
const bulk = { tags, "x-permission": "signed in", method: "post" } as const;
const bulkDone = {
  201: answer(wrapped(bulkAnswer), "How many were done, and which were not, with the reason"),
  400: refusal("VALIDATION_FAILED"),
  401: refusal("UNAUTHENTICATED"),
  429: REFUSALS[429],
  503: REFUSALS[503],
};
const atMost = `At most ${MAX_BULK_REMINDERS}; the caller must be allowed to change each`;

export const completeReminders = contract({
  ...bulk,
  operationId: "completeReminders",
  path: "/reminders/bulk-complete",
  summary: "Complete many reminders",
  description: atMost,
  request: {
    query: z.object({ today: todayQuery }),
    body: jsonBody(z.object({ reminderIds, notes: completionNotes }), { reminderIds: ["jd7f3k9m2"] }),
  },
  responses: bulkDone,
});

export const deleteReminders = contract({
  ...bulk,
  operationId: "deleteReminders",
  path: "/reminders/bulk-delete",
  summary: "Delete many reminders",
  description: atMost,
  request: { body: jsonBody(z.object({ reminderIds }), { reminderIds: ["jd7f3k9m2"] }) },
  // Answers of deletions are not wrapped. Source: API-02.
  responses: {
    ...bulkDone,
    201: answer(bulkAnswer, "How many were deleted, and which were not, with the reason"),
  },
});

export const updateReminders = contract({
  ...bulk,
  operationId: "updateReminders",
  path: "/reminders/bulk-update",
  summary: "Change many reminders alike",
  description: atMost,
  request: {
    body: jsonBody(z.object({ reminderIds, updates: reminderUpdates }), {
      reminderIds: ["jd7f3k9m2"],
      updates: { priority: "high" },
    }),
  },
  responses: bulkDone,
});

export const createRecurringReminder = contract({
  ...write,
  operationId: "createRecurringReminder",
  method: "post",
  path: "/reminders/recurring",
  summary: "Start a series; its first reminder waits, each that is completed makes the next",
  request: {
    query: z.object({ today: todayQuery }),
    body: jsonBody(newSeriesBody, { ...exampleReminder, recurring: { frequency: "monthly", interval: 3 } }),
  },
  responses: {
    201: answer(wrapped(reminderAnswer), "The first reminder"),
    ...REFUSALS,
    409: refusal("LIMIT_REACHED"),
  },
});

const seriesParams = z.object({ id: idParam("id", "The series' id, or that of any of its reminders") });

export const updateRecurringReminder = contract({
  ...write,
  operationId: "updateRecurringReminder",
  method: "put",
  path: "/reminders/recurring/{id}",
  summary: "Change the reminder that waits and all that follow it",
  request: {
    params: seriesParams,
    body: jsonBody(reminderChangeBody, { recurring: { frequency: "monthly", interval: 1 } }),
  },
  responses: {
    200: answer(wrapped(reminderAnswer), "The reminder that waits"),
    ...REFUSALS,
    409: refusal("STALE_UPDATE"),
  },
});

export const deleteRecurringReminder = contract({
  ...write,
  operationId: "deleteRecurringReminder",
  method: "delete",
  path: "/reminders/recurring/{id}",
  summary: "End a series: what is ahead goes; completed and overdue reminders stay unless asked otherwise",
  request: {
    params: seriesParams,
    query: z.object({
      deleteFutureOnly: z
        .enum(["true", "false"], { error: "deleteFutureOnly must be true or false" })
        .default("true")
        .openapi({ description: "false deletes completed and overdue ones, too" }),
      today: todayQuery,
    }),
  },
  responses: { 200: answer(deletedAnswer, "The series has ended"), ...REFUSALS },
});

export const listReminderTemplates = contract({
  operationId: "listReminderTemplates",
  method: "get",
  path: "/reminders/templates",
  tags,
  summary: "List the kennel's own templates and the built-in ones",
  "x-permission": "reminders:read",
  request: {
    query: z.object({
      kennelId: kennelReference,
      type: z
        .string()
        .optional()
        .openapi({ enum: ["", ...REMINDER_TYPES], description: "Empty means every type" }),
    }),
  },
  responses: { 200: answer(wrapped(z.array(reminderTemplateAnswer)), "The templates"), ...REFUSALS },
});

const { reminderType: _, ...templateFields } = newReminderTemplateSchema.shape;

export const createReminderTemplate = contract({
  ...write,
  operationId: "createReminderTemplate",
  method: "post",
  path: "/reminders/templates",
  summary: "Make a template",
  request: {
    body: jsonBody(
      z.object({
        kennelId: kennelReference,
        ...templateFields,
        type: reminderType.optional(),
        reminderType: reminderType.optional().openapi({ description: "The same as type, which wins" }),
      }),
      { name: "Worming", type: "medication", title: "Worming", offsetDays: 90 },
    ),
  },
  responses: {
    201: answer(wrapped(reminderTemplateAnswer), "The stored template"),
    ...REFUSALS,
    409: refusal("LIMIT_REACHED"),
  },
});

export const createFromReminderTemplate = contract({
  ...write,
  operationId: "createFromReminderTemplate",
  method: "post",
  path: "/reminders/templates/{id}/create",
  summary: "Make a reminder of a template, due its days after the base date",
  request: {
    params: z.object({ id: idParam("id", "The template's id") }),
    body: jsonBody(fromTemplateSchema.extend({ kennelId: kennelReference }), { baseDate: "2025-06-15" }),
  },
  responses: {
    201: answer(wrapped(reminderAnswer), "The reminder"),
    ...REFUSALS,
    409: refusal("LIMIT_REACHED"),
  },
});

const generated = {
  201: answer(wrapped(generatedAnswer), "What is planned and still waits"),
  ...REFUSALS,
  409: refusal("LIMIT_REACHED"),
};

export const generateVaccinationReminders = contract({
  ...write,
  operationId: "generateVaccinationReminders",
  method: "post",
  path: "/dogs/{id}/generate-vaccination-reminders",
  summary: "Make reminders of a dog's vaccinations still ahead; twice makes no doubles",
  request: {
    params: z.object({ id: idParam("id", "The dog's id") }),
    query: z.object({ today: todayQuery }),
    body: jsonBody(
      z.object({
        vaccineSchedule: z
          .array(
            z.object({
              vaccineName: z.string(),
              dueDate: requiredDay("Due date", "Due date is required"),
            }),
          )
          .optional()
          .openapi({
            description: "Without it, the usual puppy schedule and the boosters of recorded doses",
          }),
      }),
      { vaccineSchedule: [{ vaccineName: "Rabies", dueDate: "2026-06-15" }] },
    ),
  },
  responses: generated,
});

export const generateBreedingReminders = contract({
  ...write,
  operationId: "generateBreedingReminders",
  method: "post",
  path: "/breeding/{id}/generate-reminders",
  summary: "Make reminders of day 28, day 58 and the due date; twice makes no doubles",
  request: { params: z.object({ id: idParam("id", "The breeding's id") }) },
  responses: generated,
});

export const generatePuppyReminders = contract({
  ...write,
  operationId: "generatePuppyReminders",
  method: "post",
  path: "/litters/{id}/generate-puppy-reminders",
  summary: "Make reminders of worming, first vaccination and going home; twice makes no doubles",
  request: { params: z.object({ id: idParam("id", "The litter's id") }) },
  responses: generated,
});

const toTemplateAnswer = ({ reminderType: type, ...template }: ReminderTemplate) => ({ ...template, type });

export const reminderGroupEndpoints: Endpoint[] = [
  endpoint(completeReminders, async (c) => {
    const done = await c.env.runMutation(api.reminders.reminderBulk.complete, {
      ...c.req.valid("json"),
      today: todayForReading(c.req.valid("query").today),
    });
    return c.json({ data: done }, 201);
  }),
  endpoint(deleteReminders, async (c) => {
    return c.json(await c.env.runMutation(api.reminders.reminderBulk.remove, c.req.valid("json")), 201);
  }),
  endpoint(updateReminders, async (c) => {
    const { reminderIds: ids, updates } = c.req.valid("json");
    const done = await c.env.runMutation(api.reminders.reminderBulk.update, {
      reminderIds: ids,
      updates: toReminderFields(updates),
    });
    return c.json({ data: done }, 201);
  }),
  endpoint(createRecurringReminder, async (c) => {
    const { kennelId, ...body } = c.req.valid("json");
    const reminder = await c.env.runMutation(api.reminders.reminders.create, {
      ...toReminderFields(body),
      dueDate: body.dueDate ?? todayForReading(c.req.valid("query").today),
      kennelId: await kennelOrDefault(c.env, kennelId),
    });
    return c.json({ data: toReminderAnswer(reminder) }, 201);
  }),
  endpoint(updateRecurringReminder, async (c) => {
    const { updatedAt, ...body } = c.req.valid("json");
    const reminder = await c.env.runMutation(api.reminders.reminderSeries.update, {
      ...toReminderFields(body),
      seriesId: c.req.valid("param").id,
      expectedUpdatedAt: toVersion(updatedAt),
    });
    return c.json({ data: toReminderAnswer(reminder) }, 200);
  }),
  endpoint(deleteRecurringReminder, async (c) => {
    const { deleteFutureOnly, today } = c.req.valid("query");
    await c.env.runMutation(api.reminders.reminderSeries.remove, {
      seriesId: c.req.valid("param").id,
      isFutureOnly: deleteFutureOnly === "true",
      today: todayForReading(today),
    });
    return c.json({ success: true as const }, 200);
  }),
  endpoint(listReminderTemplates, async (c) => {
    const { kennelId, type } = c.req.valid("query");
    const templates = await c.env.runQuery(api.reminders.reminderTemplates.list, {
      kennelId: await kennelOrDefault(c.env, kennelId),
      type,
    });
    return c.json({ data: templates.map(toTemplateAnswer) }, 200);
  }),
  endpoint(createReminderTemplate, async (c) => {
    const { kennelId, type, ...body } = c.req.valid("json");
    const template = await c.env.runMutation(api.reminders.reminderTemplates.create, {
      ...body,
      reminderType: type ?? body.reminderType,
      kennelId: await kennelOrDefault(c.env, kennelId),
    });
    return c.json({ data: toTemplateAnswer(template) }, 201);
  }),
  endpoint(createFromReminderTemplate, async (c) => {
    const { kennelId, ...body } = c.req.valid("json");
    const reminder = await c.env.runMutation(api.reminders.reminderTemplates.use, {
      ...body,
      templateId: c.req.valid("param").id,
      kennelId: await kennelOrDefault(c.env, kennelId),
    });
    return c.json({ data: toReminderAnswer(reminder) }, 201);
  }),
  endpoint(generateVaccinationReminders, async (c) => {
    const { created, reminders } = await c.env.runMutation(api.reminders.reminderGeneration.forDog, {
      dogId: c.req.valid("param").id,
      ...c.req.valid("json"),
      today: todayForReading(c.req.valid("query").today),
    });
    return c.json({ data: { created, reminders: reminders.map(toReminderAnswer) } }, 201);
  }),
  endpoint(generateBreedingReminders, async (c) => {
    const breedingId = c.req.valid("param").id;
    const { created, reminders } = await c.env.runMutation(api.reminders.reminderGeneration.forBreeding, {
      breedingId,
      today: todayForReading(undefined),
    });
    return c.json({ data: { created, reminders: reminders.map(toReminderAnswer) } }, 201);
  }),
  endpoint(generatePuppyReminders, async (c) => {
    const litterId = c.req.valid("param").id;
    const { created, reminders } = await c.env.runMutation(api.reminders.reminderGeneration.forLitter, {
      litterId,
      today: todayForReading(undefined),
    });
    return c.json({ data: { created, reminders: reminders.map(toReminderAnswer) } }, 201);
  }),
];
