/** The rows of restores, and the lock of a kennel while a restore runs. */
import { MAX_PEOPLE_PER_KENNEL } from "../../../domain/kennels/rules";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

export const isActive = ({ state }: Pick<Doc<"restores">, "state">): boolean =>
  state !== "finished" && state !== "failed";

export const newestRestoreOf = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
): Promise<Doc<"restores"> | null> =>
  await ctx.db
    .query("restores")
    .withIndex("by_kennel_and_started", (q) => q.eq("kennelId", kennelId))
    .order("desc")
    .first();

/** The lock prevents other changes of the kennel. */
export async function setLock(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  isRestoring: boolean,
): Promise<void> {
  const memberships = await ctx.db
    .query("memberships")
    .withIndex("by_kennel_and_user", (q) => q.eq("kennelId", kennelId))
    .take(MAX_PEOPLE_PER_KENNEL);
  for (const { _id } of memberships) {
    await ctx.db.patch("memberships", _id, { isRestoring: isRestoring ? true : undefined });
  }
}
