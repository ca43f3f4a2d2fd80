/**
 * Copies a database file as of one moment, while another process may write it. SQLite reads one committed state,
 * including the write-ahead log, and writes it to a new file.
 */
import { closeSync, existsSync, fsyncSync, openSync } from "node:fs";
import { damaged, newerVersion } from "./errors.js";
import { CURRENT_VERSION, versionOf } from "./migrations.js";
import { openSqlite, SqliteError } from "./sqlite.js";

/** `to` must not exist. Syncs the copy. */
export function copyStore(from: string, to: string): void {
  if (!existsSync(from)) throw damaged(from, new Error("there is no such file"));
  const sqlite = openSqlite(from);
  try {
    const found = versionOf(sqlite);
    if (found > CURRENT_VERSION) throw newerVersion(from, found, CURRENT_VERSION);
    sqlite.exec("PRAGMA busy_timeout = 10000;");
    sqlite.exec(`VACUUM INTO '${to.replaceAll("'", "''")}'`);
  } catch (error) {
    if (error instanceof SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code))
      throw damaged(from, error);
    throw error;
  } finally {
    sqlite.close();
  }
  const file = openSync(to, "r+");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
