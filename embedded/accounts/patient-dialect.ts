/**
 * Runs better-auth's statements beside a writer that may hold the file's write lock from one turn of the
 * event loop to the next. Waiting inside SQLite would stop the very thread that has to let go of the lock,
 * so a write that meets the lock steps back and comes again; reads never meet it.
 *
 * A write takes the lock first, by itself. libsql leaves a prepared statement that met a lock half run until
 * it is garbage-collected, and while one such statement exists no later write of the connection commits;
 * `exec` leaves nothing behind.
 */
import {
  SqliteDialect,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from "kysely";
import type { Connection } from "./connection.js";

const RETRY_MS = 1;
const GIVE_UP_MS = 5_000;

/** Resolves when the runtime holds no write transaction. */
export type WhenIdle = () => Promise<void>;

export class PatientDialect extends SqliteDialect {
  constructor(
    private readonly database: Connection,
    private readonly whenIdle: WhenIdle,
  ) {
    super({ database });
  }

  override createDriver(): Driver {
    return patient(super.createDriver(), this.database, this.whenIdle);
  }
}

function patient(driver: Driver, database: Connection, whenIdle: WhenIdle): Driver {
  return {
    init: () => driver.init(),
    async acquireConnection() {
      return new PatientConnection(await driver.acquireConnection(), database, whenIdle);
    },
    beginTransaction: () => refuseTransaction(),
    commitTransaction: () => refuseTransaction(),
    rollbackTransaction: () => refuseTransaction(),
    // The driver has one connection and hands it to one caller at a time.
    releaseConnection: (connection) => driver.releaseConnection(connection),
    destroy: () => driver.destroy(),
  };
}

/** A transaction of ours, open over several turns, would lock out the runtime's writer. */
async function refuseTransaction(): Promise<void> {
  throw new Error("Accounts write one statement at a time");
}

class PatientConnection implements DatabaseConnection {
  constructor(
    private readonly connection: DatabaseConnection,
    private readonly database: Connection,
    private readonly whenIdle: WhenIdle,
  ) {}

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    if (query.query.kind === "SelectQueryNode") return this.connection.executeQuery<Row>(query);
    const startedAt = performance.now();
    for (;;) {
      await this.whenIdle();
      try {
        this.database.exec("BEGIN IMMEDIATE");
        break;
      } catch (error) {
        if (!isBusy(error) || performance.now() - startedAt > GIVE_UP_MS) throw error;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
    return this.#write(query);
  }

  /** The driver runs the statement before it returns its promise, so the lock is gone within this turn. */
  #write<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      const result = this.connection.executeQuery<Row>(query);
      this.database.exec("COMMIT");
      return result;
    } catch (error) {
      if (this.database.inTransaction) this.database.exec("ROLLBACK");
      throw error;
    }
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.connection.streamQuery<Row>(query, chunkSize);
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
