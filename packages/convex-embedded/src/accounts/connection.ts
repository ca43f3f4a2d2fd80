/**
 * The accounts' own connection to the runtime's SQLite file. Every statement commits by itself: a
 * transaction held open between two turns of the event loop would lock out the runtime's writer, which
 * shares this thread and could never let it finish.
 */
import Database from "libsql";

const RETRY_MS = 1;
const GIVE_UP_MS = 5_000;

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

/** Resolves when the runtime holds no write transaction. */
export type WhenIdle = () => Promise<void>;

/** From now on a locked file is an error at once, see `writeWhenFree`. */
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

/**
 * Runs `write` in a transaction as soon as nobody else has the file's write lock. Waiting inside SQLite would stop the
 * very thread that has to let go of the lock, so a write that meets it steps back and comes again. `write` must not
 * wait for anything: the lock is gone within the turn in which it was taken.
 *
 * The lock is taken first, by itself. libsql leaves a prepared statement that met a lock half run until it is
 * garbage-collected, and while one such statement exists no later write of the connection commits; `exec` leaves
 * nothing behind.
 */
export async function writeWhenFree<T>(
  connection: Connection,
  whenIdle: WhenIdle,
  write: () => T,
): Promise<Awaited<T>> {
  const startedAt = performance.now();
  for (;;) {
    await whenIdle();
    try {
      connection.exec("BEGIN IMMEDIATE");
      break;
    } catch (error) {
      if (!isBusy(error) || performance.now() - startedAt > GIVE_UP_MS) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
  return await writeLocked(connection, write);
}

function writeLocked<T>(connection: Connection, write: () => T): T {
  try {
    const result = write();
    connection.exec("COMMIT");
    return result;
  } catch (error) {
    if (connection.inTransaction) connection.exec("ROLLBACK");
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    error.code.startsWith("SQLITE_BUSY")
  );
}
