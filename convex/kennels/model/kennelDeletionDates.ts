/** The dates on which kennels will be deleted. Screens show the date, and some jobs pause until then. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** Returns null if no deletion is pending. */
export const findKennelDeletion = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
): Promise<Doc<"kennelDeletions"> | null> =>
  await ctx.db
    .query("kennelDeletions")
    .withIndex("by_kennel", (q) => q.eq("kennelId", kennelId))
    .unique();

export const deletesAt = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<number | undefined> =>
  (await findKennelDeletion(ctx, kennelId))?.dueAt;
