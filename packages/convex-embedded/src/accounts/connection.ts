/**
 * The accounts' own connection to the runtime's SQLite file. Every statement commits by itself. The runtime's
 * writer shares this thread, so a transaction that stays open between two turns of the event loop would block the
 * writer forever.
 */
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { sqliteCode } from "../storage/sqlite.js";

const RETRY_MS = 1;
const GIVE_UP_MS = 5_000;

/** During the start, a backup or another tool gets this long to release the file. */
const START_TIMEOUT_MS = 5_000;

export interface Connection {
  prepare(sql: string): {
    readonly reader: boolean;
    get(parameters?: readonly unknown[]): unknown;
    all(parameters?: readonly unknown[]): unknown[];
    run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
    iterate(parameters: readonly unknown[]): IterableIterator<unknown>;
  };
  exec(sql: string): void;
  readonly inTransaction: boolean;
  close(): void;
}

/** With the same durability as the runtime's own connection. */
export function openConnection(dbPath: string): Connection {
  const driver = new DatabaseSync(dbPath, { timeout: START_TIMEOUT_MS });
  driver.exec(
    "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON; PRAGMA cache_size = -512",
  );
  const named = <T>(run: () => T): T => {
    try {
      return run();
    } catch (error) {
      // better-auth and the accounts recognize errors by SQLite's names for them.
      throw error instanceof Error ? Object.assign(error, { code: sqliteCode(error) }) : error;
    }
  };
  return {
    prepare: (sql) => {
      const statement = named(() => driver.prepare(sql));
      const reader = statement.columns().length > 0;
      // Otherwise, if the last row id is above 2^53, the driver throws after a statement without rows, although the
      // statement has run.
      if (!reader) statement.setReadBigInts(true);
      const values = (parameters: readonly unknown[] = []) => parameters as SQLInputValue[];
      return {
        reader,
        get: (parameters) => named(() => statement.get(...values(parameters))),
        all: (parameters) => named(() => statement.all(...values(parameters))),
        run: (parameters) => named(() => statement.run(...values(parameters))),
        iterate: (parameters) => statement.iterate(...values(parameters)),
      };
    },
    exec: (sql) => named(() => driver.exec(sql)),
    get inTransaction() {
      return driver.isTransaction;
    },
    close: () => driver.close(),
  };
}

/** Resolves when the runtime holds no write transaction. */
export type WhenIdle = () => Promise<void>;

/** From now on a locked file causes an error immediately (see `writeWhenFree`). */
export function stopWaiting(connection: Connection): void {
  connection.exec("PRAGMA busy_timeout = 0");
}

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
 * Runs `write` in a transaction as soon as nobody else has the file's write lock. Waiting inside SQLite would stop
 * the thread that must release the lock, so a write that finds the file locked is repeated later. `write` must not
 * wait for anything, because the lock must be released within the same turn of the event loop.
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
