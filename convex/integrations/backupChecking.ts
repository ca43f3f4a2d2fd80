"use node";
/** Checks backups as a whole: one that was sent before it can be restored, and a kept one when somebody asks. */
import { v } from "convex/values";
import { BackupProblem } from "../../domain/backup/reading";
import { internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { internalAction } from "../functions";
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

/** Lists what is wrong with a backup. */
export const validate = internalAction({
  args: { backupId: v.id("backups") },
  returns: v.array(v.string()),
  handler: async (ctx, { backupId }): Promise<string[]> => {
    const { source, problems } = await examine(ctx, backupId);
    return source && problems.length === 0 ? missingFilesOf(source) : problems;
  },
});
