/** The registered functions of reminders' assignees. */
import { v } from "convex/values";
import { kennelQuery, unrecordedMutation } from "../platform/functions";
import { assigneeShape, listAssignees, releaseAssignee } from "./model/reminderAssignees";

/** The caller is first. */
export const list = kennelQuery({
  permission: "reminders:read",
  args: {},
  returns: v.array(assigneeShape),
  handler: async (ctx) => await listAssignees(ctx, ctx.access),
});

/** The person left the kennel. The history contains only that the person left. */
export const release = unrecordedMutation({
  args: { kennelId: v.id("kennels"), userId: v.id("users") },
  returns: v.null(),
  handler: async (ctx, args) => await releaseAssignee(ctx, args),
});
