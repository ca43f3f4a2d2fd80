/**
 * Another connection to the database file, which sees one moment of it as long as it is open, whatever is committed
 * meanwhile. The log of commits cannot begin again while it is open, so it should not stay open longer than needed.
 */
import { openSqlite, type Sqlite } from "./sqlite.js";

/** Opens the present state of the file, read only. */
export function openFileSnapshot(path: string): Sqlite {
  const sqlite = openSqlite(path);
  try {
    sqlite.exec("PRAGMA query_only = 1; PRAGMA cache_size = -2048; BEGIN");
    // The moment is that of the first read.
    sqlite.prepare<[number]>("SELECT only_row FROM clock").get([]);
    return sqlite;
  } catch (error) {
    sqlite.close();
    throw error;
  }
}
