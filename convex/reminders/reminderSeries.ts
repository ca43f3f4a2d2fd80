/**
 * The registered functions of whole series of reminders. A series is identified by its own id or by the id of any
 * of its reminders.
 */
import { v } from "convex/values";
import { internalMutation } from "../platform/functions";
import { seriesMutation } from "./builders";
import { removeDone, removeSeries, updateSeries } from "./model/reminders";
import { reminderChangeArgs, reminderShape } from "./model/reminderShape";

/** The pending occurrence and all later occurrences change. */
export const update = seriesMutation({
  permission: "reminders:write",
  args: { ...reminderChangeArgs, expectedUpdatedAt: v.optional(v.number()) },
  returns: reminderShape,
  handler: async (ctx, args) => await updateSeries(ctx, ctx, args),
});

/** Removes the future occurrences or, with `isFutureOnly` false, all occurrences. */
export const remove = seriesMutation({
  permission: "reminders:write",
  args: { isFutureOnly: v.boolean(), today: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => await removeSeries(ctx, ctx, args),
});

/** The series was removed. Its next completed occurrences are removed here. */
export const removeRest = internalMutation({
  args: { seriesId: v.id("reminderSeries"), by: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { seriesId, by }) => await removeDone(ctx, seriesId, by),
});
