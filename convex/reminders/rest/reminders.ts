/** The REST calls on single reminders and their lists: contracts and handlers, each one call to the web app's function. */
import { UPCOMING_DAYS } from "../../../domain/constants/reminders";
import { fail } from "../../../domain/errors";
import { completionNotes, notificationChangesSchema, snoozeSchema } from "../../../domain/schemas/reminder";
import { api } from "../../_generated/api";
import {
  answer,
  contract,
  deletedAnswer,
  endpoint,
  idParam,
  jsonBody,
  paged,
  REFUSALS,
  refusal,
  wrapped,
  type Endpoint,
} from "../../platform/rest/contract";
import { dispositionOf } from "../../platform/rest/files";
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
const oneReminder = { 200: answer(wrapped(reminderAnswer), "The stored reminder"), ...REFUSALS };
const kennelDay = z.object({ kennelId: kennelReference, today: todayQuery });
const write = { tags, "x-permission": "reminders:write" } as const;
const read = { tags, "x-permission": "reminders:read" } as const;

export const listReminders = contract({
  ...read,
  operationId: "listReminders",
  method: "get",
  path: "/reminders",
  summary: "List a page of reminders: the overdue first, then by day, completed ones at the end",
  request: {
    query: z.object({ ...pageQuery, kennelId: kennelReference, ...filterQuery, today: todayQuery }),
  },
  responses: { 200: answer(paged(reminderAnswer), "A page of reminders"), ...REFUSALS },
});

export const getReminder = contract({
  ...read,
  operationId: "getReminder",
  method: "get",
  path: "/reminders/{id}",
  summary: "Get a reminder",
  request: { params },
  responses: { 200: answer(wrapped(reminderAnswer), "The reminder"), ...REFUSALS },
});

export const createReminder = contract({
  ...write,
  operationId: "createReminder",
  method: "post",
  path: "/reminders",
  summary: "Make a reminder",
  request: { query: z.object({ today: todayQuery }), body: jsonBody(newReminderBody, exampleReminder) },
  responses: {
    201: answer(wrapped(reminderAnswer), "The stored reminder"),
    ...REFUSALS,
    409: refusal("LIMIT_REACHED"),
  },
});

export const updateReminder = contract({
  ...write,
  operationId: "updateReminder",
  method: "put",
  path: "/reminders/{id}",
  summary:
    "Change a reminder, of a series this one alone; absent fields stay, null or empty ones are cleared",
  request: { params, body: jsonBody(reminderChangeBody, { priority: "high", dueDate: "2025-06-22" }) },
  responses: {
    200: answer(wrapped(reminderAnswer), "The stored reminder"),
    ...REFUSALS,
    409: refusal("STALE_UPDATE"),
  },
});

export const deleteReminder = contract({
  ...write,
  operationId: "deleteReminder",
  method: "delete",
  path: "/reminders/{id}",
  summary: "Delete a reminder; a series goes on with its next",
  request: { params },
  responses: { 200: answer(deletedAnswer, "The reminder is gone"), ...REFUSALS },
});

export const completeReminder = contract({
  ...write,
  operationId: "completeReminder",
  method: "patch",
  path: "/reminders/{id}/complete",
  summary: "Complete a reminder; one of a series makes the next",
  request: {
    params,
    query: z.object({ today: todayQuery }),
    body: { content: jsonBody(z.object({ notes: completionNotes }), { notes: "0.5 ml" }).content },
  },
  responses: oneReminder,
});

export const uncompleteReminder = contract({
  ...write,
  operationId: "uncompleteReminder",
  method: "patch",
  path: "/reminders/{id}/uncomplete",
  summary: "Make a completed reminder pending again",
  request: { params },
  responses: {
    200: answer(wrapped(reminderAnswer), "The stored reminder"),
    ...REFUSALS,
    409: refusal("LIMIT_REACHED"),
  },
});

export const snoozeReminder = contract({
  ...write,
  operationId: "snoozeReminder",
  method: "patch",
  path: "/reminders/{id}/snooze",
  summary: "Let a reminder rest: until that day it is neither overdue nor due soon",
  request: {
    params,
    query: z.object({ today: todayQuery }),
    body: jsonBody(snoozeSchema, { snoozeUntil: "2999-12-31" }),
  },
  responses: oneReminder,
});

export const setReminderNotifications = contract({
  ...write,
  operationId: "setReminderNotifications",
  method: "patch",
  path: "/reminders/{id}/notifications",
  summary: "Change how a reminder is notified; absent fields stay",
  request: { params, body: jsonBody(notificationChangesSchema, { sms: true, daysInAdvance: [7, 1] }) },
  responses: oneReminder,
});

const dueList = { 200: answer(wrapped(z.array(reminderAnswer)), "The reminders"), ...REFUSALS };

export const listOverdueReminders = contract({
  ...read,
  operationId: "listOverdueReminders",
  method: "get",
  path: "/reminders/overdue",
  summary: "List overdue reminders, snoozed ones left out",
  request: { query: kennelDay },
  responses: dueList,
});

export const listRemindersDueToday = contract({
  ...read,
  operationId: "listRemindersDueToday",
  method: "get",
  path: "/reminders/due-today",
  summary: "List reminders due today",
  request: { query: kennelDay },
  responses: dueList,
});

export const listRemindersDueThisWeek = contract({
  ...read,
  operationId: "listRemindersDueThisWeek",
  method: "get",
  path: "/reminders/due-this-week",
  summary: "List reminders due in the next seven days, today included",
  request: { query: kennelDay },
  responses: dueList,
});

export const listUpcomingReminders = contract({
  ...read,
  operationId: "listUpcomingReminders",
  method: "get",
  path: "/reminders/upcoming",
  summary: "List reminders due from today on, without overdue ones",
  request: {
    query: kennelDay.extend({
      days: z.coerce
        .number({ error: "Days must be a whole number from 0" })
        .int("Days must be a whole number from 0")
        .min(0, "Days must be a whole number from 0")
        .default(UPCOMING_DAYS)
        .openapi({ type: "integer", minimum: 0, default: UPCOMING_DAYS }),
    }),
  },
  responses: dueList,
});

const pageOfDay = z.object({ ...pageQuery, today: todayQuery });

export const listRemindersOfDog = contract({
  ...read,
  operationId: "listRemindersOfDog",
  method: "get",
  path: "/dogs/{id}/reminders",
  summary: "List a page of a dog's reminders, pending ones first",
  request: { params: z.object({ id: idParam("id", "The dog's id") }), query: pageOfDay },
  responses: { 200: answer(paged(reminderAnswer), "A page of reminders"), ...REFUSALS },
});

export const listRemindersOfBreeding = contract({
  ...read,
  operationId: "listRemindersOfBreeding",
  method: "get",
  path: "/breeding/{id}/reminders",
  summary: "List a page of the reminders of a breeding and its litters, pending ones first",
  request: { params: z.object({ id: idParam("id", "The breeding's id") }), query: pageOfDay },
  responses: { 200: answer(paged(reminderAnswer), "A page of reminders"), ...REFUSALS },
});

export const getReminderStatistics = contract({
  ...read,
  operationId: "getReminderStatistics",
  method: "get",
  path: "/reminders/statistics",
  summary: "Count reminders in all, by state and by type",
  request: { query: kennelDay },
  responses: { 200: answer(wrapped(reminderStatisticsAnswer), "The numbers"), ...REFUSALS },
});

export const exportReminders = contract({
  ...read,
  operationId: "exportReminders",
  method: "get",
  path: "/reminders/export",
  summary: "Get all reminders as comma-separated text",
  request: { query: z.object({ kennelId: kennelReference, ...filterQuery, today: todayQuery }) },
  responses: {
    200: {
      description: "The file",
      content: { "text/csv": { schema: z.string().openapi({ format: "binary" }) } },
    },
    ...REFUSALS,
  },
});

const NEXT_DAYS_OF_WEEK = 6;

export const reminderEndpoints: Endpoint[] = [
  endpoint(listReminders, async (c) => {
    const { kennelId, today, ...query } = c.req.valid("query");
    const { data, pagination } = await c.env.runQuery(api.reminders.reminders.list, {
      ...toFilters(query),
      kennelId: await kennelOrDefault(c.env, kennelId),
      today: todayForReading(today),
    });
    return c.json({ data: { data: data.map(toReminderAnswer), pagination } }, 200);
  }),
  endpoint(exportReminders, async (c) => {
    const { kennelId, today, ...query } = c.req.valid("query");
    const { fileName, type, content } = await c.env.runAction(api.reminders.actions.reminderExport.make, {
      ...toFilters(query),
      kennelId: await kennelOrDefault(c.env, kennelId),
      today: todayForReading(today),
    });
    return c.body(content, 200, {
      "Content-Type": type,
      "Content-Disposition": dispositionOf(fileName, false),
      "X-Content-Type-Options": "nosniff",
    });
  }),
  endpoint(getReminderStatistics, async (c) => {
    const { kennelId, today } = c.req.valid("query");
    const statistics = await c.env.runQuery(api.reminders.reminders.statistics, {
      kennelId: await kennelOrDefault(c.env, kennelId),
      today: todayForReading(today),
    });
    return c.json({ data: reminderStatisticsAnswer.parse(statistics) }, 200);
  }),
  endpoint(listOverdueReminders, async (c) => {
    const { kennelId, today } = c.req.valid("query");
    const reminders = await c.env.runQuery(api.reminders.reminders.overdue, {
      kennelId: await kennelOrDefault(c.env, kennelId),
      today: todayForReading(today),
    });
    return c.json({ data: reminders.map(toReminderAnswer) }, 200);
  }),
  ...(
    [
      [listRemindersDueToday, 0],
      [listRemindersDueThisWeek, NEXT_DAYS_OF_WEEK],
    ] as const
  ).map(([list, days]) =>
    endpoint(list, async (c) => {
      const { kennelId, today } = c.req.valid("query");
      const reminders = await c.env.runQuery(api.reminders.reminders.upcoming, {
        kennelId: await kennelOrDefault(c.env, kennelId),
        today: todayForReading(today),
        days,
      });
      return c.json({ data: reminders.map(toReminderAnswer) }, 200);
    }),
  ),
  endpoint(listUpcomingReminders, async (c) => {
    const { kennelId, today, days } = c.req.valid("query");
    const reminders = await c.env.runQuery(api.reminders.reminders.upcoming, {
      kennelId: await kennelOrDefault(c.env, kennelId),
      today: todayForReading(today),
      days,
    });
    return c.json({ data: reminders.map(toReminderAnswer) }, 200);
  }),
  endpoint(listRemindersOfDog, async (c) => {
    const { today, ...page } = c.req.valid("query");
    const dogId = c.req.valid("param").id;
    const listed = await c.env.runQuery(api.reminders.reminders.ofDog, {
      ...page,
      dogId,
      today: todayForReading(today),
    });
    const { data, pagination } = listed ?? fail("NOT_FOUND");
    return c.json({ data: { data: data.map(toReminderAnswer), pagination } }, 200);
  }),
  endpoint(listRemindersOfBreeding, async (c) => {
    const { today, ...page } = c.req.valid("query");
    const { data, pagination } = await c.env.runQuery(api.reminders.reminders.ofBreeding, {
      ...page,
      breedingId: c.req.valid("param").id,
      today: todayForReading(today),
    });
    return c.json({ data: { data: data.map(toReminderAnswer), pagination } }, 200);
  }),
  endpoint(getReminder, async (c) => {
    const reminder = await c.env.runQuery(api.reminders.reminders.get, {
      reminderId: c.req.valid("param").id,
    });
    return c.json({ data: toReminderAnswer(reminder) }, 200);
  }),
  endpoint(createReminder, async (c) => {
    const { kennelId, ...body } = c.req.valid("json");
    const reminder = await c.env.runMutation(api.reminders.reminders.create, {
      ...toReminderFields(body),
      dueDate: body.dueDate ?? todayForReading(c.req.valid("query").today),
      kennelId: await kennelOrDefault(c.env, kennelId),
    });
    return c.json({ data: toReminderAnswer(reminder) }, 201);
  }),
  endpoint(updateReminder, async (c) => {
    const { updatedAt, ...body } = c.req.valid("json");
    const reminder = await c.env.runMutation(api.reminders.reminders.update, {
      ...toReminderFields(body),
      reminderId: c.req.valid("param").id,
      expectedUpdatedAt: toVersion(updatedAt),
    });
    return c.json({ data: toReminderAnswer(reminder) }, 200);
  }),
  endpoint(deleteReminder, async (c) => {
    await c.env.runMutation(api.reminders.reminders.remove, { reminderId: c.req.valid("param").id });
    return c.json({ success: true as const }, 200);
  }),
  endpoint(completeReminder, async (c) => {
    const reminder = await c.env.runMutation(api.reminders.reminders.complete, {
      reminderId: c.req.valid("param").id,
      notes: c.req.valid("json").notes,
      today: todayForReading(c.req.valid("query").today),
    });
    return c.json({ data: toReminderAnswer(reminder) }, 200);
  }),
  endpoint(uncompleteReminder, async (c) => {
    const reminder = await c.env.runMutation(api.reminders.reminders.uncomplete, {
      reminderId: c.req.valid("param").id,
    });
    return c.json({ data: toReminderAnswer(reminder) }, 200);
  }),
  endpoint(snoozeReminder, async (c) => {
    const reminder = await c.env.runMutation(api.reminders.reminders.snooze, {
      reminderId: c.req.valid("param").id,
      ...c.req.valid("json"),
      today: todayForReading(c.req.valid("query").today),
    });
    return c.json({ data: toReminderAnswer(reminder) }, 200);
  }),
  endpoint(setReminderNotifications, async (c) => {
    const reminder = await c.env.runMutation(api.reminders.reminders.update, {
      reminderId: c.req.valid("param").id,
      notifications: c.req.valid("json"),
    });
    return c.json({ data: toReminderAnswer(reminder) }, 200);
  }),
];
