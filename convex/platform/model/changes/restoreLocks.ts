/**
 * Whether a backup is being restored in a kennel. During a restore its members cannot change anything, and
 * automatic work waits.
 */
import type { Id } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";

/** Automatic work waits this long before it checks again. */
export const LOOK_AGAIN_MS = 60_000;

/** A restore marks all memberships of its kennel. */
export async function isLocked(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<boolean> {
  const membership = await ctx.db
    .query("memberships")
    .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId))
    .first();
  return membership?.isRestoring === true;
}
