/**
 * The only module that calls SQLite, through Node's own driver. Statements take their parameters as one array and
 * return rows as tuples. Every error contains its SQL and SQLite's name for the error.
 */
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { Worker } from "node:worker_threads";

export type SqlValue = string | number | Uint8Array | null;

export interface Statement<Row extends readonly SqlValue[]> {
  get(parameters: readonly SqlValue[]): Row | undefined;
  all(parameters: readonly SqlValue[]): Row[];
  run(parameters: readonly SqlValue[]): number;
}

export interface Sqlite {
  prepare<Row extends readonly SqlValue[] = []>(sql: string): Statement<Row>;
  exec(sql: string): void;
  readonly isInTransaction: boolean;
  readonly writes: number;
  close(): void;
}

/** Statements run in a separate thread, one at a time. */
export interface BackgroundSqlite {
  exec(sql: string): Promise<void>;
  close(): Promise<void>;
}

export class SqliteError extends Error {
  /** SQLite's name for the error, such as SQLITE_BUSY. Empty if the driver gave no name. */
  readonly code: string;

  constructor(sql: string, cause: unknown) {
    const { message, code } = describe(cause);
    super(`${message} in: ${sql}`, { cause });
    this.name = "SqliteError";
    this.code = code;
  }
}

/** The keys are SQLite's primary result codes, the low byte of Node's number. */
const NAMES: Readonly<Record<number, string>> = {
  1: "SQLITE_ERROR",
  3: "SQLITE_PERM",
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  19: "SQLITE_CONSTRAINT",
  23: "SQLITE_AUTH",
  26: "SQLITE_NOTADB",
};
/** The keys are SQLite's extended result codes. */
const KINDS: Readonly<Record<number, string>> = {
  1555: "SQLITE_CONSTRAINT_PRIMARYKEY",
  2067: "SQLITE_CONSTRAINT_UNIQUE",
};

/** Empty unless the error is one of Node's driver. */
export function sqliteCode(cause: unknown): string {
  const number = cause instanceof Error && "errcode" in cause ? Number(cause.errcode) : 0;
  return KINDS[number] ?? NAMES[number & 0xff] ?? (number > 0 ? `SQLITE_${number}` : "");
}

function describe(cause: unknown): { message: string; code: string } {
  return { message: cause instanceof Error ? cause.message : String(cause), code: sqliteCode(cause) };
}

function attempt<T>(sql: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    throw new SqliteError(sql, cause);
  }
}

/** Creates the file if it is missing. */
export function openSqlite(path: string): Sqlite {
  const driver = attempt(
    `open ${path}`,
    () => new DatabaseSync(path, { enableForeignKeyConstraints: false }),
  );
  const counter = { writes: 0 };
  return {
    prepare: <Row extends readonly SqlValue[]>(sql: string) => prepare<Row>(driver, sql, counter),
    exec: (sql) => attempt(sql, () => driver.exec(sql)),
    get isInTransaction() {
      return driver.isTransaction;
    },
    get writes() {
      return counter.writes;
    },
    close: () => driver.close(),
  };
}

const BACKGROUND = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { DatabaseSync } = require("node:sqlite");
  const driver = new DatabaseSync(workerData);
  parentPort.on("message", (sql) => {
    if (sql === null) {
      driver.close();
      return parentPort.close();
    }
    try {
      driver.exec(sql);
      parentPort.postMessage(null);
    } catch ({ message, errcode }) {
      parentPort.postMessage({ message, errcode });
    }
  });
`;

/** For work that must not delay the writer. */
export function openBackground(path: string): BackgroundSqlite {
  // The heap has no limit, because a heap that is too small for Node's own start would end the whole process.
  const thread = new Worker(BACKGROUND, { eval: true, workerData: path });
  const ended = new Promise<void>((resolve) => thread.once("exit", () => resolve()));
  return {
    exec: (sql) =>
      new Promise<void>((resolve, reject) => {
        const failed = (cause: unknown) => reject(new SqliteError(sql, cause));
        thread.once("error", failed);
        thread.once("message", (failure: { message: string; errcode: number } | null) => {
          thread.off("error", failed);
          if (failure === null) resolve();
          else failed(Object.assign(new Error(failure.message), failure));
        });
        thread.postMessage(sql);
      }),
    close: () => {
      thread.postMessage(null);
      return ended;
    },
  };
}

function prepare<Row extends readonly SqlValue[]>(
  driver: DatabaseSync,
  sql: string,
  counter: { writes: number },
): Statement<Row> {
  const statement: StatementSync = attempt(sql, () => driver.prepare(sql));
  if (statement.columns().length > 0) statement.setReturnArrays(true);
  // The driver reads the last row id after every statement, even COMMIT. Without this it throws for an id above
  // 2^53, although the work is done. Full-text tables create such ids.
  else statement.setReadBigInts(true);
  const using = <T>(run: () => T): T => attempt(sql, run);
  return {
    // The driver does not know the types of the columns. The SQL beside each call determines them.
    get: (parameters) => using(() => statement.get(...(parameters as SQLInputValue[]))) as Row | undefined,
    all: (parameters) => using(() => statement.all(...(parameters as SQLInputValue[]))) as unknown as Row[],
    run: (parameters) => {
      counter.writes += 1;
      return Number(using(() => statement.run(...(parameters as SQLInputValue[]))).lastInsertRowid);
    },
  };
}
