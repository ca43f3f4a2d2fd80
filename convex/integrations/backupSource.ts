/** A stored backup as it is read for a restore or a check: its records, compared with their checksum, and its files. */
import { BackupProblem, readSections } from "../../domain/backup/reading";
import { INVALID_BACKUP, type BackupData, type BackupMetadata } from "../../domain/backup/format";
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import { problemsOf } from "../model/backupChecking";
import type { HeldFile } from "../model/backupMaking";
import { listReferences } from "../model/tableReferences";

/** The contents of a backup. */
export interface BackupSource {
  readonly backup: Doc<"backups">;
  readonly metadata: BackupMetadata;
  readonly data: BackupData;
  /** Where the files are stored, by the hash of their content; one content may be stored more than once. */
  readonly files: ReadonlyMap<string, readonly Id<"_storage">[]>;
}

async function readFiles(
  ctx: ActionCtx,
  { _id: backupId, kennelId }: Doc<"backups">,
): Promise<Map<string, Id<"_storage">[]>> {
  const files = new Map<string, Id<"_storage">[]>();
  let cursor: string | null = null;
  do {
    const page: { files: HeldFile[]; cursor: string | null } = await ctx.runQuery(
      internal.backups.readFiles,
      {
        kennelId,
        backupId,
        cursor,
      },
    );
    for (const { sha256, storageId } of page.files) {
      files.set(sha256, [...(files.get(sha256) ?? []), storageId]);
    }
    cursor = page.cursor;
  } while (cursor !== null);
  return files;
}

/** Reads a backup; throws BackupProblem where it is damaged. */
export async function readBackup(ctx: ActionCtx, backupId: Id<"backups">): Promise<BackupSource> {
  const backup: Doc<"backups"> | null = await ctx.runQuery(internal.backups.read, { backupId });
  const text = backup?.recordsId && (await ctx.storage.get(backup.recordsId));
  if (!backup || !text) throw new BackupProblem(`${INVALID_BACKUP}: its records are missing`);
  const { metadata, data } = await readSections(new Uint8Array(await text.arrayBuffer()));
  return { backup, metadata, data, files: await readFiles(ctx, backup) };
}

/** Lists what is wrong with a backup's records, by which it cannot be restored. */
export const problemsOfSource = ({ data }: BackupSource): string[] => problemsOf(data);

/** Problems of files that are told one by one. */
const MAX_MISSING = 20;

/** Lists the records whose file is none of `files`; the rest of the backup can be restored without them. */
export function missingFilesOf(
  { data, files: held }: BackupSource,
  files: { readonly has: (hash: string) => boolean } = held,
): string[] {
  const missing: string[] = [];
  for (const [kind, rows] of Object.entries(data)) {
    for (const [index, row] of rows.entries()) {
      // A backup's data was checked to have no other kinds.
      const references = listReferences(kind === "kennel" ? "kennels" : (kind as "photos"), row);
      const wrong = references.find(({ id, table }) => table === "_storage" && !files.has(id));
      if (wrong) {
        if (missing.length === MAX_MISSING) return [...missing, "and more"];
        missing.push(`${kind} ${index + 1}: its file is ${held.has(wrong.id) ? "damaged" : "missing"}`);
      }
    }
  }
  return missing;
}
