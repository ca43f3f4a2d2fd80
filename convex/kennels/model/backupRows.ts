/** Adds the rows of backups that are not created or uploaded yet. The deletion of a kennel also adds such a row. */
import type { BackupFormat, BackupType } from "../../../domain/backups/format";
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";

interface NewBackup {
  readonly kennelId: Id<"kennels">;
  readonly type: BackupType;
  readonly format: BackupFormat;
  readonly includesPhotos: boolean;
  readonly day: string;
  readonly userId?: Id<"users">;
}

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
