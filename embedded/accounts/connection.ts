/**
 * The accounts' own connection to the runtime's SQLite file. Every statement commits by itself: a
 * transaction held open between two turns of the event loop would lock out the runtime's writer, which
 * shares this thread and could never let it finish.
 */
import Database from "libsql";

/** While starting, a backup or another tool gets this long to let go of the file. */
const START_TIMEOUT_MS = 5_000;

export type Connection = InstanceType<typeof Database>;

/** Opens the file with the durability that the runtime's own connection has. */
export function openConnection(dbPath: string): Connection {
  const connection = new Database(dbPath, { timeout: START_TIMEOUT_MS });
  connection.pragma("journal_mode = WAL");
  connection.pragma("synchronous = FULL");
  connection.pragma("foreign_keys = ON");
  connection.pragma("cache_size = -512");
  return connection;
}

/** From now on a locked file is an error at once, see PatientDialect. */
export function stopWaiting(connection: Connection): void {
  connection.pragma("busy_timeout = 0");
}

/** Runs `work` in one transaction; `work` must not wait for anything. */
export function inTransaction(connection: Connection, work: () => void): void {
  connection.exec("BEGIN IMMEDIATE");
  try {
    work();
    connection.exec("COMMIT");
  } catch (error) {
    connection.exec("ROLLBACK");
    throw error;
  }
}
