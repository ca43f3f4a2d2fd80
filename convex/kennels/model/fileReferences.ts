/** Releases stored files. A file that backups use is kept until the last backup releases it. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { isOwned } from "../../platform/model/files/storedFiles";

/** Does nothing for a file that a backup uses or that is already deleted. */
export async function releaseFile(ctx: MutationCtx, storageId: Id<"_storage">): Promise<void> {
  const holder = await ctx.db
    .query("backupFiles")
    .withIndex("by_storage", (q) => q.eq("storageId", storageId))
    .first();
  if (holder !== null) return;
  // After a restore, two photos with the same content may share one file.
  const photo = await ctx.db
    .query("photos")
    .withIndex("by_full", (q) => q.eq("fullId", storageId))
    .first();
  if (photo === null && (await ctx.db.system.get("_storage", storageId))) {
    await ctx.storage.delete(storageId);
  }
}

/** Deletes the file if nothing else uses it. */
export async function dropReference(ctx: MutationCtx, { _id, storageId }: Doc<"backupFiles">): Promise<void> {
  await ctx.db.delete("backupFiles", _id);
  const isThere = (await ctx.db.system.get("_storage", storageId)) !== null;
  if (isThere && !(await isOwned(ctx, storageId))) await ctx.storage.delete(storageId);
}
