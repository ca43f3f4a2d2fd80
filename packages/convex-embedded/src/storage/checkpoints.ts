/**
 * Writes the log of commits back to the database file in parallel to the writer, so that no commit waits for it. A
 * second connection does this on its own thread, which ends with the round and frees its memory.
 *   enough was written ─► a pass, and another for the writes during the first
 *                           └─ still commits beside it: the writer itself writes the small rest
 *                         the next commit starts the log again
 *   nothing was written for some time ─► a pass, then the writer empties the log: the next start reads nothing
 * Nothing is lost if a pass fails. It syncs the log before and the file after, and the log keeps all data that the
 * file does not have. An unflushed commit may become durable here, which does no harm. The second connection never
 * takes the lock for writing, so the writer never waits for it.
 */
import { openBackground, SqliteError } from "./sqlite.js";
import type { BackgroundSqlite, Sqlite } from "./sqlite.js";

export interface CheckpointOptions {
  /** Each writing statement makes about one page of the log. */
  readonly writesPerRound: number;
  readonly idleMs: number;
}

/** The log keeps this much space on the disk when it starts again, because overwriting is faster than growing. */
export const KEPT_LOG_BYTES = 1 << 24;
const DEFAULTS: CheckpointOptions = { writesPerRound: 4000, idleMs: 30_000 };
/** The second pass is short, and little is written during it. A third would only delay commits. */
const MAX_PASSES = 2;

export class Checkpoints {
  #round: Promise<void> | null = null;
  #idle: NodeJS.Timeout | null = null;
  #commits = 0;
  #writesAtRound = 0;
  /** The rest of the log that only the writer can write back. */
  #isLagging = false;
  #isClosed = false;
  private readonly options: CheckpointOptions;

  constructor(
    private readonly path: string,
    private readonly writer: Sqlite,
    options: Partial<CheckpointOptions> = {},
  ) {
    this.options = { ...DEFAULTS, ...options };
  }

  committed(): void {
    this.#commits += 1;
    this.#idle ??= this.#waitForIdle();
    if (this.#isLagging) setImmediate(() => this.#catchUp());
    else if (this.writer.writes - this.#writesAtRound >= this.options.writesPerRound) void this.#startRound();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#idle !== null) clearTimeout(this.#idle);
    await this.#round;
  }

  #startRound(): Promise<void> {
    if (this.#round !== null) return this.#round;
    this.#writesAtRound = this.writer.writes;
    this.#round = this.#runRound().finally(() => (this.#round = null));
    return this.#round;
  }

  async #runRound(): Promise<void> {
    const background = openBackground(this.path);
    try {
      for (let pass = 0; pass < MAX_PASSES; pass += 1) {
        const before = this.#commits;
        await this.#pass(background);
        if (this.#commits === before || this.#isClosed) return;
      }
      this.#isLagging = true;
    } finally {
      await background.close();
    }
  }

  async #pass(background: BackgroundSqlite): Promise<void> {
    try {
      await background.exec("PRAGMA synchronous = FULL; PRAGMA wal_checkpoint(PASSIVE)");
    } catch (error) {
      // The disk is full or defective. The log contains everything, and the writer will get the same error and
      // report it.
      if (!(error instanceof SqliteError)) throw error;
    }
  }

  /** The rest was added during the last pass and is small. Afterwards the log can begin again. */
  #catchUp(): void {
    if (!this.#isLagging || this.#isClosed || this.#round !== null || this.writer.isInTransaction) return;
    this.#isLagging = false;
    checkpoint(this.writer, "PASSIVE");
  }

  #waitForIdle(): NodeJS.Timeout {
    const seen = this.#commits;
    const timer = setTimeout(() => {
      this.#idle = null;
      if (this.#commits !== seen) this.#idle = this.#waitForIdle();
      else void this.#empty(seen);
    }, this.options.idleMs);
    return timer.unref();
  }

  async #empty(seen: number): Promise<void> {
    await this.#startRound();
    if (this.#commits !== seen || this.#isClosed || this.writer.isInTransaction) return;
    checkpoint(this.writer, "TRUNCATE");
  }
}

/** Uses the writer's own connection, and writes back as much as readers allow. */
export function checkpoint(writer: Sqlite, mode: "PASSIVE" | "TRUNCATE"): void {
  try {
    writer.exec(`PRAGMA wal_checkpoint(${mode})`);
  } catch (error) {
    // There is still a reader, or the disk is full or defective. The log remains, and nothing is lost.
    if (!(error instanceof SqliteError) || !/^SQLITE_(BUSY|LOCKED|FULL|IOERR)/.test(error.code)) throw error;
  }
}
