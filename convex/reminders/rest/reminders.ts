/** The REST calls on single reminders and their lists: each is one call to the web app's function. */
import { UPCOMING_DAYS } from "../../../domain/constants/reminders";
import { fail } from "../../../domain/errors";
import { completionNotes, notificationChangesSchema, snoozeSchema } from "../../../domain/schemas/reminder";
import { api } from "../../_generated/api";
import {
  jsonBody,
  one,
  pageOf,
  gone,
  fileOf,
  idParam,
  get,
  post,
  put,
  patch,
  del,
  type Endpoint,
} from "../../platform/rest/calls";
import { sendMade } from "../../platform/rest/files";
import {
  exampleReminder,
  filterQuery,
  newReminderBody,
  reminderChangeBody,
  tags,
  toFilters,
  toReminderFields,
} from "./reminderContracts";
import { reminderAnswer, reminderStatisticsAnswer, toReminderAnswer } from "./reminderEntities";
import {
  kennelOrDefault,
  kennelReference,
  pageQuery,
  todayForReading,
  todayQuery,
  toVersion,
} from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";

const params = z.object({ id: idParam("id", "The reminder's id") });
const oneReminder = one(reminderAnswer, "The stored reminder");
const kennelDay = z.object({ kennelId: kennelReference, today: todayQuery });
const write = { tags, permission: "reminders:write" } as const;
const read = { tags, permission: "reminders:read" } as const;

const dueList = one(z.array(reminderAnswer), "The reminders");

const pageOfDay = z.object({ ...pageQuery, today: todayQuery });

const NEXT_DAYS_OF_WEEK = 6;

export const reminderEndpoints: Endpoint[] = [
  get("/reminders", {
    ...read,
    operationId: "listReminders",
    summary: "List a page of reminders: the overdue first, then by day, completed ones at the end",
    query: z.object({ ...pageQuery, kennelId: kennelReference, ...filterQuery, today: todayQuery }),
    returns: pageOf(reminderAnswer, "A page of reminders"),
    run: async ({ env, query: { kennelId, today, ...query } }) => {
      const { data, pagination } = await env.runQuery(api.reminders.reminders.list, {
        ...toFilters(query),
        kennelId: await kennelOrDefault(env, kennelId),
        today: todayForReading(today),
      });
      return { data: data.map(toReminderAnswer), pagination };
    },
  }),
  get("/reminders/export", {
    ...read,
    operationId: "exportReminders",
    summary: "Get all reminders as comma-separated text",
    query: z.object({ kennelId: kennelReference, ...filterQuery, today: todayQuery }),
    returns: fileOf("The file", "text/csv"),
    run: async ({ env, query: { kennelId, today, ...query } }, c) => {
      const file = await env.runAction(api.reminders.actions.reminderExport.make, {
        ...toFilters(query),
        kennelId: await kennelOrDefault(env, kennelId),
        today: todayForReading(today),
      });
      return sendMade(c, file);
    },
  }),
  get("/reminders/statistics", {
    ...read,
    operationId: "getReminderStatistics",
    summary: "Count reminders in total, by state and by type",
    query: kennelDay,
    returns: one(reminderStatisticsAnswer, "The numbers"),
    run: async ({ env, query: { kennelId, today } }) => {
      const statistics = await env.runQuery(api.reminders.reminders.statistics, {
        kennelId: await kennelOrDefault(env, kennelId),
        today: todayForReading(today),
      });
      return reminderStatisticsAnswer.parse(statistics);
    },
  }),
  get("/reminders/overdue", {
    ...read,
    operationId: "listOverdueReminders",
    summary: "List overdue reminders, snoozed ones left out",
    query: kennelDay,
    returns: dueList,
    run: async ({ env, query: { kennelId, today } }) => {
      const reminders = await env.runQuery(api.reminders.reminders.overdue, {
        kennelId: await kennelOrDefault(env, kennelId),
        today: todayForReading(today),
      });
      return reminders.map(toReminderAnswer);
    },
  }),
  get("/reminders/due-today", {
    ...read,
    operationId: "listRemindersDueToday",
    summary: "List reminders due today",
    query: kennelDay,
    returns: dueList,
    run: async ({ env, query: { kennelId, today } }) => {
      const reminders = await env.runQuery(api.reminders.reminders.upcoming, {
        kennelId: await kennelOrDefault(env, kennelId),
        today: todayForReading(today),
        days: 0,
      });
      return reminders.map(toReminderAnswer);
    },
  }),
  get("/reminders/due-this-week", {
    ...read,
    operationId: "listRemindersDueThisWeek",
    summary: "List reminders due in the next seven days, today included",
    query: kennelDay,
    returns: dueList,
    run: async ({ env, query: { kennelId, today } }) => {
      const reminders = await env.runQuery(api.reminders.reminders.upcoming, {
        kennelId: await kennelOrDefault(env, kennelId),
        today: todayForReading(today),
        days: NEXT_DAYS_OF_WEEK,
      });
      return reminders.map(toReminderAnswer);
    },
  }),
  get("/reminders/upcoming", {
    ...read,
    operationId: "listUpcomingReminders",
    summary: "List reminders due from today on, without overdue ones",
    query: kennelDay.extend({
      days: z.coerce
        .number({ error: "Days must be a whole number from 0" })
        .int("Days must be a whole number from 0")
        .min(0, "Days must be a whole number from 0")
        .default(UPCOMING_DAYS)
        .openapi({ type: "integer", minimum: 0, default: UPCOMING_DAYS }),
    }),
    returns: dueList,
    run: async ({ env, query: { kennelId, today, days } }) => {
      const reminders = await env.runQuery(api.reminders.reminders.upcoming, {
        kennelId: await kennelOrDefault(env, kennelId),
        today: todayForReading(today),
        days,
      });
      return reminders.map(toReminderAnswer);
    },
  }),
  get("/dogs/{id}/reminders", {
    ...read,
    operationId: "listRemindersOfDog",
    summary: "List a page of a dog's reminders, pending ones first",
    params: z.object({ id: idParam("id", "The dog's id") }),
    query: pageOfDay,
    returns: pageOf(reminderAnswer, "A page of reminders"),
    run: async ({ env, params, query: { today, ...page } }) => {
      const dogId = params.id;
      const listed = await env.runQuery(api.reminders.reminders.ofDog, {
        ...page,
        dogId,
        today: todayForReading(today),
      });
      const { data, pagination } = listed ?? fail("NOT_FOUND");
      return { data: data.map(toReminderAnswer), pagination };
    },
  }),
  get("/breeding/{id}/reminders", {
    ...read,
    operationId: "listRemindersOfBreeding",
    summary: "List a page of the reminders of a breeding and its litters, pending ones first",
    params: z.object({ id: idParam("id", "The breeding's id") }),
    query: pageOfDay,
    returns: pageOf(reminderAnswer, "A page of reminders"),
    run: async ({ env, params, query: { today, ...page } }) => {
      const { data, pagination } = await env.runQuery(api.reminders.reminders.ofBreeding, {
        ...page,
        breedingId: params.id,
        today: todayForReading(today),
      });
      return { data: data.map(toReminderAnswer), pagination };
    },
  }),
  get("/reminders/{id}", {
    ...read,
    operationId: "getReminder",
    summary: "Get a reminder",
    params,
    returns: one(reminderAnswer, "The reminder"),
    run: async ({ env, params }) => {
      const reminder = await env.runQuery(api.reminders.reminders.get, {
        reminderId: params.id,
      });
      return toReminderAnswer(reminder);
    },
  }),
  post("/reminders", {
    ...write,
    operationId: "createReminder",
    summary: "Create a reminder",
    query: z.object({ today: todayQuery }),
    body: jsonBody(newReminderBody, exampleReminder),
    returns: one(reminderAnswer, "The stored reminder"),
    refusals: ["LIMIT_REACHED"],
    run: async ({ env, query, body: { kennelId, ...body } }) => {
      const reminder = await env.runMutation(api.reminders.reminders.create, {
        ...toReminderFields(body),
        dueDate: body.dueDate ?? todayForReading(query.today),
        kennelId: await kennelOrDefault(env, kennelId),
      });
      return toReminderAnswer(reminder);
    },
  }),
  put("/reminders/{id}", {
    ...write,
    operationId: "updateReminder",
    summary:
      "Change a reminder, of a series only this one; omitted fields stay unchanged, null or empty ones are cleared",
    params,
    body: jsonBody(reminderChangeBody, { priority: "high", dueDate: "2025-06-22" }),
    returns: one(reminderAnswer, "The stored reminder"),
    refusals: ["STALE_UPDATE"],
    run: async ({ env, params, body: { updatedAt, ...body } }) => {
      const reminder = await env.runMutation(api.reminders.reminders.update, {
        ...toReminderFields(body),
        reminderId: params.id,
        expectedUpdatedAt: toVersion(updatedAt),
      });
      return toReminderAnswer(reminder);
    },
  }),
  del("/reminders/{id}", {
    ...write,
    operationId: "deleteReminder",
    summary: "Delete a reminder; a series continues with its next",
    params,
    returns: gone("The reminder was deleted"),
    run: async ({ env, params }) => {
      await env.runMutation(api.reminders.reminders.remove, { reminderId: params.id });
    },
  }),
  patch("/reminders/{id}/complete", {
    ...write,
    operationId: "completeReminder",
    summary: "Complete a reminder; in a series, this creates the next",
    params,
    query: z.object({ today: todayQuery }),
    body: { content: jsonBody(z.object({ notes: completionNotes }), { notes: "0.5 ml" }).content },
    returns: oneReminder,
    run: async ({ env, params, query, body }) => {
      const reminder = await env.runMutation(api.reminders.reminders.complete, {
        reminderId: params.id,
        notes: body.notes,
        today: todayForReading(query.today),
      });
      return toReminderAnswer(reminder);
    },
  }),
  patch("/reminders/{id}/uncomplete", {
    ...write,
    operationId: "uncompleteReminder",
    summary: "Make a completed reminder pending again",
    params,
    returns: one(reminderAnswer, "The stored reminder"),
    refusals: ["LIMIT_REACHED"],
    run: async ({ env, params }) => {
      const reminder = await env.runMutation(api.reminders.reminders.uncomplete, {
        reminderId: params.id,
      });
      return toReminderAnswer(reminder);
    },
  }),
  patch("/reminders/{id}/snooze", {
    ...write,
    operationId: "snoozeReminder",
    summary: "Snooze a reminder: until that day it is neither overdue nor due soon",
    params,
    query: z.object({ today: todayQuery }),
    body: jsonBody(snoozeSchema, { snoozeUntil: "2999-12-31" }),
    returns: oneReminder,
    run: async ({ env, params, query, body }) => {
      const reminder = await env.runMutation(api.reminders.reminders.snooze, {
        reminderId: params.id,
        ...body,
        today: todayForReading(query.today),
      });
      return toReminderAnswer(reminder);
    },
  }),
  patch("/reminders/{id}/notifications", {
    ...write,
    operationId: "setReminderNotifications",
    summary: "Change how people are notified of a reminder; omitted fields stay unchanged",
    params,
    body: jsonBody(notificationChangesSchema, { sms: true, daysInAdvance: [7, 1] }),
    returns: oneReminder,
    run: async ({ env, params, body }) => {
      const reminder = await env.runMutation(api.reminders.reminders.update, {
        reminderId: params.id,
        notifications: body,
      });
      return toReminderAnswer(reminder);
    },
  }),
];
