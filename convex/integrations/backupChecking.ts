"use node";
/** Checks backups as a whole: one that was sent before it can be restored, and a kept one when somebody asks. */
import { v } from "convex/values";
import { sha256Of } from "../../domain/backup/checksum";
import { BackupProblem } from "../../domain/backup/reading";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { internalAction, signedInAction } from "../functions";
import { missingFilesOf, problemsOfSource, readBackup, type BackupSource } from "./backupSource";

interface Checked {
  readonly source: BackupSource | null;
  readonly problems: string[];
}

/** Reads a backup and lists why it cannot be restored. */
async function examine(ctx: ActionCtx, backupId: Id<"backups">): Promise<Checked> {
  try {
    const source = await readBackup(ctx, backupId);
    return { source, problems: problemsOfSource(source) };
  } catch (error) {
    if (error instanceof BackupProblem) return { source: null, problems: [error.message] };
    throw error;
  }
}

const instantOf = (text: string | undefined): number | undefined => {
  const instant = Date.parse(text ?? "");
  return Number.isNaN(instant) ? undefined : instant;
};

/** Checks a file that was sent. */
export const checkSent = internalAction({
  args: { backupId: v.id("backups") },
  returns: v.null(),
  handler: async (ctx, { backupId }): Promise<null> => {
    const { source, problems } = await examine(ctx, backupId);
    const { metadata = {}, data = {}, files } = source ?? {};
    return await ctx.runMutation(internal.restores.finishChecked, {
      backupId,
      problems,
      warnings: source && problems.length === 0 ? missingFilesOf(source) : [],
      includesPhotos: metadata.includesPhotos ?? true,
      counts: Object.fromEntries(Object.entries(data).map(([kind, rows]) => [kind, rows.length])),
      fileCount: files?.size ?? 0,
      sourceKennelId: metadata.kennelId,
      sourceKennelName: metadata.kennelName,
      takenAt: instantOf(metadata.createdAt),
      checksum: metadata.checksum,
    });
  },
});

/** Files read at once. */
const FILES_AT_ONCE = 4;

/** Answers the hashes of those files whose content is what it was. */
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

/**
 * Checks a backup, its checksum, every record and the content of every file, and lists what is wrong with it. Throws
 * NOT_FOUND, FORBIDDEN, BACKUP_UNREADY or RATE_LIMITED.
 */
export const check = signedInAction({
  permission: "backups:read",
  args: { kennelId: v.string(), backupId: v.string() },
  returns: v.array(v.string()),
  handler: async (ctx, asked): Promise<string[]> => {
    const backupId = await ctx.runMutation(internal.backups.admitCheck, asked);
    const { source, problems } = await examine(ctx, backupId);
    if (!source || problems.length > 0) return problems;
    return missingFilesOf(source, await soundFilesOf(ctx, source));
  },
});
