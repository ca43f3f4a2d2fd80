/** Letting go of stored files: one that a backup holds stays until the last backup lets go of it too. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { isOwned } from "../../platform/model/files/storedFiles";

/** Deletes the file of a row that is gone or has another file now, unless a backup holds it or it is gone itself. */
export async function releaseFile(ctx: MutationCtx, storageId: Id<"_storage">): Promise<void> {
  const holder = await ctx.db
    .query("backupFiles")
    .withIndex("by_storage", (q) => q.eq("storageId", storageId))
    .first();
  if (holder !== null) return;
  // A restore may give two photos of one content the same file.
  const photo = await ctx.db
    .query("photos")
    .withIndex("by_full", (q) => q.eq("fullId", storageId))
    .first();
  if (photo === null && (await ctx.db.system.get("_storage", storageId))) {
    await ctx.storage.delete(storageId);
  }
}

/** Lets a backup go of one file, which is deleted when it is nobody else's. */
export async function dropReference(ctx: MutationCtx, { _id, storageId }: Doc<"backupFiles">): Promise<void> {
  await ctx.db.delete("backupFiles", _id);
  const isThere = (await ctx.db.system.get("_storage", storageId)) !== null;
  if (isThere && !(await isOwned(ctx, storageId))) await ctx.storage.delete(storageId);
}
