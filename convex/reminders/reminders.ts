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

/** Lists a page of the kennel's reminders with the number of reminders in each of the four tabs. */
export const list = kennelQuery({
  permission: "reminders:read",
  args: reminderListArgs,
  returns: reminderPageShape,
  handler: async (ctx, args) => await listReminders(ctx, ctx.access, args),
});

/** Counts the kennel's reminders by tab. */
export const counts = kennelQuery({
  permission: "reminders:read",
  args: { today: v.string() },
  returns: reminderPageShape.fields.counts,
  handler: async (ctx, { today }) => await countReminders(ctx, ctx.access.kennelId, today),
});

/** Counts the kennel's reminders in total, by state and by type. */
export const statistics = kennelQuery({
  permission: "reminders:read",
  args: { today: v.string() },
  returns: reminderStatisticsShape,
  handler: async (ctx, { today }) => await describeStatistics(ctx, ctx.access.kennelId, today),
});

/** Lists a page of a dog's reminders; null if the caller's kennel has no such dog. */
export const ofDog = dogQuery({
  permission: "reminders:read",
  args: pageArgs,
  returns: v.union(reminderPageShape, v.null()),
  handler: async (ctx, args) =>
    ctx.reached && (await listRemindersOf(ctx, { kind: "dog", row: ctx.reached.dog }, args)),
});

/** Lists a page of a breeding's reminders, including the reminders of its litters. */
export const ofBreeding = breedingQuery({
  permission: "reminders:read",
  args: pageArgs,
  returns: reminderPageShape,
  handler: async (ctx, args) => await listRemindersOf(ctx, { kind: "breeding", row: ctx.breeding }, args),
});

/** Lists a page of a litter's reminders. */
export const ofLitter = litterQuery({
  permission: "reminders:read",
  args: pageArgs,
  returns: reminderPageShape,
  handler: async (ctx, args) => await listRemindersOf(ctx, { kind: "litter", row: ctx.litter }, args),
});

/** Lists overdue reminders, without snoozed reminders. */
export const overdue = kennelQuery({
  permission: "reminders:read",
  args: { today: v.string() },
  returns: v.array(reminderShape),
  handler: async (ctx, { today }) => await listDue(ctx, ctx.access.kennelId, today, { kind: "overdue" }),
});

/** Lists the reminders that are due within a number of days from today, without overdue reminders. */
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

/**
 * Lists the given reminders that other people have completed in the meantime. A screen may still show these
 * reminders as pending.
 */
export const completedByOthers = kennelQuery({
  permission: "reminders:read",
  args: { reminderIds: v.array(v.string()) },
  returns: v.array(completionShape),
  handler: async (ctx, { reminderIds }) => await listCompletedByOthers(ctx, ctx.access, reminderIds),
});

/** Returns one reminder. */
export const get = reminderQuery({
  permission: "reminders:read",
  args: {},
  returns: reminderShape,
  handler: async (ctx) => await describeReminder(ctx, ctx.reminder),
});

/** Creates a reminder. */
export const create = kennelMutation({
  permission: "reminders:write",
  args: newReminderArgs,
  returns: reminderShape,
  handler: async (ctx, args) => await createReminder(ctx, ctx.access, args),
});

/**
 * Creates a reminder for each of many dogs. If a dog is missing, no reminder is created, and each missing dog gets
 * a message.
 */
export const createForDogs = kennelMutation({
  permission: "reminders:write",
  args: remindersForDogsArgs,
  returns: v.array(v.id("reminders")),
  handler: async (ctx, args) => await createRemindersForDogs(ctx, ctx.access, args),
});

/**
 * Changes a reminder and, with `isWholeSeries`, the future occurrences. Omitted fields stay unchanged; null clears
 * a field.
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

/** Completes a reminder. In a series, this creates the next occurrence. */
export const complete = reminderMutation({
  permission: "reminders:write",
  args: { today: v.string(), notes: v.optional(v.union(v.string(), v.null())) },
  returns: reminderShape,
  handler: async (ctx, args) => await completeReminder(ctx, ctx, args),
});

/** Makes a completed reminder pending again. */
export const uncomplete = reminderMutation({
  permission: "reminders:write",
  args: {},
  returns: reminderShape,
  handler: async (ctx) => await uncompleteReminder(ctx, ctx),
});

/** Snoozes a reminder until a date; null ends the snooze. */
export const snooze = reminderMutation({
  permission: "reminders:write",
  args: { snoozeUntil: v.union(v.string(), v.null()), today: v.string() },
  returns: reminderShape,
  handler: async (ctx, args) => await snoozeReminder(ctx, ctx, args),
});

/** Removes a reminder. In a series, only this occurrence is removed. */
export const remove = reminderMutation({
  permission: "reminders:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removeReminder(ctx, ctx.reminder),
});

/** Restores a removed reminder. */
export const restore = anyReminderMutation({
  permission: "reminders:write",
  args: {},
  returns: reminderShape,
  handler: async (ctx) => await restoreReminder(ctx, ctx.reminder),
});

/** Lists the people who changed the reminder after a given version, the newest change first. */
export const editsSince = reminderQuery({
  permission: "reminders:read",
  args: { since: v.number() },
  returns: v.array(editShape),
  handler: async (ctx, { since }) => await listEditsSince(ctx, ctx.access, ctx.reminder, since),
});

/** Recalculates the next notices of all kennels, kennel by kennel. */
export const replan = unrecordedMutation({
  args: { cursor: v.union(v.string(), v.null()) },
  returns: v.null(),
  handler: async (ctx, { cursor }) => await replanAllNotices(ctx, cursor),
});

/** Deletes reminders that were removed long ago. */
export const purge = unrecordedMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await purgeRemoved(ctx),
});
