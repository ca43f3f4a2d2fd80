/**
 * Which record a former id stands for now: one that was deleted and came back, from its deletion or from a backup, has
 * a new id. Both ways back note it here, so that neither brings back twice what the other has brought back already.
 */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

/** New ids that follow each other; each return of a record adds one. */
const MAX_HOPS = 50;

/** Returns the newest id of what an id stood for; itself when it has no other. */
export async function newestIdOf(ctx: QueryCtx, kennelId: Id<"kennels">, id: string): Promise<string> {
  let newest = id;
  for (let hop = 0; hop < MAX_HOPS; hop += 1) {
    const former = await formerIdOf(ctx, kennelId, newest);
    if (!former) break;
    newest = former.currentId;
  }
  return newest;
}

/** Says whether a restore has begun since an instant, which may have brought back what was deleted then. */
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

/** Notes the new ids of records that came back; with `isRestored`, a restore may have noted others for them before. */
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

/** Returns the note of which record a former id stands for; null without any. */
export const formerIdOf = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  formerId: string,
): Promise<Doc<"formerIds"> | null> =>
  await ctx.db
    .query("formerIds")
    .withIndex("by_kennel_and_former", (q) => q.eq("kennelId", kennelId).eq("formerId", formerId))
    .unique();

/** Notes down which record a former id stands for from now on. */
export async function rememberId(
  ctx: MutationCtx,
  former: Omit<Doc<"formerIds">, "_id" | "_creationTime">,
): Promise<void> {
  const known = await formerIdOf(ctx, former.kennelId, former.formerId);
  if (known) await ctx.db.replace("formerIds", known._id, former);
  else await ctx.db.insert("formerIds", former);
}
