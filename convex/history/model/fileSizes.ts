/** Finds the sizes of files for rows from a backup file, and for rows that are older than stored sizes. */
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { bytesOf } from "../../platform/model/files/storedBytes";

export async function photoBytes(ctx: QueryCtx, { files }: Pick<Doc<"photos">, "files">): Promise<number> {
  let bytes = 0;
  for (const file of [files.full, files.preview, files.thumbnail]) {
    if (file) bytes += await bytesOf(ctx, file.storageId);
  }
  return bytes;
}

/** A row from a backup file may state a wrong size, and an older row states no size. */
export async function withBytes<Row extends object>(ctx: QueryCtx, table: string, row: Row): Promise<Row> {
  // The rows belong to the named table.
  if (table === "photos") return { ...row, bytes: await photoBytes(ctx, row as unknown as Doc<"photos">) };
  if (table === "breedingDocuments" || table === "healthAttachments") {
    const { storageId } = row as unknown as Doc<"breedingDocuments">;
    return { ...row, fileSize: await bytesOf(ctx, storageId) };
  }
  if (table === "signings") {
    const { storageId, finalStorageId } = row as unknown as Doc<"signings">;
    const finalSize = finalStorageId && (await bytesOf(ctx, finalStorageId));
    return { ...row, fileSize: await bytesOf(ctx, storageId), finalSize };
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
