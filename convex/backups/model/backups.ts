/** The rows of a kennel's backups. backupMaking.ts decides what a backup contains. */
import { insertBackup } from "../../kennels/model/backupRows";
import { v, type Infer } from "convex/values";
import {
  backupFileName,
  KEPT_BACKUPS,
  type BackupFormat,
  type BackupType,
} from "../../../domain/backups/format";
import { formatFor } from "../../../domain/backups/writing";
import { checkLimit, fail } from "../../../domain/errors";
import { readsEverything } from "../../../domain/permissions/permissions";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { backupFormatValidator, backupStateValidator, backupTypeValidator } from "../tables/backups";
import { trustedToday } from "../../platform/model/people/today";
import { deleteFile } from "../../platform/model/files/storedFiles";
import { dropReference } from "../../kennels/model/fileReferences";
import type { Access } from "../../platform/model/people/identity";
import { requireRoom } from "../../platform/model/files/storedBytes";
import { spend } from "../../platform/model/people/limits";
import { displayName } from "../../platform/model/paging/names";
import { job, stuckIn, SWEEP_BATCH } from "../../platform/model/changes/jobs";
import { settledNow } from "../../platform/model/changes/settledTime";
import { requireRowOf } from "../../platform/model/paging/rows";

/** Because of the cleanup, a kennel normally has far fewer backups. */
const MAX_BACKUPS = 100;

/** Releasing a file costs one read for every field that may refer to files. */
const DROP_BATCH = 100;

/**
 * A backup without progress for this long counts as interrupted. The steps of a backup take longer than the steps
 * of other jobs.
 */
const STUCK_AFTER_MS = 180_000;
const MAX_ATTEMPTS = 3;

const UPLOAD_KEPT_MS = 86_400_000;

const textOrNull = v.union(v.string(), v.null());

export const backupShape = v.object({
  id: v.id("backups"),
  type: backupTypeValidator,
  /** A backup whose files are too large for JSON is a ZIP. */
  format: backupFormatValidator,
  state: backupStateValidator,
  includesPhotos: v.boolean(),
  fileName: v.string(),
  createdAt: v.number(),
  /** Null for a nightly backup. */
  createdBy: textOrNull,
  progress: v.number(),
  /** The number of bytes of records and files together. */
  size: v.number(),
  fileCount: v.number(),
  fileBytes: v.number(),
  counts: v.record(v.string(), v.number()),
  /** For an uploaded backup: when the records were read from their kennel. */
  takenAt: v.union(v.number(), v.null()),
  /** Set if the records came from another kennel. */
  sourceKennelName: textOrNull,
  isForeign: v.boolean(),
  problems: v.array(v.string()),
});
export type Backup = Infer<typeof backupShape>;

export async function describeBackup(ctx: QueryCtx, row: Doc<"backups">): Promise<Backup> {
  const user = row.userId && (await ctx.db.get("users", row.userId));
  const format = formatFor(row.format, row.fileBytes);
  return {
    id: row._id,
    type: row.type,
    format,
    state: row.state,
    includesPhotos: row.includesPhotos,
    fileName: backupFileName(row.day, format),
    createdAt: row.startedAt,
    createdBy: user ? displayName(user) : null,
    progress: row.progress,
    size: row.recordsBytes + row.fileBytes,
    fileCount: row.fileCount,
    fileBytes: row.fileBytes,
    counts: row.counts,
    takenAt: row.takenAt ?? null,
    sourceKennelName: row.sourceKennelName ?? null,
    isForeign: row.sourceKennelId !== undefined && row.sourceKennelId !== row.kennelId,
    problems: row.problems ?? [],
  };
}

/** Uploads are left out. The newest backup is first. */
export const backupRowsOf = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Doc<"backups">[]> =>
  (
    await ctx.db
      .query("backups")
      .withIndex("by_kennel_and_started", (q) => q.eq("kennelId", kennelId))
      .order("desc")
      .take(2 * MAX_BACKUPS)
  ).filter(({ type }) => type !== "upload");

/** Uploads are left out. The newest backup is first. */
export async function listBackups(ctx: QueryCtx, { kennelId }: Access): Promise<Backup[]> {
  const rows = await backupRowsOf(ctx, kennelId);
  return await Promise.all(rows.map(async (row) => await describeBackup(ctx, row)));
}

export const backupStatsShape = v.object({
  count: v.number(),
  totalSize: v.number(),
  lastBackupAt: v.union(v.number(), v.null()),
});

export async function readBackupStats(
  ctx: QueryCtx,
  { kennelId }: Access,
): Promise<Infer<typeof backupStatsShape>> {
  const ready = (await backupRowsOf(ctx, kennelId)).filter(({ state }) => state === "ready");
  return {
    count: ready.length,
    totalSize: ready.reduce((sum, { recordsBytes, fileBytes }) => sum + recordsBytes + fileBytes, 0),
    lastBackupAt: ready[0]?.startedAt ?? null,
  };
}

export const newBackupArgs = {
  backupType: v.union(v.literal("local"), v.literal("server")),
  includePhotos: v.boolean(),
  format: backupFormatValidator,
  today: v.string(),
};

interface Asked {
  readonly backupType: "local" | "server";
  readonly includePhotos: boolean;
  readonly format: BackupFormat;
  readonly today: string;
}

/** Throws LIMIT_REACHED, STORAGE_FULL or RATE_LIMITED. */
export async function prepareBackup(
  ctx: MutationCtx,
  { kennelId, user, permissions }: Access,
  { backupType, includePhotos, format, today }: Asked,
): Promise<Id<"backups">> {
  if (!readsEverything(permissions)) fail("FORBIDDEN");
  const day = trustedToday(today);
  checkLimit((await backupRowsOf(ctx, kennelId)).length, MAX_BACKUPS);
  await requireRoom(ctx, kennelId);
  await spend(ctx, user._id, "backups");
  return await insertBackup(ctx, {
    kennelId,
    type: backupType,
    format,
    includesPhotos: includePhotos,
    day,
    userId: user._id,
  });
}

export async function startBackup(ctx: MutationCtx, access: Access, asked: Asked): Promise<Id<"backups">> {
  const backupId = await prepareBackup(ctx, access, asked);
  await ctx.scheduler.runAfter(0, internal.backups.actions.backupMaking.make, { backupId });
  return backupId;
}

/** Throws NOT_FOUND. */
export async function requireBackup(
  ctx: QueryCtx,
  { kennelId }: Pick<Access, "kennelId">,
  backupId: string,
): Promise<Doc<"backups">> {
  return await requireRowOf(ctx, "backups", backupId, { kennelId });
}

/** Throws FORBIDDEN, NOT_FOUND, BACKUP_UNREADY or RATE_LIMITED. */
export async function admitCheck(ctx: MutationCtx, access: Access, backupId: string): Promise<Id<"backups">> {
  if (!readsEverything(access.permissions)) fail("FORBIDDEN");
  const { _id, state } = await requireBackup(ctx, access, backupId);
  if (state !== "ready") fail("BACKUP_UNREADY");
  await spend(ctx, access.user._id, "backups");
  return _id;
}

/** Schedules the release of the remaining files. */
export async function dropFiles(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  backupId: Id<"backups">,
): Promise<null> {
  const rows = await ctx.db
    .query("backupFiles")
    .withIndex("by_kennel_and_backup", (q) => q.eq("kennelId", kennelId).eq("backupId", backupId))
    .take(DROP_BATCH);
  for (const row of rows) await dropReference(ctx, row);
  if (rows.length === DROP_BATCH) {
    await ctx.scheduler.runAfter(0, internal.backups.backups.dropNextFiles, { kennelId, backupId });
  }
  return null;
}

/** Files that another backup or record uses are kept. */
export async function deleteBackup(ctx: MutationCtx, row: Doc<"backups">): Promise<void> {
  await ctx.db.delete("backups", row._id);
  await deleteFile(ctx, row.recordsId);
  await dropFiles(ctx, row.kennelId, row._id);
}

async function isBeingRestored(ctx: QueryCtx, backupId: Id<"backups">): Promise<boolean> {
  const restore = await ctx.db
    .query("restores")
    .withIndex("by_backup", (q) => q.eq("backupId", backupId))
    .order("desc")
    .first();
  return restore !== null && restore.state !== "finished" && restore.state !== "failed";
}

export async function deleteUnlessRestored(ctx: MutationCtx, row: Doc<"backups">): Promise<void> {
  if (!(await isBeingRestored(ctx, row._id))) await deleteBackup(ctx, row);
}

const CLEANUP_BATCH = 20;

/** Returns the number of deleted backups. */
export async function cleanUpBackups(
  ctx: MutationCtx,
  { kennelId }: Pick<Access, "kennelId">,
  { keepCount = KEPT_BACKUPS, type }: { keepCount?: number | undefined; type?: BackupType },
): Promise<number> {
  if (!Number.isInteger(keepCount) || keepCount < 1 || keepCount > MAX_BACKUPS) {
    fail("VALIDATION_FAILED", { fields: { keepCount: `keepCount must be from 1 to ${MAX_BACKUPS}` } });
  }
  const rows = (await backupRowsOf(ctx, kennelId)).filter((row) => type === undefined || row.type === type);
  const old: Doc<"backups">[] = [];
  for (const row of rows.filter(({ state }) => state !== "making").slice(keepCount)) {
    if (!(await isBeingRestored(ctx, row._id))) old.push(row);
  }
  for (const row of old.slice(0, CLEANUP_BATCH)) await deleteBackup(ctx, row);
  // Other transactions delete the remaining backups.
  for (const { _id } of old.slice(CLEANUP_BATCH)) {
    await ctx.scheduler.runAfter(0, internal.backups.backups.removeOld, { backupId: _id });
  }
  return old.length;
}

/** Also deletes old uploads that are not being restored. */
export const backupJob = job({
  table: "backups",
  findStuck: stuckIn("backups", ["making", "checking"], STUCK_AFTER_MS),
  takeUp: async (ctx, { _id, attempt, state }): Promise<void> => {
    const stateSince = Date.now();
    if (attempt >= MAX_ATTEMPTS || state === "checking") {
      const problems = ["The process was interrupted. Please try again."];
      await ctx.db.patch("backups", _id, { state: "failed", problems, stateSince });
    } else {
      await ctx.db.patch("backups", _id, { stateSince });
      await ctx.scheduler.runAfter(0, internal.backups.actions.backupMaking.make, { backupId: _id });
    }
  },
  expire: async (ctx) => {
    const before = (await settledNow(ctx)) - UPLOAD_KEPT_MS;
    const sent = await ctx.db
      .query("backups")
      .withIndex("by_type_and_since", (q) => q.eq("type", "upload").lt("stateSince", before))
      .take(SWEEP_BATCH);
    for (const row of sent) await deleteUnlessRestored(ctx, row);
    return false;
  },
});
