/**
 * Opens the database file of a data folder: in WAL mode, with this version's layout, intact according to a quick
 * check, and in one process at a time, which holds the lock of a file beside it. SQLite itself only syncs around
 * checkpoints (synchronous=NORMAL), which keeps the file intact. The caller of flush() makes sure that commits are
 * on disk.
 */
import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { damaged, locked, newerVersion, StorageError, unwritable, writeFailed } from "./errors.js";
import type { Loss } from "./errors.js";
import { CURRENT_VERSION, migrate, versionOf } from "./migrations.js";
import { checkpoint, Checkpoints, KEPT_LOG_BYTES } from "./checkpoints.js";
import { openCommitMark, readMark } from "./commit-mark.js";
import type { CommitMark } from "./commit-mark.js";
import { droppedCommits } from "./dropped-commits.js";
import { takeFileLock } from "./file-lock.js";
import type { FileLock } from "./file-lock.js";
import { openLogFile } from "./log-file.js";
import type { LogFile } from "./log-file.js";
import { openSqlite, SqliteError } from "./sqlite.js";
import type { Sqlite } from "./sqlite.js";

/**
 * A small cache is enough, because recently read documents are already in memory, and the operating system caches
 * the pages.
 */
const CACHE_KIBIBYTES = 4096;
/**
 * If the log has this many pages, because the background thread has not written them back, a commit does so itself.
 */
const CHECKPOINT_PAGES = 32_000;

export interface Store {
  readonly sqlite: Sqlite;
  readonly log: LogFile;
  readonly mark: CommitMark;
  /** Null if no acknowledged commit is missing. */
  readonly loss: Loss | null;
  committed(): void;
  close(): Promise<void>;
}

/** Throws a StorageError that explains what to do. */
export function openStore(path: string): Store {
  prepareFolder(path);
  const lock = takeLock(path);
  try {
    // This must come before SQLite reads the log, because SQLite does not report what it ignores, and soon
    // overwrites it.
    const dropped = droppedCommits(`${path}-wal`);
    const acknowledged = readMark(path);
    const sqlite = openDatabaseFile(path, acknowledged ?? 0n);
    const found = newestCommit(sqlite);
    const gap = acknowledged !== null && acknowledged > found ? { found, acknowledged } : null;
    const mark = openCommitMark(path);
    const log = openLogFile(`${path}-wal`);
    // A process that was killed may have committed changes that it had not flushed.
    if (hasContent(`${path}-wal`)) log.flushNow();
    const checkpoints = new Checkpoints(path, sqlite);
    return {
      sqlite,
      log,
      mark,
      loss: dropped > 0 || gap !== null ? { droppedCommits: dropped, gap } : null,
      committed: () => checkpoints.committed(),
      close: async () => {
        await checkpoints.close();
        // An empty log tells the next start that this stop was normal.
        checkpoint(sqlite, "TRUNCATE");
        log.close();
        mark.close();
        sqlite.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

function prepareFolder(path: string): void {
  const folder = dirname(path);
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK | constants.X_OK);
    if (existsSync(path)) accessSync(path, constants.R_OK | constants.W_OK);
  } catch (cause) {
    throw unwritable(folder, cause);
  }
}

function takeLock(path: string): FileLock {
  let lock: FileLock | null;
  try {
    lock = takeFileLock(`${path}.lock`);
  } catch (cause) {
    throw isDiskFault(cause) ? writeFailed(path, cause) : unwritable(dirname(path), cause);
  }
  if (lock === null) throw locked(path, new Error("its lock is held"));
  return lock;
}

function openDatabaseFile(path: string, acknowledged: bigint): Sqlite {
  const wasLeftOpen = hasContent(`${path}-wal`);
  let sqlite: Sqlite | null = null;
  try {
    sqlite = openSqlite(path);
    const found = versionOf(sqlite);
    if (found > CURRENT_VERSION) throw newerVersion(path, found, CURRENT_VERSION);
    sqlite.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -${CACHE_KIBIBYTES}; PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
      PRAGMA journal_size_limit = ${KEPT_LOG_BYTES};`);
    // If the log is missing, the file may contain pages of several moments.
    if (wasLeftOpen || (found > 0 && newestCommit(sqlite) < acknowledged)) requireIntact(sqlite, path);
    migrate(sqlite);
    sqlite.exec("PRAGMA synchronous = NORMAL;");
    return sqlite;
  } catch (cause) {
    sqlite?.close();
    throw explainOpening(path, cause);
  }
}

function newestCommit(sqlite: Sqlite): bigint {
  return BigInt(sqlite.prepare<[string]>("SELECT ts FROM clock").get([])?.[0] ?? 0);
}

function hasContent(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0;
}

/** Reads every page, so it is done only after a loss or an abnormal stop. */
function requireIntact(sqlite: Sqlite, path: string): void {
  const answer = sqlite.prepare<[string]>("PRAGMA quick_check(1)").get([])?.[0];
  if (answer !== "ok") throw damaged(path, new Error(answer));
}

function isDiskFault(cause: unknown): boolean {
  return cause instanceof SqliteError && /^SQLITE_(FULL|IOERR)/.test(cause.code);
}

/** An internal error is returned unchanged. */
export function explainOpening(path: string, cause: unknown): unknown {
  if (cause instanceof StorageError || !(cause instanceof SqliteError)) return cause;
  if (cause.code.startsWith("SQLITE_BUSY")) return locked(path, cause);
  if (isDiskFault(cause)) return writeFailed(path, cause);
  const isAccess = /^SQLITE_(CANTOPEN|READONLY|PERM|AUTH)/.test(cause.code);
  return isAccess ? unwritable(path, cause) : damaged(path, cause);
}
