/** The REST calls on single reminders and their lists. */
import { UPCOMING_DAYS } from "../../../domain/reminders/rules";
import { fail } from "../../../domain/errors";
import { completionNotes, notificationChangesSchema, snoozeSchema } from "../../../domain/reminders/schemas";
import { api } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import {
  fileOf,
  get,
  idParam,
  jsonBody,
  listOf,
  oneOf,
  one,
  pageOf,
  patch,
  type Endpoint,
} from "../../platform/rest/calls";
import { sendMade } from "../../platform/rest/files";
import {
  kennelDayQuery,
  pageQuery,
  readingDay,
  readingDayQuery,
  kennelReference,
} from "../../platform/rest/request";
import { resource } from "../../platform/rest/resource";
import { z } from "../../platform/rest/zod";
import {
  createReminder,
  exampleReminder,
  filterQuery,
  newReminderBody,
  reminderUpdates,
  tags,
  toFilters,
  toReminderFields,
} from "./reminderContracts";
import { reminder, reminderStatisticsAnswer } from "./reminderEntities";

const params = z.object({ id: idParam("id", "The reminder's id") });
const write = { tags, permission: "reminders:write" } as const;
const read = { tags, permission: "reminders:read" } as const;

const dueList = listOf(reminder, "The reminders");
const pageOfReminders = pageOf(reminder, "A page of reminders");
const stored = oneOf(reminder, "The stored reminder");

const pageOfDay = z.object({ ...pageQuery, today: readingDay });
const filteredDay = { ...filterQuery, today: readingDay };

const NEXT_DAYS_OF_WEEK = 6;

const reminders = resource({
  path: "/reminders",
  tags,
  rights: "reminders",
  noun: "reminder",
  id: "reminderId",
  answer: reminder,
});

const upcoming = async (env: ActionCtx, asked: { kennelId: string; today: string; days: number }) =>
  await env.runQuery(api.reminders.reminders.upcoming, asked);

export const reminderEndpoints: Endpoint[] = [
  reminders.list({
    summary: "List a page of reminders: the overdue first, then by day, completed ones at the end",
    query: filteredDay,
    run: async (env, args) => await env.runQuery(api.reminders.reminders.list, toFilters(args)),
  }),
  get("/reminders/export", {
    ...read,
    operationId: "exportReminders",
    summary: "Get all reminders as comma-separated text",
    query: z.object({ kennelId: kennelReference, ...filteredDay }),
    returns: fileOf("The file", "text/csv"),
    run: async ({ env, query }, c) =>
      sendMade(c, await env.runAction(api.reminders.actions.reminderExport.make, toFilters(query))),
  }),
  get("/reminders/statistics", {
    ...read,
    operationId: "getReminderStatistics",
    summary: "Count reminders in total, by state and by type",
    query: kennelDayQuery,
    returns: one(reminderStatisticsAnswer, "The numbers"),
    run: async ({ env, query }) =>
      reminderStatisticsAnswer.parse(await env.runQuery(api.reminders.reminders.statistics, query)),
  }),
  get("/reminders/overdue", {
    ...read,
    operationId: "listOverdueReminders",
    summary: "List overdue reminders, snoozed ones left out",
    query: kennelDayQuery,
    returns: dueList,
    run: async ({ env, query }) => await env.runQuery(api.reminders.reminders.overdue, query),
  }),
  get("/reminders/due-today", {
    ...read,
    operationId: "listRemindersDueToday",
    summary: "List reminders due today",
    query: kennelDayQuery,
    returns: dueList,
    run: async ({ env, query }) => await upcoming(env, { ...query, days: 0 }),
  }),
  get("/reminders/due-this-week", {
    ...read,
    operationId: "listRemindersDueThisWeek",
    summary: "List reminders due in the next seven days, today included",
    query: kennelDayQuery,
    returns: dueList,
    run: async ({ env, query }) => await upcoming(env, { ...query, days: NEXT_DAYS_OF_WEEK }),
  }),
  get("/reminders/upcoming", {
    ...read,
    operationId: "listUpcomingReminders",
    summary: "List reminders due from today on, without overdue ones",
    query: kennelDayQuery.extend({
      days: z.coerce
        .number({ error: "Days must be a whole number from 0" })
        .int("Days must be a whole number from 0")
        .min(0, "Days must be a whole number from 0")
        .default(UPCOMING_DAYS)
        .openapi({ type: "integer", minimum: 0, default: UPCOMING_DAYS }),
    }),
    returns: dueList,
    run: async ({ env, query }) => await upcoming(env, query),
  }),
  get("/dogs/{id}/reminders", {
    ...read,
    operationId: "listRemindersOfDog",
    summary: "List a page of a dog's reminders, pending ones first",
    params: z.object({ id: idParam("id", "The dog's id") }),
    query: pageOfDay,
    returns: pageOfReminders,
    run: async ({ env, params, query }) =>
      (await env.runQuery(api.reminders.reminders.ofDog, { ...query, dogId: params.id })) ??
      fail("NOT_FOUND"),
  }),
  get("/breeding/{id}/reminders", {
    ...read,
    operationId: "listRemindersOfBreeding",
    summary: "List a page of the reminders of a breeding and its litters, pending ones first",
    params: z.object({ id: idParam("id", "The breeding's id") }),
    query: pageOfDay,
    returns: pageOfReminders,
    run: async ({ env, params, query }) =>
      await env.runQuery(api.reminders.reminders.ofBreeding, { ...query, breedingId: params.id }),
  }),
  reminders.get({
    summary: "Get a reminder",
    run: async (env, args) => await env.runQuery(api.reminders.reminders.get, args),
  }),
  reminders.create({
    summary: "Create a reminder",
    query: { today: readingDay },
    body: newReminderBody,
    example: exampleReminder,
    refusals: ["LIMIT_REACHED"],
    run: createReminder,
  }),
  reminders.update({
    summary:
      "Change a reminder, of a series only this one; omitted fields stay unchanged, null or empty ones are cleared",
    body: reminderUpdates,
    example: { priority: "high", dueDate: "2025-06-22" },
    run: async (env, args, body) =>
      await env.runMutation(api.reminders.reminders.update, { ...toReminderFields(body), ...args }),
  }),
  reminders.remove({
    summary: "Delete a reminder; a series continues with its next",
    run: async (env, args) => await env.runMutation(api.reminders.reminders.remove, args),
  }),
  patch("/reminders/{id}/complete", {
    ...write,
    operationId: "completeReminder",
    summary: "Complete a reminder; in a series, this creates the next",
    params,
    query: readingDayQuery,
    body: { content: jsonBody(z.object({ notes: completionNotes }), { notes: "0.5 ml" }).content },
    returns: stored,
    run: async ({ env, params: { id: reminderId }, query, body: { notes } }) =>
      await env.runMutation(api.reminders.reminders.complete, { reminderId, notes, ...query }),
  }),
  patch("/reminders/{id}/uncomplete", {
    ...write,
    operationId: "uncompleteReminder",
    summary: "Make a completed reminder pending again",
    params,
    returns: stored,
    refusals: ["LIMIT_REACHED"],
    run: async ({ env, params }) =>
      await env.runMutation(api.reminders.reminders.uncomplete, { reminderId: params.id }),
  }),
  reminders.step("patch", "/snooze", {
    operationId: "snoozeReminder",
    summary: "Snooze a reminder: until that day it is neither overdue nor due soon",
    query: { today: readingDay },
    body: snoozeSchema,
    example: { snoozeUntil: "2999-12-31" },
    run: async (env, args, body) =>
      await env.runMutation(api.reminders.reminders.snooze, { ...body, ...args }),
  }),
  reminders.step("patch", "/notifications", {
    operationId: "setReminderNotifications",
    summary: "Change how people are notified of a reminder; omitted fields stay unchanged",
    body: notificationChangesSchema,
    example: { sms: true, daysInAdvance: [7, 1] },
    run: async (env, args, notifications) =>
      await env.runMutation(api.reminders.reminders.update, { ...args, notifications }),
  }),
];
