/**
 * How many bytes of files a kennel has stored, and the bound of that, which the operator sets. The numbers follow from
 * the rows that have files (tables/projections.ts of the areas). Deleted records keep their files for a while: these
 * stand beside the others, up to as much again, so that deleting makes room at once and nobody goes round the bound by it.
 */
import { v, type Infer } from "convex/values";
import { DEFAULT_STORAGE_GIGABYTES, GIGABYTE } from "../../../domain/constants/storage";
import { fail } from "../../../domain/errors";
import { env, type MutationCtx, type QueryCtx } from "../../_generated/server";
import type { Doc, Id } from "../../_generated/dataModel";
import { rowsOf } from "./kennelTables";
import { sumChanges } from "./countFollowing";

export const storageShape = v.object({
  /** Bytes of photos, documents, attachments, certificates, the logo and backups. */
  usedBytes: v.number(),
  /** Bytes of files of deleted records. */
  deletedBytes: v.number(),
  /** Bytes that either may have; null without a bound. */
  limitBytes: v.union(v.number(), v.null()),
});
type Storage = Infer<typeof storageShape>;

/** Reads the bound in bytes, null for none; a setting that is no number keeps the usual one. */
function storageLimit(): number | null {
  const set = env.STUDBOOK_STORAGE_GB?.trim() ?? "";
  if (set === "off") return null;
  const gigabytes = set === "" ? NaN : Number(set);
  return Math.floor((gigabytes >= 0 ? gigabytes : DEFAULT_STORAGE_GIGABYTES) * GIGABYTE);
}

/** Tells what a kennel has stored. */
export async function storageOf(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Storage> {
  const storage = { usedBytes: 0, deletedBytes: 0, limitBytes: storageLimit() };
  // A kennel has one row of each kind.
  const rows = ctx.db.query("storedBytes").withIndex("by_kennel_and_kind", (q) => q.eq("kennelId", kennelId));
  for await (const { kind, bytes } of rows)
    storage[kind === "deleted" ? "deletedBytes" : "usedBytes"] += bytes;
  return storage;
}

/**
 * Throws STORAGE_FULL where `bytes` more would pass the bound, less those of a file whose place they take. One byte
 * stands for a file that is still to be sent.
 */
export async function requireRoom(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  bytes = 1,
  replaced = 0,
): Promise<void> {
  const { usedBytes, deletedBytes, limitBytes } = await storageOf(ctx, kennelId);
  // A file that takes the place of another one frees its room, which the deleted ones then take.
  const isOver =
    limitBytes !== null &&
    ((bytes > replaced && usedBytes + bytes - replaced > limitBytes) ||
      usedBytes + deletedBytes + bytes > 2 * limitBytes);
  if (isOver) fail("STORAGE_FULL", { storage: { usedBytes, deletedBytes, limitBytes } });
}

/** Returns the size of a stored file, 0 for one that is gone. */
export const bytesOf = async (ctx: QueryCtx, storageId: Id<"_storage">): Promise<number> =>
  (await ctx.db.system.get("_storage", storageId))?.size ?? 0;

/** Adds up the files of a photo. */
export async function photoBytes(ctx: QueryCtx, { files }: Pick<Doc<"photos">, "files">): Promise<number> {
  let bytes = 0;
  for (const file of [files.full, files.preview, files.thumbnail]) {
    if (file) bytes += await bytesOf(ctx, file.storageId);
  }
  return bytes;
}

/**
 * Gives the row of a table with files the true size of these: rows that come from elsewhere, or from before sizes were
 * kept, may say any or none.
 */
export async function withBytes<Row extends object>(ctx: QueryCtx, table: string, row: Row): Promise<Row> {
  // Rows of the table that is named.
  if (table === "photos") return { ...row, bytes: await photoBytes(ctx, row as unknown as Doc<"photos">) };
  if (table === "breedingDocuments" || table === "healthAttachments") {
    const { storageId } = row as unknown as Doc<"breedingDocuments">;
    return { ...row, fileSize: await bytesOf(ctx, storageId) };
  }
  if (table === "healthTests") {
    const { certificate } = row as unknown as Doc<"healthTests">;
    if (!certificate) return row;
    return { ...row, certificate: { ...certificate, fileSize: await bytesOf(ctx, certificate.storageId) } };
  }
  if (table === "kennels") {
    const { logo } = row as unknown as Doc<"kennels">;
    return logo ? { ...row, logo: { ...logo, bytes: await bytesOf(ctx, logo.storageId) } } : row;
  }
  return row;
}

/** Tables whose rows always said the size of their files. */
const SIZED = ["breedingDocuments", "healthAttachments", "healthTests", "backups"] as const;

/** Counts a kennel's files of which rows always said the size; others are counted as they are measured. */
export async function recountStoredBytes(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  const kinds = new Map<string, number>();
  for (const table of SIZED) {
    const rows = await rowsOf(ctx, table, kennelId).collect();
    for (const { kept, share, numbers } of sumChanges(
      rows.map((after) => ({ table, before: null, after })),
    )) {
      if (kept.table === "storedBytes") kinds.set(share.key, numbers.bytes ?? 0);
    }
  }
  for (const kind of ["documents", "attachments", "certificates", "backups"] as const) {
    const bytes = kinds.get(kind) ?? 0;
    const row = await ctx.db
      .query("storedBytes")
      .withIndex("by_kennel_and_kind", (q) => q.eq("kennelId", kennelId).eq("kind", kind))
      .unique();
    if (row && bytes === 0) await ctx.db.delete("storedBytes", row._id);
    else if (row) await ctx.db.patch("storedBytes", row._id, { bytes });
    else if (bytes > 0) await ctx.db.insert("storedBytes", { kennelId, kind, bytes });
  }
}
