/**
 * Reads a range of an index document by document. Rows are fetched in growing batches, so that one document is
 * cheap and a thousand need few statements. The first batch has the usual length of recent ranges of the index.
 * Only returned documents count as read. If the same transaction writes between two steps, the scan fetches again
 * from its position.
 */
import { keyAfter } from "../values/key-codec.js";
import type { KeyRange, Timestamp } from "./api.js";
import type { Index } from "./catalog.js";
import type { DocumentSource, Order, Row } from "./document-store.js";
import type { OpenScan, ReadTracker } from "./read-set.js";

const FIRST_FETCH = 16;
const FETCH_GROWTH = 4;
const MAX_FETCH = 1024;

export interface ScanContext {
  readonly source: DocumentSource;
  readonly reads: ReadTracker;
  readonly ts: Timestamp;
  /** Whether the newest committed state is read. False in write jobs. */
  readonly isNewest: boolean;
  /** Increases with every write of the transaction. */
  readonly writeVersion: number;
}

export class IndexScan implements OpenScan {
  #rows: Row[] = [];
  #next = 0;
  #fetch: number;
  #fetchedAt = -1;
  #last: Row | null = null;
  #given = 0;
  /** Whether it is unknown how many rows will be read. */
  readonly #isOpenEnded: boolean;
  /** Whether the last fetched batch reaches the end of the range. */
  #isTail = false;
  #isDone: boolean;

  constructor(
    private readonly context: ScanContext,
    private readonly index: Index,
    private readonly range: KeyRange,
    private readonly order: Order,
    expected: number | null,
  ) {
    this.#isOpenEnded = expected === null;
    this.#fetch = Math.max(1, Math.min(expected ?? Math.max(index.usualRows + 1, FIRST_FETCH), MAX_FETCH));
    this.#isDone = range.end !== null && range.start >= range.end;
    context.reads.addScan(this, !index.table.isSystem);
  }

  next(): Row | null {
    if (this.#isDone) return null;
    if (this.#fetchedAt !== this.context.writeVersion) this.#refillAfterWrite();
    let row = this.#rows[this.#next];
    if (row === undefined && !this.#isTail) {
      this.#refill();
      row = this.#rows[this.#next];
    }
    if (row === undefined) {
      this.#isDone = true;
      this.#rows = [];
      if (this.#isOpenEnded) this.index.usualRows = this.#given;
      return null;
    }
    if (!this.index.table.isSystem) this.context.reads.countDocument(row.size);
    this.#next += 1;
    this.#given += 1;
    this.#last = row;
    return row;
  }

  #refillAfterWrite(): void {
    // A function that writes between two steps of a query usually does so at every step, so each fetch is small.
    if (this.#fetchedAt >= 0) this.#fetch = FETCH_GROWTH;
    this.#refill();
  }

  #refill(): void {
    const rest = this.#rest();
    this.#rows = this.context.source.scan(this.index, rest, this.order, this.#fetch);
    this.#isTail = this.#rows.length < this.#fetch;
    this.#fetchedAt = this.context.writeVersion;
    this.#fetch = Math.min(Math.max(this.#fetch, FIRST_FETCH / FETCH_GROWTH) * FETCH_GROWTH, MAX_FETCH);
    this.#next = 0;
  }

  #rest(): KeyRange {
    if (this.#last === null) return this.range;
    const last = this.#last.key;
    return this.order === "asc" ? { ...this.range, start: keyAfter(last) } : { ...this.range, end: last };
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  readSoFar(): KeyRange | null {
    if (this.#isDone) return this.range;
    if (this.#last === null) return null;
    const last = this.#last.key;
    return this.order === "asc" ? { ...this.range, end: keyAfter(last) } : { ...this.range, start: last };
  }
}
