/**
 * A lock that one process holds at a time. It is SQLite's own lock on a file, so the operating system releases it
 * however the process ends.
 */
import { openSqlite, SqliteError } from "./sqlite.js";
import type { Sqlite } from "./sqlite.js";

export interface FileLock {
  release(): void;
}

/** Creates the file if it is missing. Returns null if another process holds the lock. */
export function takeFileLock(path: string): FileLock | null {
  let lock: Sqlite | null = null;
  try {
    lock = openSqlite(path);
    lock.exec("BEGIN EXCLUSIVE");
    const held = lock;
    return { release: () => held.close() };
  } catch (error) {
    lock?.close();
    if (error instanceof SqliteError && error.code === "SQLITE_BUSY") return null;
    throw error;
  }
}
