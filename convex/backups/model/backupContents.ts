/**
 * The contents of a backup for its download: the records, and page by page the files. Each file has its storage
 * address.
 */
import { v, type Infer } from "convex/values";
import { fail } from "../../../domain/errors";
import { readsEverything } from "../../../domain/permissions/permissions";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { listArchiveFiles } from "./backupMaking";
import { ArchiveFileSigner } from "../../kennels/model/archiveFileAddresses";
import { backupShape, describeBackup } from "./backups";
import type { Access } from "../../platform/model/people/identity";

export const backupContentsShape = backupShape.extend({
  kennelId: v.id("kennels"),
  recordsId: v.union(v.id("_storage"), v.null()),
  /** Null while the backup is being created. */
  url: v.union(v.string(), v.null()),
});
export type BackupContents = Infer<typeof backupContentsShape>;

/** Throws FORBIDDEN for a user who may not read every area. */
export async function describeContents(
  ctx: QueryCtx,
  { user, permissions }: Access,
  row: Doc<"backups">,
): Promise<BackupContents> {
  if (!readsEverything(permissions)) fail("FORBIDDEN");
  const signer = new ArchiveFileSigner(ctx, { kind: "backup", id: row._id }, user._id);
  const url = row.state === "ready" && row.recordsId ? await signer.urlOf(row.recordsId) : null;
  return {
    ...(await describeBackup(ctx, row)),
    kennelId: row.kennelId,
    recordsId: row.recordsId ?? null,
    url,
  };
}

export const filesToFetchShape = v.object({
  files: v.array(
    v.object({
      sha256: v.string(),
      type: v.string(),
      size: v.number(),
      storageId: v.id("_storage"),
      url: v.union(v.string(), v.null()),
    }),
  ),
  cursor: v.union(v.string(), v.null()),
});

/** The same content may appear several times. Throws FORBIDDEN for a user who may not read every area. */
export async function listFilesToFetch(
  ctx: QueryCtx,
  { user, permissions }: Access,
  row: Doc<"backups">,
  cursor: string | null,
): Promise<Infer<typeof filesToFetchShape>> {
  if (!readsEverything(permissions)) fail("FORBIDDEN");
  if (cursor === "") {
    fail("VALIDATION_FAILED", {
      fields: { cursor: "Begin without a cursor, then give that of the last page" },
    });
  }
  const page = await listArchiveFiles(ctx, row, cursor);
  const signer = new ArchiveFileSigner(ctx, { kind: "backup", id: row._id }, user._id);
  const files = await Promise.all(
    page.files.map(async (file) => ({ ...file, url: await signer.urlOf(file.storageId) })),
  );
  return { files, cursor: page.cursor };
}
