/**
 * Errors of the data folder or its database file. Each message is one sentence that tells the person who starts the
 * runtime what to do, so that it can be printed unchanged.
 */
import { newestBackup } from "./newest-backup.js";

export type StorageErrorCode = "Unwritable" | "NewerVersion" | "Damaged" | "Locked" | "WriteFailed";

/** Commits that were acknowledged and are no longer in the file. */
export interface Loss {
  /** How many commits come after the damage in the log. */
  readonly droppedCommits: number;
  /** The newest commit in the file and the newest acknowledged one. Null if these are the same. */
  readonly gap: { readonly found: bigint; readonly acknowledged: bigint } | null;
}

export class StorageError extends Error {
  constructor(
    readonly code: StorageErrorCode,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = "StorageError";
  }
}

export function unwritable(path: string, cause: unknown): StorageError {
  return new StorageError(
    "Unwritable",
    `Cannot write to ${path}: allow this user to write there, or choose another data folder with --data.`,
    cause,
  );
}

export function newerVersion(path: string, found: number, known: number): StorageError {
  return new StorageError(
    "NewerVersion",
    `The database ${path} was written by a newer version (format ${found}, this version reads up to ${known}): ` +
      "start it with that version, or restore an older backup.",
  );
}

function whereBackupIs(path: string): string {
  const backup = newestBackup(path);
  if (backup === null) return "No backup of it is known.";
  return `Its newest backup is ${backup.file}, of ${backup.madeAt}.`;
}

/** For a file that is not an intact SQLite database. */
export function damaged(path: string, cause: unknown): StorageError {
  return new StorageError(
    "Damaged",
    `The database ${path} is damaged: restore it from a backup, or move it away to begin with an empty one. ${whereBackupIs(path)}`,
    cause,
  );
}

/** Tells the operator what was lost with a damaged, truncated or deleted log, and where the newest backup is. */
export function lostCommits(path: string, { droppedCommits: count, gap }: Loss): string {
  const known = `${count === 1 ? "1 commit" : `${count} commits`} behind the damage could not be read`;
  const missing = gap === null ? [] : [`what was acknowledged ${span(gap)} is missing`];
  const lost = [...(count === 0 ? [] : [known]), ...missing].join(", and ");
  return (
    `The log of the database ${path} was damaged, cut or deleted: ${lost}. ${whereBackupIs(path)} ` +
    "Restore one if the loss matters, and check the disk."
  );
}

function span({ found, acknowledged }: NonNullable<Loss["gap"]>): string {
  const until = `until ${instant(acknowledged)}`;
  return found === 0n ? until : `after ${instant(found)} ${until}`;
}

const instant = (ts: bigint): string => new Date(Number(ts / 1_000_000n)).toISOString();

export function locked(path: string, cause: unknown): StorageError {
  return new StorageError(
    "Locked",
    `The database ${path} is in use by another process: stop that one first, or choose another data folder with --data.`,
    cause,
  );
}

export function writeFailed(path: string, cause: unknown): StorageError {
  // The inner error names what is wrong without the statement that failed.
  const below = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause;
  const reason = below instanceof Error ? below.message : String(below);
  return new StorageError(
    "WriteFailed",
    `Could not write to the database ${path} (${reason}): check the disk and its free space.`,
    cause,
  );
}
