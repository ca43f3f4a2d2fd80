/**
 * Runs better-auth's statements beside a writer that may keep the file's write lock from one turn of the event loop
 * to the next. Each write waits for the lock outside SQLite. Reads need no lock.
 */
import {
  SqliteDialect,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from "kysely";
import { writeWhenFree, type Connection, type WhenIdle } from "./connection.js";

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
    // The driver has one connection and gives it to one caller at a time.
    releaseConnection: (connection) => driver.releaseConnection(connection),
    destroy: () => driver.destroy(),
  };
}

/** A transaction that stays open over several turns would block the runtime's writer. */
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
    // The driver runs the statement before it returns its promise.
    return await writeWhenFree(this.database, this.whenIdle, () => this.connection.executeQuery<Row>(query));
  }

  streamQuery<Row>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.connection.streamQuery<Row>(query, chunkSize);
  }
}
