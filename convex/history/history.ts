/** The registered functions of a kennel's history: read the history, undo changes and restore deleted records. */
import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { countedMutation, kennelMutation, kennelQuery } from "../platform/functions";
import { undelete, requireDeletion } from "./model/undelete";
import { changePageShape, pageChanges, pageChangesOf } from "./model/changes";
import { expireDeletions } from "../platform/model/files/keptFiles";
import { requireChange, undoChange, undoOutcomeShape } from "./model/undo";
import { historyTableValidator } from "../platform/tables/changes";

/** Only changes that the caller may read are listed. The newest change is first. */
export const page = kennelQuery({
  permission: "member",
  args: {
    table: v.union(historyTableValidator, v.null()),
    userId: v.union(v.string(), v.null()),
    /** Only changes of this dog and of its records. */
    dogId: v.optional(v.string()),
    areDeletions: v.boolean(),
    areEvents: v.optional(v.boolean()),
    /** Only changes from this time on, and only changes before that time. */
    since: v.optional(v.number()),
    before: v.optional(v.number()),
    now: v.number(),
    paginationOpts: paginationOptsValidator,
  },
  returns: changePageShape,
  handler: async (ctx, asked) => await pageChanges(ctx, ctx.access, asked),
});

/** Changes of the record's parts are included. The newest change is first. */
export const ofRecord = kennelQuery({
  permission: "member",
  args: {
    table: historyTableValidator,
    recordId: v.string(),
    now: v.number(),
    paginationOpts: paginationOptsValidator,
  },
  returns: changePageShape,
  handler: async (ctx, asked) => await pageChangesOf(ctx, ctx.access, asked),
});

/** Needs the right to change records of its kind. */
export const undo = kennelMutation({
  permission: "member",
  args: { changeId: v.string(), today: v.string() },
  returns: undoOutcomeShape,
  handler: async (ctx, asked) => await undoChange(ctx, ctx.access, asked),
});

/** Needs the right to change records of that kind. */
export const bringBack = kennelMutation({
  permission: "member",
  args: { changeId: v.string() },
  returns: v.string(),
  handler: async (ctx, { changeId }) =>
    await undelete(ctx, ctx.access, await requireChange(ctx, ctx.access, changeId)),
});

/** The id is that before the deletion. */
export const bringBackRecord = kennelMutation({
  permission: "member",
  args: { recordId: v.string() },
  returns: v.string(),
  handler: async (ctx, { recordId }) => {
    const changeId = await requireDeletion(ctx, ctx.access, recordId);
    return await undelete(ctx, ctx.access, await requireChange(ctx, ctx.access, changeId));
  },
});

export const expire = countedMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await expireDeletions(ctx),
});
