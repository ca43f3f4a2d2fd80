/**
 * The registered functions that change many reminders. Each function checks the caller's right to every reminder.
 */
import { v } from "convex/values";
import { userMutation } from "../platform/functions";
import {
  bulkShape,
  completeMany,
  removeMany,
  restoreMany,
  uncompleteMany,
  updateMany,
} from "./model/reminderBulk";
import { reminderChangeArgs } from "./model/reminderShape";

const reminderIds = v.array(v.string());

export const complete = userMutation({
  forKeys: true,
  args: { reminderIds, today: v.string(), notes: v.optional(v.union(v.string(), v.null())) },
  returns: bulkShape,
  handler: async (ctx, { reminderIds: ids, ...args }) => await completeMany(ctx, ids, args),
});

export const uncomplete = userMutation({
  forKeys: true,
  args: { reminderIds },
  returns: bulkShape,
  handler: async (ctx, { reminderIds: ids }) => await uncompleteMany(ctx, ids),
});

export const remove = userMutation({
  forKeys: true,
  args: { reminderIds },
  returns: bulkShape,
  handler: async (ctx, { reminderIds: ids }) => await removeMany(ctx, ids),
});

export const restore = userMutation({
  forKeys: true,
  args: { reminderIds },
  returns: bulkShape,
  handler: async (ctx, { reminderIds: ids }) => await restoreMany(ctx, ids),
});

export const update = userMutation({
  forKeys: true,
  args: { reminderIds, updates: v.object(reminderChangeArgs) },
  returns: bulkShape,
  handler: async (ctx, { reminderIds: ids, updates }) => await updateMany(ctx, ids, updates),
});
