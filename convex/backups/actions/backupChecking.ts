"use node";
/** Checks whole backups: an uploaded backup before it is restored, and a stored backup on request. */
import { v } from "convex/values";
import { sha256Of } from "../../../domain/backups/checksum";
import { BackupProblem } from "../../../domain/backups/records";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { internalAction, signedInAction } from "../../platform/functions";
import { examineRecords, readBackup, type BackupSource, type Findings } from "./backupSource";

interface Checked extends Findings {
  readonly source: BackupSource | null;
}

/** Lists why the backup cannot be restored. `soundOf` returns the hashes of the backup's undamaged files. */
async function examine(
  ctx: ActionCtx,
  backupId: Id<"backups">,
  soundOf: (source: BackupSource) => Promise<{ readonly has: (hash: string) => boolean }>,
): Promise<Checked> {
  try {
    const source = await readBackup(ctx, backupId);
    return { source, ...(await examineRecords(source, await soundOf(source))) };
  } catch (error) {
    if (error instanceof BackupProblem) return { source: null, problems: [error.message], missing: [] };
    throw error;
  }
}

const instantOf = (text: string | undefined): number | undefined => {
  const instant = Date.parse(text ?? "");
  return Number.isNaN(instant) ? undefined : instant;
};

export const checkSent = internalAction({
  args: { backupId: v.id("backups") },
  returns: v.null(),
  handler: async (ctx, { backupId }): Promise<null> => {
    // The storage itself calculated the hash of each file.
    const checked = await examine(ctx, backupId, ({ files }) => Promise.resolve(files));
    const { source, problems, missing } = checked;
    const metadata = source?.records.metadata ?? {};
    return await ctx.runMutation(internal.backups.restores.finishChecked, {
      backupId,
      problems,
      warnings: missing,
      includesPhotos: metadata.includesPhotos ?? true,
      // A refused backup may contain kinds that do not exist, which the row's validator would refuse.
      counts: problems.length === 0 ? (source?.records.counts ?? {}) : {},
      fileCount: source?.files.size ?? 0,
      sourceKennelId: metadata.kennelId,
      sourceKennelName: metadata.kennelName,
      takenAt: instantOf(metadata.createdAt),
      checksum: metadata.checksum,
    });
  },
});

const FILES_AT_ONCE = 4;

async function soundFilesOf(ctx: ActionCtx, { files }: BackupSource): Promise<Set<string>> {
  const sound = new Set<string>();
  const waiting = [...files];
  const lane = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [hash, [storageId]] = next;
      const content = storageId && (await ctx.storage.get(storageId));
      if (content && (await sha256Of(new Uint8Array(await content.arrayBuffer()))) === hash) sound.add(hash);
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, lane));
  return sound;
}

/** Throws NOT_FOUND, FORBIDDEN, BACKUP_UNREADY or RATE_LIMITED. */
export const check = signedInAction({
  permission: "backups:read",
  args: { kennelId: v.string(), backupId: v.string() },
  returns: v.array(v.string()),
  handler: async (ctx, asked): Promise<string[]> => {
    const backupId = await ctx.runMutation(internal.backups.backups.admitCheck, asked);
    const checked = await examine(ctx, backupId, async (source) => await soundFilesOf(ctx, source));
    return checked.problems.length > 0 ? checked.problems : checked.missing;
  },
});
