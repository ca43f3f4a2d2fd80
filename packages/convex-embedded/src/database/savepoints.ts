/**
 * Nested savepoints of one SQLite transaction. A savepoint is opened in SQLite only when something is written
 * inside it, because most parts of most functions write nothing. The outermost level, one job of a batch, has no
 * savepoint at first. If a job fails after a write, the transaction runs again with a savepoint for each job.
 */
import type { Sqlite, Statement } from "../storage/sqlite.js";

interface Level {
  readonly save: Statement<[]>;
  readonly release: Statement<[]>;
  readonly undo: Statement<[]>;
}

export class Savepoints {
  readonly #levels: Level[] = [];
  #depth = 0;
  #opened = 0;
  #hasOutermost = true;
  #isSpoilt = false;

  constructor(private readonly sqlite: Sqlite) {}

  #level(number: number): Level {
    const known = this.#levels[number];
    if (known !== undefined) return known;
    const name = `level_${number}`;
    const level = {
      save: this.sqlite.prepare(`SAVEPOINT ${name}`),
      release: this.sqlite.prepare(`RELEASE ${name}`),
      undo: this.sqlite.prepare(`ROLLBACK TO ${name}`),
    };
    this.#levels[number] = level;
    return level;
  }

  /** Without an outermost level, the writes of a single job cannot be rolled back. */
  begin(hasOutermost: boolean): void {
    this.#hasOutermost = hasOutermost;
    this.#isSpoilt = false;
  }

  /** Whether the transaction contains writes that should have been rolled back. */
  get isSpoilt(): boolean {
    return this.#isSpoilt;
  }

  /** Nothing happens in SQLite yet. */
  enter(): number {
    this.#depth += 1;
    return this.#depth - 1;
  }

  beforeWrite(): void {
    while (this.#opened < this.#depth) {
      if (this.#isInSqlite(this.#opened)) this.#level(this.#opened).save.run([]);
      this.#opened += 1;
    }
  }

  /**
   * Keeps the level's writes or rolls them back. Inner levels that have not ended are ended too, because code that
   * is stopped from outside runs no `finally`.
   */
  leave(number: number, isKept: boolean): void {
    this.#depth = number;
    if (this.#opened <= this.#depth) return;
    this.#opened = this.#depth;
    if (!this.#isInSqlite(this.#depth)) {
      this.#isSpoilt ||= !isKept;
      return;
    }
    const level = this.#level(this.#depth);
    if (!isKept) level.undo.run([]);
    level.release.run([]);
  }

  #isInSqlite(level: number): boolean {
    return level > 0 || this.#hasOutermost;
  }

  reset(): void {
    this.#depth = 0;
    this.#opened = 0;
    this.#isSpoilt = false;
  }
}
