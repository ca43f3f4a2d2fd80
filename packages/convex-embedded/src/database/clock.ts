/**
 * The two clocks of a database. Commit timestamps are nanoseconds that increase with every commit. Creation times
 * are milliseconds that increase with every new document. Both continue after a restart, even if the machine's
 * clock was set back. When the database is opened, both start at the present time or later, because clients may have
 * seen later states if an older copy of the data has replaced the file.
 */
import type { Sqlite, Statement } from "../storage/sqlite.js";
import type { Timestamp } from "./api.js";

const NANOSECONDS_PER_MS = 1_000_000n;
/** The distance of two neighboring floats at today's milliseconds. */
const CREATION_TIME_STEP = 2 ** -12;

export class DatabaseClock {
  readonly #save: Statement<[]>;
  #ts: Timestamp;
  /** What the open transaction has written, and what the last commit has. */
  #savedTs: Timestamp;
  #committedTs: Timestamp;
  #creationTime: number;

  constructor(
    sqlite: Sqlite,
    private readonly now: () => number,
  ) {
    const row = sqlite
      .prepare<[ts: string, creationTime: number]>("SELECT ts, creation_time FROM clock")
      .get([]);
    const saved = BigInt(row?.[0] ?? 0);
    const justBeforeNow = this.#wall() - 1n;
    this.#ts = justBeforeNow > saved ? justBeforeNow : saved;
    this.#savedTs = this.#ts;
    this.#committedTs = saved;
    this.#creationTime = row?.[1] ?? 0;
    this.#save = sqlite.prepare("UPDATE clock SET ts = ?, creation_time = ?");
  }

  get ts(): Timestamp {
    return this.#ts;
  }

  after(previous: Timestamp): Timestamp {
    const wall = this.#wall();
    return wall > previous ? wall : previous + 1n;
  }

  #wall(): Timestamp {
    return BigInt(Math.floor(this.now())) * NANOSECONDS_PER_MS;
  }

  nextCreationTime(): number {
    this.#creationTime = Math.max(this.now(), this.#creationTime + CREATION_TIME_STEP);
    return this.#creationTime;
  }

  /**
   * The timestamp in the file. It increases with every stored transaction, even with those that readers cannot see.
   */
  get committedTs(): Timestamp {
    return this.#committedTs;
  }

  /** Must be called inside the open transaction. A transaction that changes no document needs no new timestamp. */
  save(ts: Timestamp = 0n): void {
    const next = this.#savedTs + 1n;
    this.#savedTs = ts > next ? ts : next;
    this.#save.run([String(this.#savedTs), this.#creationTime]);
  }

  committed(): void {
    this.#committedTs = this.#savedTs;
  }

  advance(ts: Timestamp): void {
    this.#ts = ts;
    this.committed();
  }
}
