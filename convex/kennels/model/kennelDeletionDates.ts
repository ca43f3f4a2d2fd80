/** From when on kennels are gone, for whatever shows it or rests until then. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** Finds the wish to delete a kennel; null while it stays. */
export const findKennelDeletion = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
): Promise<Doc<"kennelDeletions"> | null> =>
  await ctx.db
    .query("kennelDeletions")
    .withIndex("by_kennel", (q) => q.eq("kennelId", kennelId))
    .unique();

/** Returns from when on a kennel is gone; undefined while it stays. */
export const deletesAt = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<number | undefined> =>
  (await findKennelDeletion(ctx, kennelId))?.dueAt;
