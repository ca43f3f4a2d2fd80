/**
 * The registered functions of whole series of reminders. The series is identified by its own id or by the id of any
 * of its reminders.
 */
import { v } from "convex/values";
import { internalMutation } from "../platform/functions";
import { seriesMutation } from "./builders";
import { removeDone, removeSeries, updateSeries } from "./model/reminders";
import { reminderChangeArgs, reminderShape } from "./model/reminderShape";

/** Changes the pending occurrence and all later occurrences. */
export const update = seriesMutation({
  permission: "reminders:write",
  args: { ...reminderChangeArgs, expectedUpdatedAt: v.optional(v.number()) },
  returns: reminderShape,
  handler: async (ctx, args) => await updateSeries(ctx, ctx, args),
});

/** Ends the series: removes the future occurrences or, with `isFutureOnly` false, all occurrences. */
export const remove = seriesMutation({
  permission: "reminders:write",
  args: { isFutureOnly: v.boolean(), today: v.string() },
  returns: v.null(),
  handler: async (ctx, args) => await removeSeries(ctx, ctx, args),
});

/** Removes the next completed occurrences of a removed series. */
export const removeRest = internalMutation({
  args: { seriesId: v.id("reminderSeries"), by: v.id("users") },
  returns: v.null(),
  handler: async (ctx, { seriesId, by }) => await removeDone(ctx, seriesId, by),
});
