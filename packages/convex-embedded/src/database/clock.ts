/**
 * The two clocks of a database. Commit timestamps are nanoseconds and rise with every commit; creation times
 * are milliseconds and rise with every new document. Both go on from where they were after a restart, even
 * when the machine's clock went back meanwhile. A database that is opened begins at the present time at least: clients
 * have seen what was before, also when an older copy of the data has taken its place.
 */
import type { Sqlite, Statement } from "../storage/sqlite.js";
import type { Timestamp } from "./api.js";

const NANOSECONDS_PER_MS = 1_000_000n;
/** The distance of two neighbouring floats at today's milliseconds. */
const CREATION_TIME_STEP = 2 ** -12;

export class DatabaseClock {
  readonly #save: Statement<[]>;
  #ts: Timestamp;
  /** What the file says with the open transaction, and with what was committed. */
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

  /** The timestamp of the newest durable commit. */
  get ts(): Timestamp {
    return this.#ts;
  }

  /** The timestamp of a commit that follows one with timestamp `previous`. */
  after(previous: Timestamp): Timestamp {
    const wall = this.#wall();
    return wall > previous ? wall : previous + 1n;
  }

  #wall(): Timestamp {
    return BigInt(Math.floor(this.now())) * NANOSECONDS_PER_MS;
  }

  /** A creation time above all others. */
  nextCreationTime(): number {
    this.#creationTime = Math.max(this.now(), this.#creationTime + CREATION_TIME_STEP);
    return this.#creationTime;
  }

  /** The timestamp in the file, which rises with every transaction that was saved, also with those that readers do not see. */
  get committedTs(): Timestamp {
    return this.#committedTs;
  }

  /** Writes both clocks into the open transaction; one that changes no document needs no timestamp of its own. */
  save(ts: Timestamp = 0n): void {
    const next = this.#savedTs + 1n;
    this.#savedTs = ts > next ? ts : next;
    this.#save.run([String(this.#savedTs), this.#creationTime]);
  }

  /** Notes that what was saved is committed. */
  committed(): void {
    this.#committedTs = this.#savedTs;
  }

  /** Notes that the transaction with this timestamp is committed. */
  advance(ts: Timestamp): void {
    this.#ts = ts;
    this.committed();
  }
}
