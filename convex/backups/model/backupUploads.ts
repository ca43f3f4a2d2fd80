/**
 * Backup files that people upload for a restore: the records as one text, then the files one by one. Files that
 * another backup of the kennel already contains are not uploaded. The whole backup is checked before anybody can
 * restore it.
 */
import { v, type Infer, type ObjectType } from "convex/values";
import { isHash, MAX_BACKUP_FILE_BYTES, MAX_TEXT_BYTES } from "../../../domain/backups/format";
import { MAX_FILE_BYTES } from "../../../domain/files/rules";
import { fail } from "../../../domain/errors";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { describeFile, hold } from "./backupMaking";
import { requireBackup } from "./backups";
import { insertBackup } from "../../kennels/model/backupRows";
import { trustedToday } from "../../platform/model/people/today";
import type { Access } from "../../platform/model/people/identity";
import { spend } from "../../platform/model/people/limits";
import { requireRoom } from "../../platform/model/files/storedBytes";
import { isOwned } from "../../platform/model/files/storedFiles";
import { giveAddresses, sizeOf, takeRoom } from "../../platform/model/files/uploadAddresses";

const MAX_FILES_AT_ONCE = 200;

/** Throws STORAGE_FULL or RATE_LIMITED. */
export async function beginUpload(
  ctx: MutationCtx,
  { kennelId, user }: Access,
  today: string,
): Promise<Id<"backups">> {
  await requireRoom(ctx, kennelId);
  await spend(ctx, user._id, "backups");
  return await insertBackup(ctx, {
    kennelId,
    type: "upload",
    format: "json",
    includesPhotos: true,
    day: trustedToday(today),
    userId: user._id,
  });
}

/** Throws NOT_FOUND, also for another person's upload. */
async function requireSending(ctx: MutationCtx, access: Access, backupId: string): Promise<Doc<"backups">> {
  const row = await requireBackup(ctx, access, backupId);
  return row.state === "uploading" && row.userId === access.user._id ? row : fail("NOT_FOUND");
}

/** Throws BACKUP_TOO_LARGE, STORAGE_FULL or RATE_LIMITED. */
export async function giveRecordsAddress(
  ctx: MutationCtx,
  { kennelId, user }: Access,
  bytes: number | undefined,
): Promise<string> {
  await spend(ctx, user._id, "sentRecords");
  return (await giveAddresses(ctx, kennelId, [sizeOf(bytes, MAX_TEXT_BYTES, "BACKUP_TOO_LARGE")])).join();
}

export const missingFileShape = v.object({ sha256: v.string(), url: v.string() });

/**
 * Files that another backup of the kennel contains are reused; the result has upload addresses for the other files.
 * Each address is limited to the size that the client states. Throws FILE_TOO_LARGE, STORAGE_FULL or RATE_LIMITED.
 */
export async function claimFiles(
  ctx: MutationCtx,
  access: Access,
  { backupId, hashes, bytes }: { backupId: string; hashes: readonly string[]; bytes?: readonly number[] },
): Promise<Infer<typeof missingFileShape>[]> {
  const row = await requireSending(ctx, access, backupId);
  if (hashes.length > MAX_FILES_AT_ONCE || !hashes.every(isHash)) {
    fail("VALIDATION_FAILED", { fields: { hashes: "These are not hashes of files" } });
  }
  const missing: { sha256: string; size: number }[] = [];
  for (const [index, sha256] of hashes.entries()) {
    const known = await ctx.db
      .query("backupFiles")
      .withIndex("by_kennel_and_hash", (q) => q.eq("kennelId", row.kennelId).eq("sha256", sha256))
      .first();
    const file = known && (await describeFile(ctx, known.storageId));
    if (file) await hold(ctx, row, file);
    else
      missing.push({
        sha256,
        size: sizeOf(bytes?.[index] ?? MAX_FILE_BYTES, MAX_BACKUP_FILE_BYTES, "FILE_TOO_LARGE"),
      });
  }
  if (missing.length === 0) return [];
  await spend(ctx, access.user._id, "uploadedFiles", missing.length);
  const sizes = missing.map(({ size }) => size);
  const urls = await giveAddresses(ctx, row.kennelId, sizes);
  return missing.map(({ sha256 }, index) => ({ sha256, url: urls[index] ?? "" }));
}

/**
 * Throws FILE_TOO_LARGE, STORAGE_FULL, or NOT_FOUND for an unknown file or a file already in use. A REST request
 * reserves no storage for its files.
 */
export async function takeFiles(
  ctx: MutationCtx,
  access: Access,
  { backupId, storageIds }: { backupId: string; storageIds: readonly Id<"_storage">[] },
  isOfRequest: boolean,
): Promise<null> {
  const row = await requireSending(ctx, access, backupId);
  if (storageIds.length > MAX_FILES_AT_ONCE) fail("LIMIT_REACHED", { count: MAX_FILES_AT_ONCE });
  let bytes = 0;
  for (const storageId of storageIds) {
    const file = await describeFile(ctx, storageId);
    if (!file || (await isOwned(ctx, storageId))) return fail("NOT_FOUND");
    if (file.size > MAX_BACKUP_FILE_BYTES) fail("FILE_TOO_LARGE");
    await hold(ctx, row, file);
    bytes += file.size;
  }
  await takeRoom(ctx, row.kennelId, bytes, isOfRequest ? 0 : bytes);
  await ctx.db.patch("backups", row._id, { fileBytes: row.fileBytes + bytes });
  return null;
}

/** Starts the check of the records. Throws NOT_FOUND, BACKUP_TOO_LARGE or STORAGE_FULL. */
export async function takeRecords(
  ctx: MutationCtx,
  access: Access,
  { backupId, storageId }: { backupId: string; storageId: Id<"_storage"> },
  isOfRequest: boolean,
): Promise<null> {
  const row = await requireSending(ctx, access, backupId);
  const file = await describeFile(ctx, storageId);
  if (!file || (await isOwned(ctx, storageId))) return fail("NOT_FOUND");
  if (file.size > MAX_TEXT_BYTES) fail("BACKUP_TOO_LARGE");
  await takeRoom(ctx, row.kennelId, file.size, isOfRequest ? 0 : file.size);
  await ctx.db.patch("backups", row._id, {
    recordsId: storageId,
    recordsBytes: file.size,
    state: "checking",
    stateSince: Date.now(),
  });
  // A REST request runs the check itself.
  if (!isOfRequest) {
    await ctx.scheduler.runAfter(0, internal.backups.actions.backupChecking.checkSent, { backupId: row._id });
  }
  return null;
}

export const checkedArgs = {
  backupId: v.id("backups"),
  /** Empty if the backup can be restored. */
  problems: v.array(v.string()),
  /** The restore will leave out these records and values. */
  warnings: v.array(v.string()),
  includesPhotos: v.boolean(),
  counts: v.record(v.string(), v.number()),
  fileCount: v.number(),
  sourceKennelId: v.optional(v.string()),
  sourceKennelName: v.optional(v.string()),
  takenAt: v.optional(v.number()),
  checksum: v.optional(v.string()),
};

export async function finishCheck(
  ctx: MutationCtx,
  { backupId, problems, warnings, ...found }: ObjectType<typeof checkedArgs>,
): Promise<null> {
  const row = await ctx.db.get("backups", backupId);
  if (row?.state !== "checking") return null;
  const isGood = problems.length === 0;
  await ctx.db.patch("backups", backupId, {
    ...(isGood ? found : {}),
    state: isGood ? "ready" : "failed",
    problems: isGood ? warnings : problems,
    stateSince: Date.now(),
  });
  return null;
}
