/** What of a backup is fetched: its records and, page by page, its files, each by the address where it is stored. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { listHeldFiles } from "./backupMaking";
import { backupShape, describeBackup } from "./backups";

export const backupContentsShape = backupShape.extend({
  kennelId: v.id("kennels"),
  recordsId: v.union(v.id("_storage"), v.null()),
  /** Where the records are stored; null while there are none. */
  url: v.union(v.string(), v.null()),
});
export type BackupContents = Infer<typeof backupContentsShape>;

/** Describes a backup with the address of its records. */
export async function describeContents(ctx: QueryCtx, row: Doc<"backups">): Promise<BackupContents> {
  const url = row.state === "ready" && row.recordsId ? await ctx.storage.getUrl(row.recordsId) : null;
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

/** Lists a page of a backup's files, each with its address; one content may come more than once. */
export async function listFilesToFetch(
  ctx: QueryCtx,
  row: Doc<"backups">,
  cursor: string | null,
): Promise<Infer<typeof filesToFetchShape>> {
  const page = await listHeldFiles(ctx, row, cursor);
  const files = await Promise.all(
    page.files.map(async (file) => ({ ...file, url: await ctx.storage.getUrl(file.storageId) })),
  );
  return { files, cursor: page.cursor };
}
