/**
 * The REST calls on many reminders: bulk changes, series, templates, and the reminders of dogs, breedings and
 * litters.
 */
import { MAX_BULK_REMINDERS } from "../../../domain/reminders/rules";
import {
  completionNotes,
  reminderType,
  fromTemplateSchema,
  newReminderTemplateSchema,
} from "../../../domain/reminders/schemas";
import { requiredDay } from "../../../domain/records/parts";
import { api } from "../../_generated/api";
import {
  del,
  get,
  gone,
  idParam,
  jsonBody,
  listOf,
  one,
  oneOf,
  OWN_REFUSALS,
  plain,
  post,
  put,
  type Endpoint,
} from "../../platform/rest/calls";
import { kennelReference, readingDay, readingDayQuery, toVersion } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";
import {
  createReminder,
  exampleReminder,
  newSeriesBody,
  reminderChangeBody,
  reminderIds,
  reminderTypeQuery,
  reminderUpdates,
  tags,
  toReminderFields,
} from "./reminderContracts";
import { bulkAnswer, generatedReminders, reminder, reminderTemplate } from "./reminderEntities";

const write = { tags, permission: "reminders:write" } as const;
const bulk = {
  tags,
  permission: "signed in",
  usualRefusals: OWN_REFUSALS,
  refusals: ["VALIDATION_FAILED"],
} as const;
const bulkDone = one(bulkAnswer, "How many were done, and which were not, with the reason");
const atMost = `At most ${MAX_BULK_REMINDERS}; the caller must be allowed to change each`;

const seriesParams = z.object({ id: idParam("id", "The series' id, or that of any of its reminders") });

const { reminderType: _, ...templateFields } = newReminderTemplateSchema.shape;

const generated = oneOf(generatedReminders, "What is planned and still pending");

export const reminderGroupEndpoints: Endpoint[] = [
  post("/reminders/bulk-complete", {
    ...bulk,
    operationId: "completeReminders",
    summary: "Complete many reminders",
    description: atMost,
    query: readingDayQuery,
    body: jsonBody(z.object({ reminderIds, notes: completionNotes }), { reminderIds: ["jd7f3k9m2"] }),
    returns: bulkDone,
    run: async ({ env, query, body }) =>
      await env.runMutation(api.reminders.reminderBulk.complete, { ...body, ...query }),
  }),
  post("/reminders/bulk-delete", {
    ...bulk,
    operationId: "deleteReminders",
    summary: "Delete many reminders",
    description: atMost,
    body: jsonBody(z.object({ reminderIds }), { reminderIds: ["jd7f3k9m2"] }),
    returns: plain(bulkAnswer, "How many were deleted, and which were not, with the reason"),
    run: async ({ env, body }) => await env.runMutation(api.reminders.reminderBulk.remove, body),
  }),
  post("/reminders/bulk-update", {
    ...bulk,
    operationId: "updateReminders",
    summary: "Change many reminders at once",
    description: atMost,
    body: jsonBody(z.object({ reminderIds, updates: reminderUpdates }), {
      reminderIds: ["jd7f3k9m2"],
      updates: { priority: "high" },
    }),
    returns: bulkDone,
    run: async ({ env, body: { reminderIds: ids, updates } }) =>
      await env.runMutation(api.reminders.reminderBulk.update, {
        reminderIds: ids,
        updates: toReminderFields(updates),
      }),
  }),
  post("/reminders/recurring", {
    ...write,
    operationId: "createRecurringReminder",
    summary: "Start a series; its first reminder is pending, and completing each creates the next",
    query: readingDayQuery,
    body: jsonBody(newSeriesBody, { ...exampleReminder, recurring: { frequency: "monthly", interval: 3 } }),
    returns: oneOf(reminder, "The first reminder"),
    refusals: ["LIMIT_REACHED"],
    run: async ({ env, query, body }) => await createReminder(env, query, body),
  }),
  put("/reminders/recurring/{id}", {
    ...write,
    operationId: "updateRecurringReminder",
    summary: "Change the pending reminder and all that follow it",
    params: seriesParams,
    body: jsonBody(reminderChangeBody, { recurring: { frequency: "monthly", interval: 1 } }),
    returns: oneOf(reminder, "The pending reminder"),
    refusals: ["STALE_UPDATE"],
    run: async ({ env, params, body: { updatedAt, ...body } }) =>
      await env.runMutation(api.reminders.reminderSeries.update, {
        ...toReminderFields(body),
        seriesId: params.id,
        expectedUpdatedAt: toVersion(updatedAt),
      }),
  }),
  del("/reminders/recurring/{id}", {
    ...write,
    operationId: "deleteRecurringReminder",
    summary:
      "End a series: upcoming reminders are deleted; completed and overdue ones stay unless requested otherwise",
    params: seriesParams,
    query: z.object({
      deleteFutureOnly: z
        .enum(["true", "false"], { error: "deleteFutureOnly must be true or false" })
        .default("true")
        .openapi({ description: "false also deletes completed and overdue ones" }),
      today: readingDay,
    }),
    returns: gone("The series has ended"),
    run: async ({ env, params, query: { deleteFutureOnly, today } }) => {
      await env.runMutation(api.reminders.reminderSeries.remove, {
        seriesId: params.id,
        isFutureOnly: deleteFutureOnly === "true",
        today,
      });
    },
  }),
  get("/reminders/templates", {
    operationId: "listReminderTemplates",
    tags,
    permission: "reminders:read",
    summary: "List the kennel's own templates and the built-in ones",
    query: z.object({ kennelId: kennelReference, type: reminderTypeQuery }),
    returns: listOf(reminderTemplate, "The templates"),
    run: async ({ env, query }) => await env.runQuery(api.reminders.reminderTemplates.list, query),
  }),
  post("/reminders/templates", {
    ...write,
    operationId: "createReminderTemplate",
    summary: "Create a template",
    body: jsonBody(
      z.object({
        kennelId: kennelReference,
        ...templateFields,
        type: reminderType.optional(),
        reminderType: reminderType.optional().openapi({ description: "The same as type, which wins" }),
      }),
      { name: "Worming", type: "medication", title: "Worming", offsetDays: 90 },
    ),
    returns: oneOf(reminderTemplate, "The stored template"),
    refusals: ["LIMIT_REACHED"],
    run: async ({ env, body: { type, ...body } }) =>
      await env.runMutation(api.reminders.reminderTemplates.create, {
        ...body,
        reminderType: type ?? body.reminderType,
      }),
  }),
  post("/reminders/templates/{id}/create", {
    ...write,
    operationId: "createFromReminderTemplate",
    summary: "Create a reminder from a template, due its number of days after the base date",
    params: z.object({ id: idParam("id", "The template's id") }),
    body: jsonBody(fromTemplateSchema.extend({ kennelId: kennelReference }), { baseDate: "2025-06-15" }),
    returns: oneOf(reminder, "The reminder"),
    refusals: ["LIMIT_REACHED"],
    run: async ({ env, params, body }) =>
      await env.runMutation(api.reminders.reminderTemplates.use, { ...body, templateId: params.id }),
  }),
  post("/dogs/{id}/generate-vaccination-reminders", {
    ...write,
    operationId: "generateVaccinationReminders",
    summary: "Create reminders for a dog's upcoming vaccinations; a second call creates no duplicates",
    params: z.object({ id: idParam("id", "The dog's id") }),
    query: readingDayQuery,
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
            description: "If omitted, the usual puppy schedule and the boosters of recorded doses",
          }),
      }),
      { vaccineSchedule: [{ vaccineName: "Rabies", dueDate: "2026-06-15" }] },
    ),
    returns: generated,
    refusals: ["LIMIT_REACHED"],
    run: async ({ env, params, query, body }) =>
      await env.runMutation(api.reminders.reminderGeneration.forDog, {
        dogId: params.id,
        ...body,
        ...query,
      }),
  }),
  post("/breeding/{id}/generate-reminders", {
    ...write,
    operationId: "generateBreedingReminders",
    summary: "Create reminders for day 28, day 58 and the due date; a second call creates no duplicates",
    params: z.object({ id: idParam("id", "The breeding's id") }),
    query: readingDayQuery,
    returns: generated,
    refusals: ["LIMIT_REACHED"],
    run: async ({ env, params, query }) =>
      await env.runMutation(api.reminders.reminderGeneration.forBreeding, {
        breedingId: params.id,
        ...query,
      }),
  }),
  post("/litters/{id}/generate-puppy-reminders", {
    ...write,
    operationId: "generatePuppyReminders",
    summary:
      "Create reminders for worming, first vaccination and going home; a second call creates no duplicates",
    params: z.object({ id: idParam("id", "The litter's id") }),
    query: readingDayQuery,
    returns: generated,
    refusals: ["LIMIT_REACHED"],
    run: async ({ env, params, query }) =>
      await env.runMutation(api.reminders.reminderGeneration.forLitter, {
        litterId: params.id,
        ...query,
      }),
  }),
];
