/**
 * The one place that talks to the SQLite driver. Statements take their parameters as one array, because a
 * lone Buffer argument crashes the driver, and answer rows as tuples. Every error names its SQL, and after it the
 * statement is whole again.
 */
import Driver from "libsql";
import BackgroundDriver from "libsql/promise";

export type SqlValue = string | number | Uint8Array | null;

export interface Statement<Row extends readonly SqlValue[]> {
  get(parameters: readonly SqlValue[]): Row | undefined;
  all(parameters: readonly SqlValue[]): Row[];
  /** Returns the row id of the last row inserted. */
  run(parameters: readonly SqlValue[]): number;
}

export interface Sqlite {
  prepare<Row extends readonly SqlValue[] = []>(sql: string): Statement<Row>;
  exec(sql: string): void;
  readonly isInTransaction: boolean;
  /** How many prepared statements have run that answer no rows. */
  readonly writes: number;
  close(): void;
}

/** A connection whose statements run on a thread of the driver. */
export interface BackgroundSqlite {
  exec(sql: string): Promise<void>;
  close(): void;
}

/** An error of SQLite with the statement that met it. */
export class SqliteError extends Error {
  /** SQLite's name for the error, such as SQLITE_BUSY; empty when the driver gave none. */
  readonly code: string;

  constructor(sql: string, cause: unknown) {
    const { message, code } = describe(cause);
    super(`${message} in: ${sql}`, { cause });
    this.name = "SqliteError";
    this.code = code;
  }
}

function describe(cause: unknown): { message: string; code: string } {
  if (!(cause instanceof Error)) return { message: String(cause), code: "" };
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  return { message: cause.message, code };
}

function attempt<T>(sql: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    throw new SqliteError(sql, cause);
  }
}

/** Opens a database file, or makes it. */
export function openSqlite(path: string): Sqlite {
  const driver = attempt(`open ${path}`, () => new Driver(path));
  const counter = { writes: 0 };
  return {
    prepare: <Row extends readonly SqlValue[]>(sql: string) => prepare<Row>(driver, sql, counter),
    exec: (sql) => attempt(sql, () => driver.exec(sql)),
    get isInTransaction() {
      return driver.inTransaction;
    },
    get writes() {
      return counter.writes;
    },
    close: () => driver.close(),
  };
}

/** Opens another connection to a database file, for work that nobody waits for. */
export function openBackground(path: string): BackgroundSqlite {
  const driver = attempt(`open ${path}`, () => new BackgroundDriver(path, {}));
  return {
    exec: async (sql) => {
      try {
        await driver.exec(sql);
      } catch (cause) {
        throw new SqliteError(sql, cause);
      }
    },
    close: () => driver.close(),
  };
}

function prepare<Row extends readonly SqlValue[]>(
  driver: Driver.Database,
  sql: string,
  counter: { writes: number },
): Statement<Row> {
  const start = () => {
    const statement = driver.prepare<unknown[]>(sql);
    // Only statements that answer rows know the raw mode, in which rows are arrays instead of objects.
    if (statement.reader) statement.raw(true);
    return statement;
  };
  // After an error the driver leaves a statement half run, with the parameters that it failed on: it is started again.
  let statement: Driver.Statement<unknown[]> | null = attempt(sql, start);
  const using = <T>(run: (whole: Driver.Statement<unknown[]>) => T): T => {
    try {
      statement ??= start();
      return run(statement);
    } catch (cause) {
      statement = null;
      throw new SqliteError(sql, cause);
    }
  };
  return {
    // The driver cannot know the columns' types; the SQL beside each call does.
    get: (parameters) => using((whole) => whole.get(parameters)) as Row | undefined,
    all: (parameters) => using((whole) => whole.all(parameters)) as Row[],
    run: (parameters) => {
      counter.writes += 1;
      return Number(using((whole) => whole.run(parameters)).lastInsertRowid);
    },
  };
}
