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

/** Returns a removal with the kennel's own row, for the copy. */
export const getRemoval = internalQuery({
  args: removalArgs,
  handler: async (ctx, { removalId }) => {
    const removal = await ctx.db.get("kennelRemovals", removalId);
    return removal && { removal, kennel: await ctx.db.get("kennels", removal.kennelId) };
  },
});

/**
 * Reads a page of the kennel's rows of one table for a copy. Rows that a running deletion will delete are left out.
 */
export const readRows = internalQuery({
  args: { kennelId: v.id("kennels"), table: kennelTableValidator, paginationOpts: paginationOptsValidator },
  handler: async (ctx, { kennelId, table, paginationOpts }) => {
    const found = await rowsOf(ctx, table, kennelId).paginate(paginationOpts);
    const orphans = await readOrphans(ctx, kennelId);
    return { ...found, page: found.page.filter((row) => !orphans.has(table, row)) };
  },
});

/** Saves the copy of a deleted kennel to file storage. */
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

/** Records the saved copy and starts deleting. */
export const acceptStoredCopy = unrecordedMutation({
  args: { ...removalArgs, storageId: v.id("_storage") },
  returns: v.null(),
  handler: async (ctx, { removalId, storageId }) => await acceptCopy(ctx, removalId, storageId),
});

/** Deletes the next batch of rows. */
export const purge = unrecordedMutation({
  args: removalArgs,
  returns: v.null(),
  handler: async (ctx, { removalId }) => await purgeKennel(ctx, removalId),
});

/** Starts the deletion of kennels whose date has come, and deletes invitations that expired long ago. */
export const sweepDue = unrecordedMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await sweepKennelDeletions(ctx),
});
