/** The dates on which kennels will be deleted. Screens show the date, and some jobs pause until then. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** Finds a kennel's pending deletion, or null. */
export const findKennelDeletion = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
): Promise<Doc<"kennelDeletions"> | null> =>
  await ctx.db
    .query("kennelDeletions")
    .withIndex("by_kennel", (q) => q.eq("kennelId", kennelId))
    .unique();

/** Returns when a kennel will be deleted, or undefined. */
export const deletesAt = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<number | undefined> =>
  (await findKennelDeletion(ctx, kennelId))?.dueAt;
