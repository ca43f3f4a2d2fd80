/** Whether a kennel is being restored: then its people change nothing, and what works by itself waits. */
import type { Id } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";

/** How long what works by itself waits before it looks again. */
export const LOOK_AGAIN_MS = 60_000;

/** Says whether a kennel is being restored, which a restore writes at all of its people. */
export async function isLocked(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<boolean> {
  const membership = await ctx.db
    .query("memberships")
    .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId))
    .first();
  return membership?.isRestoring === true;
}
