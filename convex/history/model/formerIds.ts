/**
 * Finds the current id of a record by a former id. A deleted record gets a new id when an undo or a backup restores
 * it. Both record the new id here, so that the same record is never restored twice.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

/** A record gets a new id each time it is restored. */
const MAX_HOPS = 50;

/** Returns the same id if the record never got another id. */
export async function newestIdOf(ctx: QueryCtx, kennelId: Id<"kennels">, id: string): Promise<string> {
  let newest = id;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const former = await formerIdOf(ctx, kennelId, newest);
    if (!former) break;
    newest = former.currentId;
  }
  return newest;
}

/** A backup restore since the given time may have restored records that were deleted at that time. */
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

/** If `isRestored` is set, a backup restore may already have saved other ids for the records. */
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

export const formerIdOf = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  formerId: string,
): Promise<Doc<"formerIds"> | null> =>
  await ctx.db
    .query("formerIds")
    .withIndex("by_kennel_and_former", (q) => q.eq("kennelId", kennelId).eq("formerId", formerId))
    .unique();

export async function rememberId(
  ctx: MutationCtx,
  former: Omit<Doc<"formerIds">, "_id" | "_creationTime">,
): Promise<void> {
  const known = await formerIdOf(ctx, former.kennelId, former.formerId);
  if (known) await ctx.db.replace("formerIds", known._id, former);
  else await ctx.db.insert("formerIds", former);
}
