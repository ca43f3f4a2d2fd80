/** The registered functions of whom reminders are for. */
import { v } from "convex/values";
import { kennelQuery, unrecordedMutation } from "../platform/functions";
import { assigneeShape, listAssignees, releaseAssignee } from "./model/reminderAssignees";

/** Lists whom a reminder of the kennel may be for, the caller first. */
export const list = kennelQuery({
  permission: "reminders:read",
  args: {},
  returns: v.array(assigneeShape),
  handler: async (ctx) => await listAssignees(ctx, ctx.access),
});

/** Gives the reminders of a person who left back to everybody; the history tells that they left. */
export const release = unrecordedMutation({
  args: { kennelId: v.id("kennels"), userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, args) => await releaseAssignee(ctx, args),
});
