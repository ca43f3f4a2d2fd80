/** The sizes of the files of rows that come from elsewhere, or from before sizes were kept. */
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { asNew, sumChanges } from "../../changes/follow";
import { rowsOf } from "../../platform/model/changes/kennelTables";
import { bytesOf } from "../../platform/model/files/storedBytes";

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
    for (const { kept, share, numbers } of sumChanges(asNew(table, rows))) {
      if (kept.table === "storedBytes") kinds.set(share.key?.kind ?? "", numbers.bytes ?? 0);
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
