/** The row of a backup that is still to be made or sent, and the stored records of one that goes. */
import type { BackupFormat, BackupType } from "../../../domain/backup/format";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

/** What a new backup is to be. */
interface NewBackup {
  readonly kennelId: Id<"kennels">;
  readonly type: BackupType;
  readonly format: BackupFormat;
  readonly includesPhotos: boolean;
  readonly day: string;
  readonly userId?: Id<"users">;
}

/** Adds the row of a backup that is still to be made or sent. */
export async function insertBackup(ctx: MutationCtx, backup: NewBackup): Promise<Id<"backups">> {
  const now = Date.now();
  return await ctx.db.insert("backups", {
    ...backup,
    state: backup.type === "upload" ? "uploading" : "making",
    progress: 0,
    attempt: 0,
    recordsBytes: 0,
    fileCount: 0,
    fileBytes: 0,
    counts: {},
    startedAt: now,
    stateSince: now,
  });
}

/** Deletes the stored records of a backup that goes. */
export async function deleteRecords(ctx: MutationCtx, { recordsId }: Doc<"backups">): Promise<void> {
  if (recordsId && (await ctx.db.system.get("_storage", recordsId))) await ctx.storage.delete(recordsId);
}
