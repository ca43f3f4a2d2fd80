/**
 * The files of deleted records. When a record is deleted, its files get a row here and are kept while the record
 * can be restored. A restored record gets its files back. After that time, the rows and files are permanently
 * deleted.
 */
import { UNDELETE_DAYS } from "../../../../domain/history/changes";
import { internal } from "../../../_generated/api";
import type { Id } from "../../../_generated/dataModel";
import type { MutationCtx } from "../../../_generated/server";
import { settledNow } from "../changes/settledTime";
import { bytesOf } from "./storedBytes";
import { isOwned } from "./storedFiles";

const DAY_MS = 86_400_000;

/** Each file costs one read for every field that may refer to a file. */
const FILE_BATCH = 100;

/** Each part of a deletion has up to half a megabyte. */
const PART_BATCH = 20;

export async function keepFile(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  storageId: Id<"_storage">,
): Promise<void> {
  const bytes = await bytesOf(ctx, storageId);
  await ctx.db.insert("keptFiles", { kennelId, storageId, keptSince: Date.now(), bytes });
}

/** Returns whether the file still exists. */
export async function takeBackFile(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  storageId: Id<"_storage">,
): Promise<boolean> {
  const row = await ctx.db
    .query("keptFiles")
    .withIndex("by_kennel_and_storage", (q) => q.eq("kennelId", kennelId).eq("storageId", storageId))
    .first();
  if (row) await ctx.db.delete("keptFiles", row._id);
  return (await ctx.db.system.get("_storage", storageId)) !== null;
}

/** Deletions before this time can no longer be undone at `now`. */
export const undeleteLimit = (now: number): number => now - UNDELETE_DAYS * DAY_MS;

/** Handles one batch of records and files that can no longer be restored. */
export async function expireDeletions(ctx: MutationCtx): Promise<null> {
  const limit = undeleteLimit(await settledNow(ctx));
  const parts = await ctx.db
    .query("deletions")
    .withIndex("by_at", (q) => q.lt("at", limit))
    .take(PART_BATCH);
  for (const { _id } of parts) await ctx.db.delete("deletions", _id);
  const files = await ctx.db
    .query("keptFiles")
    .withIndex("by_kept", (q) => q.lt("keptSince", limit))
    .take(FILE_BATCH);
  for (const { _id, storageId } of files) {
    await ctx.db.delete("keptFiles", _id);
    // A backup may still contain the file, or a restore may have given it to a record.
    const isStored = (await ctx.db.system.get("_storage", storageId)) !== null;
    if (isStored && !(await isOwned(ctx, storageId))) await ctx.storage.delete(storageId);
  }
  if (parts.length === PART_BATCH || files.length === FILE_BATCH) {
    await ctx.scheduler.runAfter(0, internal.history.history.expire, {});
  }
  return null;
}
