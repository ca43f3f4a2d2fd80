/** The registered functions of reminders: lists, get, create, update, complete, snooze, remove and restore. */
import { v } from "convex/values";
import { UPCOMING_DAYS, MAX_UPCOMING_DAYS } from "../../domain/reminders/rules";
import { dogQuery, kennelMutation, kennelQuery, unrecordedMutation } from "../platform/functions";
import { anyReminderMutation, breedingQuery, litterQuery, reminderMutation, reminderQuery } from "./builders";
import { editShape, listEditsSince } from "../platform/model/changes/edits";
import {
  countReminders,
  describeStatistics,
  listDue,
  listReminders,
  listRemindersOf,
  reminderListArgs,
  reminderPageShape,
  reminderStatisticsShape,
} from "./model/reminderList";
import {
  completeReminder,
  createReminder,
  describeReminder,
  removeReminder,
  restoreReminder,
  snoozeReminder,
  uncompleteReminder,
  updateReminder,
} from "./model/reminders";
import { completionShape, listCompletedByOthers } from "./model/reminderAssignees";
import { newReminderArgs, reminderChangeArgs, reminderShape } from "./model/reminderShape";
import { replanAllNotices } from "./model/reminderNotices";
import { purgeRemoved } from "./model/reminderRows";
import { createRemindersForDogs, remindersForDogsArgs } from "./model/remindersForDogs";

const pageArgs = { page: v.optional(v.number()), limit: v.optional(v.number()), today: v.string() };

/** The reminders in each of the four tabs are counted. */
export const list = kennelQuery({
  permission: "reminders:read",
  args: reminderListArgs,
  returns: reminderPageShape,
  handler: async (ctx, args) => await listReminders(ctx, ctx.access, args),
});

export const counts = kennelQuery({
  permission: "reminders:read",
  args: { today: v.string() },
  returns: reminderPageShape.fields.counts,
  handler: async (ctx, { today }) => await countReminders(ctx, ctx.access.kennelId, today),
});

export const statistics = kennelQuery({
  permission: "reminders:read",
  args: { today: v.string() },
  returns: reminderStatisticsShape,
  handler: async (ctx, { today }) => await describeStatistics(ctx, ctx.access.kennelId, today),
});

/** Returns null if the caller's kennel has no such dog. */
export const ofDog = dogQuery({
  permission: "reminders:read",
  args: pageArgs,
  returns: v.union(reminderPageShape, v.null()),
  handler: async (ctx, args) =>
    ctx.reached && (await listRemindersOf(ctx, { kind: "dog", row: ctx.reached.dog }, args)),
});

/** The reminders of the breeding's litters are included. */
export const ofBreeding = breedingQuery({
  permission: "reminders:read",
  args: pageArgs,
  returns: reminderPageShape,
  handler: async (ctx, args) => await listRemindersOf(ctx, { kind: "breeding", row: ctx.breeding }, args),
});

export const ofLitter = litterQuery({
  permission: "reminders:read",
  args: pageArgs,
  returns: reminderPageShape,
  handler: async (ctx, args) => await listRemindersOf(ctx, { kind: "litter", row: ctx.litter }, args),
});

/** Snoozed reminders are left out. */
export const overdue = kennelQuery({
  permission: "reminders:read",
  args: { today: v.string() },
  returns: v.array(reminderShape),
  handler: async (ctx, { today }) => await listDue(ctx, ctx.access.kennelId, today, { kind: "overdue" }),
});

/** Overdue reminders are left out. */
export const upcoming = kennelQuery({
  permission: "reminders:read",
  args: { today: v.string(), days: v.optional(v.number()) },
  returns: v.array(reminderShape),
  handler: async (ctx, { today, days = UPCOMING_DAYS }) =>
    await listDue(ctx, ctx.access.kennelId, today, {
      kind: "days",
      days: Math.min(Math.max(Math.trunc(days), 0), MAX_UPCOMING_DAYS),
    }),
});

/** A screen may still show these reminders as pending. */
export const completedByOthers = kennelQuery({
  permission: "reminders:read",
  args: { reminderIds: v.array(v.string()) },
  returns: v.array(completionShape),
  handler: async (ctx, { reminderIds }) => await listCompletedByOthers(ctx, ctx.access, reminderIds),
});

export const get = reminderQuery({
  permission: "reminders:read",
  args: {},
  returns: reminderShape,
  handler: async (ctx) => await describeReminder(ctx, ctx.reminder),
});

export const create = kennelMutation({
  permission: "reminders:write",
  args: newReminderArgs,
  returns: reminderShape,
  handler: async (ctx, args) => await createReminder(ctx, ctx.access, args),
});

/** If a dog is missing, no reminder is created, and each missing dog gets a message. */
export const createForDogs = kennelMutation({
  permission: "reminders:write",
  args: remindersForDogsArgs,
  returns: v.array(v.id("reminders")),
  handler: async (ctx, args) => await createRemindersForDogs(ctx, ctx.access, args),
});

/**
 * With `isWholeSeries`, the future occurrences are also changed. Omitted fields stay unchanged; null clears a
 * field.
 */
export const update = reminderMutation({
  permission: "reminders:write",
  args: {
    ...reminderChangeArgs,
    expectedUpdatedAt: v.optional(v.number()),
    isWholeSeries: v.optional(v.boolean()),
  },
  returns: reminderShape,
  handler: async (ctx, { isWholeSeries, ...args }) => await updateReminder(ctx, ctx, args, isWholeSeries),
});

/** If the reminder belongs to a series, the next occurrence is created. */
export const complete = reminderMutation({
  permission: "reminders:write",
  args: { today: v.string(), notes: v.optional(v.union(v.string(), v.null())) },
  returns: reminderShape,
  handler: async (ctx, args) => await completeReminder(ctx, ctx, args),
});

export const uncomplete = reminderMutation({
  permission: "reminders:write",
  args: {},
  returns: reminderShape,
  handler: async (ctx) => await uncompleteReminder(ctx, ctx),
});

/** Null ends the snooze. */
export const snooze = reminderMutation({
  permission: "reminders:write",
  args: { snoozeUntil: v.union(v.string(), v.null()), today: v.string() },
  returns: reminderShape,
  handler: async (ctx, args) => await snoozeReminder(ctx, ctx, args),
});

/** If the reminder belongs to a series, only this occurrence is removed. */
export const remove = reminderMutation({
  permission: "reminders:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removeReminder(ctx, ctx.reminder),
});

export const restore = anyReminderMutation({
  permission: "reminders:write",
  args: {},
  returns: reminderShape,
  handler: async (ctx) => await restoreReminder(ctx, ctx.reminder),
});

/** The newest change is first. */
export const editsSince = reminderQuery({
  permission: "reminders:read",
  args: { since: v.number() },
  returns: v.array(editShape),
  handler: async (ctx, { since }) => await listEditsSince(ctx, ctx.access, ctx.reminder, since),
});

/** Handles one kennel after another. */
export const replan = unrecordedMutation({
  args: { cursor: v.union(v.string(), v.null()) },
  returns: v.null(),
  handler: async (ctx, { cursor }) => await replanAllNotices(ctx, cursor),
});

export const purge = unrecordedMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await purgeRemoved(ctx),
});
