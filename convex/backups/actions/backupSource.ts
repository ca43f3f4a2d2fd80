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

/** The contents of a backup. */
export interface BackupSource {
  readonly backup: Doc<"backups">;
  readonly records: Records;
  /** The storage ids of the files by the hash of their content. The same content may be stored several times. */
  readonly files: ReadonlyMap<string, readonly Id<"_storage">[]>;
  /** Whether this server wrote the records. Other files may contain anything. */
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

/** Reads a backup; throws BackupProblem if the backup is damaged. */
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

/** The result of checking a backup. */
export interface Findings {
  /** Reasons why the backup cannot be restored; empty if the backup is valid. */
  readonly problems: string[];
  /** Records whose file is missing or damaged. The restore leaves these records out. */
  readonly missing: string[];
}

/**
 * Checks the records of a backup until too many problems are found. `sound` contains the hashes of undamaged files;
 * `look` receives every record of a known kind.
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
        // Records of unknown kinds are not checked further.
        if (!checker.look(kind, row, first + place)) continue;
        missing.look(kind, row, first + place);
        look(kind, row, first + place);
      }
      if (checker.isFull) return { problems: checker.problems, missing: [] };
    }
  }
  return { problems: checker.problems, missing: missing.list };
}
