/**
 * Small facts of the runtime that survive a restart. All of them are in memory. A new value is durable immediately,
 * or with the next commit if a batch is open.
 */
import { SqliteError } from "../storage/sqlite.js";
import type { Sqlite, Statement } from "../storage/sqlite.js";
import type { DatabaseClock } from "./clock.js";

export class MetaFacts {
  readonly #values: Map<string, string>;
  readonly #pending = new Set<string>();
  readonly #write: Statement<[]>;

  constructor(
    private readonly sqlite: Sqlite,
    private readonly clock: DatabaseClock,
    private readonly flushNow: () => void,
  ) {
    this.#values = new Map(sqlite.prepare<[string, string]>("SELECT name, value FROM meta").all([]));
    this.#write = sqlite.prepare(
      "INSERT INTO meta (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
    );
  }

  get(name: string): string | null {
    return this.#values.get(name) ?? null;
  }

  /** Returns false if the fact waits for the next commit. */
  set(name: string, value: string): boolean {
    this.#values.set(name, value);
    this.#pending.add(name);
    if (this.sqlite.isInTransaction) return false;
    try {
      // `exec` acquires the lock first, because the driver leaves a prepared statement half executed if the
      // database is locked.
      this.sqlite.exec("BEGIN IMMEDIATE");
    } catch (error) {
      if (error instanceof SqliteError && error.code.startsWith("SQLITE_BUSY")) return false;
      throw error;
    }
    this.writePending();
    this.clock.save();
    this.sqlite.exec("COMMIT");
    this.clock.committed();
    this.flushNow();
    this.markWritten();
    return true;
  }

  get hasPending(): boolean {
    return this.#pending.size > 0;
  }

  writePending(): void {
    for (const name of this.#pending) this.#write.run([name, this.#values.get(name) ?? ""]);
  }

  markWritten(): void {
    this.#pending.clear();
  }
}
