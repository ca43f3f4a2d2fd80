/**
 * The internal steps of deleting a kennel: saving its copy, deleting its rows in batches, and resuming after an
 * interruption.
 */
import { paginationOptsValidator } from "convex/server";
import { v } from "convex/values";
import { internal } from "../_generated/api";
import { internalAction, internalQuery, unrecordedMutation } from "../platform/functions";
import { sweepKennelDeletions } from "./model/kennelDeletions";
import { acceptCopy, purgeKennel } from "./model/kennelRemoval";
import { kennelTableValidator, rowsOf } from "../platform/model/changes/kennelTables";
import { readOrphans } from "../platform/model/changes/cascades";
import { buildCopy } from "./model/kennelCopy";

const removalArgs = { removalId: v.id("kennelRemovals") };

/** The copy needs the kennel's own row. */
export const getRemoval = internalQuery({
  args: removalArgs,
  handler: async (ctx, { removalId }) => {
    const removal = await ctx.db.get("kennelRemovals", removalId);
    return removal && { removal, kennel: await ctx.db.get("kennels", removal.kennelId) };
  },
});

/** Rows that a running deletion will delete are left out. */
export const readRows = internalQuery({
  args: { kennelId: v.id("kennels"), table: kennelTableValidator, paginationOpts: paginationOptsValidator },
  handler: async (ctx, { kennelId, table, paginationOpts }) => {
    const found = await rowsOf(ctx, table, kennelId).paginate(paginationOpts);
    const orphans = await readOrphans(ctx, kennelId);
    return { ...found, page: found.page.filter((row) => !orphans.has(table, row)) };
  },
});

export const saveCopy = internalAction({
  args: removalArgs,
  returns: v.null(),
  handler: async (ctx, { removalId }): Promise<null> => {
    const copy = await buildCopy(ctx, removalId);
    if (copy === null) return null;
    const storageId = await ctx.storage.store(new Blob([copy], { type: "application/json" }));
    return await ctx.runMutation(internal.kennels.kennelRemoval.acceptStoredCopy, { removalId, storageId });
  },
});

/** The rows are deleted only after the copy was saved. */
export const acceptStoredCopy = unrecordedMutation({
  args: { ...removalArgs, storageId: v.id("_storage") },
  returns: v.null(),
  handler: async (ctx, { removalId, storageId }) => await acceptCopy(ctx, removalId, storageId),
});

export const purge = unrecordedMutation({
  args: removalArgs,
  returns: v.null(),
  handler: async (ctx, { removalId }) => await purgeKennel(ctx, removalId),
});

/** Also deletes invitations that expired long ago. */
export const sweepDue = unrecordedMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await sweepKennelDeletions(ctx),
});
