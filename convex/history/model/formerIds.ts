/**
 * Maps former ids to current records: a deleted record that was brought back, by undo or from a backup, has a new
 * id. Both ways record it here, so that neither brings back what the other already has.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

/** The longest chain of new ids; each return of a record adds one. */
const MAX_HOPS = 50;

/** Returns the current id of a former id; itself if it has no other. */
export async function newestIdOf(ctx: QueryCtx, kennelId: Id<"kennels">, id: string): Promise<string> {
  let newest = id;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const former = await formerIdOf(ctx, kennelId, newest);
    if (!former) break;
    newest = former.currentId;
  }
  return newest;
}

/** Says whether a restore has started since an instant; it may have brought back what was deleted then. */
export async function isRestoredSince(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  since: number,
): Promise<boolean> {
  const restore = await ctx.db
    .query("restores")
    .withIndex("by_kennel_and_started", (q) => q.eq("kennelId", kennelId).gte("startedAt", since))
    .first();
  return restore !== null;
}

/**
 * Records the new ids of restored records; with `isRestored`, a restore may already have recorded others for them.
 */
export async function noteNewIds(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  ids: ReadonlyMap<string, string>,
  isRestored: boolean,
): Promise<void> {
  for (const [formerId, currentId] of ids) {
    const former = { kennelId, formerId, currentId };
    if (isRestored) await rememberId(ctx, former);
    else await ctx.db.insert("formerIds", former);
  }
}

/** Returns the current record of a former id, or null. */
export const formerIdOf = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  formerId: string,
): Promise<Doc<"formerIds"> | null> =>
  await ctx.db
    .query("formerIds")
    .withIndex("by_kennel_and_former", (q) => q.eq("kennelId", kennelId).eq("formerId", formerId))
    .unique();

/** Records the current record of a former id. */
export async function rememberId(
  ctx: MutationCtx,
  former: Omit<Doc<"formerIds">, "_id" | "_creationTime">,
): Promise<void> {
  const known = await formerIdOf(ctx, former.kennelId, former.formerId);
  if (known) await ctx.db.replace("formerIds", known._id, former);
  else await ctx.db.insert("formerIds", former);
}
