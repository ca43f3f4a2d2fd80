/**
 * Another connection to the database file, which sees the state of one moment while it is open, whatever is
 * committed later. While it is open the log of commits cannot start again, so it should be closed as soon as
 * possible.
 */
import { openSqlite, type Sqlite } from "./sqlite.js";

export function openFileSnapshot(path: string): Sqlite {
  const sqlite = openSqlite(path);
  try {
    sqlite.exec("PRAGMA query_only = 1; PRAGMA cache_size = -2048; BEGIN");
    // The connection sees the moment of its first read.
    sqlite.prepare<[number]>("SELECT only_row FROM clock").get([]);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}
