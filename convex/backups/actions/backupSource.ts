/** Reads a stored backup for a restore or a check: the files, and the records after their checksum was verified. */
import { sourceOfBlob } from "../../../domain/backups/byte-source";
import { INVALID_BACKUP } from "../../../domain/backups/format";
import { BackupProblem, openRecords, type Records } from "../../../domain/backups/records";
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { MissingFiles, RecordChecker, type Look } from "../model/backupChecking";
import type { ArchiveFile } from "../model/backupMaking";
import { isMadeHere } from "../model/backupSignatures";

export interface BackupSource {
  readonly backup: Doc<"backups">;
  readonly records: Records;
  /** By the hash of the content. The same content may be stored several times. */
  readonly files: ReadonlyMap<string, readonly Id<"_storage">[]>;
  /** This server wrote the records. Other files may contain anything. */
  readonly isMadeHere: boolean;
}

async function readFiles(
  ctx: ActionCtx,
  { _id: backupId, kennelId }: Doc<"backups">,
): Promise<Map<string, Id<"_storage">[]>> {
  const files = new Map<string, Id<"_storage">[]>();
  let cursor: string | null = null;
  do {
    const page: { files: ArchiveFile[]; cursor: string | null } = await ctx.runQuery(
      internal.backups.backups.readFiles,
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

/** Throws BackupProblem if the backup is damaged. */
export async function readBackup(ctx: ActionCtx, backupId: Id<"backups">): Promise<BackupSource> {
  const backup: Doc<"backups"> | null = await ctx.runQuery(internal.backups.backups.read, { backupId });
  const text = backup?.recordsId && (await ctx.storage.get(backup.recordsId));
  if (!backup || !text) throw new BackupProblem(`${INVALID_BACKUP}: its records are missing`);
  const records = await openRecords(sourceOfBlob(text));
  return {
    backup,
    records,
    files: await readFiles(ctx, backup),
    isMadeHere: await isMadeHere(backup, records.metadata),
  };
}

export interface Findings {
  /** Empty if the backup can be restored. */
  readonly problems: string[];
  /** The file of these records is missing or damaged, so the restore leaves them out. */
  readonly missing: string[];
}

/**
 * Stops after too many problems. `sound` contains the hashes of undamaged files; `look` receives every record of a
 * known kind.
 */
export async function examineRecords(
  { records, files }: BackupSource,
  sound: { readonly has: (hash: string) => boolean },
  look: Look = () => undefined,
): Promise<Findings> {
  const checker = new RecordChecker();
  const missing = new MissingFiles(files, sound);
  for (const kind of records.kinds) {
    for await (const { first, rows } of records.parts(kind)) {
      for (const [place, row] of rows.entries()) {
        if (!checker.look(kind, row, first + place)) continue;
        missing.look(kind, row, first + place);
        look(kind, row, first + place);
      }
      if (checker.isFull) return { problems: checker.problems, missing: [] };
    }
  }
  return { problems: checker.problems, missing: missing.list };
}
