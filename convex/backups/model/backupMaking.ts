/**
 * The transactions that create a backup. The action in backups/actions/backupMaking.ts runs them. Every attempt
 * gets the next number, and only the newest attempt may store anything.
 */
import { v, type Infer, type ObjectType } from "convex/values";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { cascadesOf } from "../../platform/model/changes/cascades";
import { keepNewest } from "./backupSchedules";
import { isLocked, LOOK_AGAIN_MS } from "../../platform/model/changes/restoreLocks";
import { newestRestoreOf } from "./restoreRows";

export const makingArgs = { backupId: v.id("backups"), attempt: v.number() };
type Making = ObjectType<typeof makingArgs>;

/** Restoring records after an undone deletion takes several batches. */
const isBringingBack = async (ctx: QueryCtx, { kennelId }: Doc<"backups">): Promise<boolean> =>
  (await cascadesOf(ctx, kennelId)).some(({ work }) => work.direction === "coming");

/** Returns null if the backup was deleted or cannot be created now. */
export async function beginMaking(ctx: MutationCtx, backupId: Id<"backups">): Promise<Doc<"backups"> | null> {
  const row = await ctx.db.get("backups", backupId);
  if (row?.state !== "making") return null;
  if (
    row.type !== "before_restore" &&
    ((await isLocked(ctx, row.kennelId)) || (await isBringingBack(ctx, row)))
  ) {
    // A backup of a partly restored kennel would be useless. The sweep tries again later.
    await ctx.db.patch("backups", backupId, { stateSince: Date.now() });
    return null;
  }
  const attempt = row.attempt + 1;
  await ctx.db.patch("backups", backupId, { attempt, stateSince: Date.now() });
  return { ...row, attempt };
}

async function currentOf(ctx: QueryCtx, { backupId, attempt }: Making): Promise<Doc<"backups"> | null> {
  const row = await ctx.db.get("backups", backupId);
  return row?.state === "making" && row.attempt === attempt ? row : null;
}

/** Returns false if a newer attempt has replaced this attempt. */
export async function noteMaking(ctx: MutationCtx, making: Making, progress: number): Promise<boolean> {
  if (!(await currentOf(ctx, making))) return false;
  await ctx.db.patch("backups", making.backupId, { progress, stateSince: Date.now() });
  return true;
}

/** The owner is left out. */
export async function readKennelDetails(ctx: QueryCtx, kennelId: Id<"kennels">) {
  const kennel = await ctx.db.get("kennels", kennelId);
  if (!kennel) return null;
  const { ownerId: _owner, ...details } = kennel;
  return details;
}

export const archiveFileShape = v.object({
  storageId: v.id("_storage"),
  sha256: v.string(),
  type: v.string(),
  size: v.number(),
});
export type ArchiveFile = Infer<typeof archiveFileShape>;

/** Some platforms return Base64. */
export const hexOf = (hash: string): string =>
  /^[0-9a-f]{64}$/.test(hash)
    ? hash
    : Array.from(atob(hash), (sign) => sign.charCodeAt(0).toString(16).padStart(2, "0")).join("");

/** Returns null if the file was deleted. */
export async function describeFile(ctx: QueryCtx, storageId: Id<"_storage">): Promise<ArchiveFile | null> {
  const file = await ctx.db.system.get("_storage", storageId);
  if (!file) return null;
  const { sha256, size, contentType } = file;
  return { storageId, sha256: hexOf(sha256), type: contentType ?? "application/octet-stream", size };
}

/** A file is recorded once. */
export async function hold(
  ctx: MutationCtx,
  { _id: backupId, kennelId }: Pick<Doc<"backups">, "_id" | "kennelId">,
  file: ArchiveFile,
): Promise<void> {
  const known = await ctx.db
    .query("backupFiles")
    .withIndex("by_storage", (q) => q.eq("storageId", file.storageId).eq("backupId", backupId))
    .first();
  if (!known) await ctx.db.insert("backupFiles", { kennelId, backupId, ...file });
}

/** Returns the files that still exist; null if a newer attempt has replaced this attempt. */
export async function holdFiles(
  ctx: MutationCtx,
  making: Making,
  storageIds: readonly Id<"_storage">[],
): Promise<ArchiveFile[] | null> {
  const row = await currentOf(ctx, making);
  if (!row) return null;
  const held: ArchiveFile[] = [];
  for (const storageId of storageIds) {
    const file = await describeFile(ctx, storageId);
    if (!file) continue;
    await hold(ctx, row, file);
    held.push(file);
  }
  await ctx.db.patch("backups", row._id, { stateSince: Date.now() });
  return held;
}

export const madeArgs = {
  recordsId: v.id("_storage"),
  recordsBytes: v.number(),
  fileCount: v.number(),
  fileBytes: v.number(),
  counts: v.record(v.string(), v.number()),
  checksum: v.string(),
  takenAt: v.number(),
};

/** A restore since the start of this attempt makes the backup inconsistent. */
async function isMixed(
  ctx: QueryCtx,
  { type, kennelId }: Doc<"backups">,
  { takenAt }: ObjectType<typeof madeArgs>,
): Promise<boolean> {
  if (type === "before_restore") return false;
  const restore = await newestRestoreOf(ctx, kennelId);
  return restore !== null && restore.state !== "saving" && restore.stateSince > takenAt;
}

/**
 * If a newer attempt has replaced this attempt, the result is deleted. If a restore has changed the kennel, the
 * backup is created again.
 */
export async function finishMaking(
  ctx: MutationCtx,
  making: Making,
  made: ObjectType<typeof madeArgs>,
): Promise<boolean> {
  const row = await currentOf(ctx, making);
  if (!row) {
    await ctx.storage.delete(made.recordsId);
    return false;
  }
  if (await isMixed(ctx, row, made)) {
    await ctx.storage.delete(made.recordsId);
    await ctx.db.patch("backups", row._id, { stateSince: Date.now() });
    await ctx.scheduler.runAfter(LOOK_AGAIN_MS, internal.backups.actions.backupMaking.make, {
      backupId: row._id,
    });
    return false;
  }
  const kennel = await ctx.db.get("kennels", row.kennelId);
  await ctx.db.patch("backups", row._id, {
    ...made,
    state: "ready",
    progress: 1,
    sourceKennelId: row.kennelId,
    sourceKennelName: kennel?.name,
    stateSince: Date.now(),
  });
  await keepNewest(ctx, row);
  return true;
}

/** A newer attempt's backup is left unchanged. */
export async function failMaking(ctx: MutationCtx, making: Making, problem: string): Promise<null> {
  const row = await currentOf(ctx, making);
  if (row) {
    await ctx.db.patch("backups", row._id, { state: "failed", problems: [problem], stateSince: Date.now() });
  }
  return null;
}

const FILES_PER_PAGE = 200;

export async function listArchiveFiles(
  ctx: QueryCtx,
  { _id, kennelId }: Pick<Doc<"backups">, "_id" | "kennelId">,
  cursor: string | null,
) {
  const { page, isDone, continueCursor } = await ctx.db
    .query("backupFiles")
    .withIndex("by_kennel_and_backup", (q) => q.eq("kennelId", kennelId).eq("backupId", _id))
    .paginate({ numItems: FILES_PER_PAGE, cursor });
  return {
    files: page.map(({ storageId, sha256, type, size }) => ({ storageId, sha256, type, size })),
    cursor: isDone ? null : continueCursor,
  };
}
