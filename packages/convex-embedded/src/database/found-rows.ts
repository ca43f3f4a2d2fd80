/**
 * Caches the rows of recent scans until an entry of their index is written. A live query runs again whenever a
 * document in it changes, but the change seldom moves the document in the index, so the other rows need not be
 * searched again. Rows that were found after a write of the open transaction are removed when this write is rolled
 * back.
 */
import type { KeyRange } from "./api.js";

/**
 * The maximum number of cached rows. A scan counts as some rows too, because its bounds are as long as the searched
 * values.
 */
const MAX_ROWS = 1 << 16;
const SCAN_OVERHEAD = 40;
const CHARACTERS_PER_ROW = 8;
/** The maximum number of rows of one scan. Longer scans are rare and would displace many others. */
const MAX_SCAN_ROWS = MAX_ROWS / 16;

const costOf = (scan: string, found: readonly number[]): number =>
  found.length + SCAN_OVERHEAD + Math.floor(scan.length / CHARACTERS_PER_ROW);

export class FoundRows {
  /** The scans by their index and their range. */
  #scans = new Map<number, Map<string, readonly number[]>>();
  #rows = 0;
  #hasOpenWrites = false;

  /** Returns the rows of a scan. Calls `find` if they are not cached. */
  of(
    indexId: number,
    { start, end }: Pick<KeyRange, "start" | "end">,
    how: string,
    find: () => readonly number[],
  ): readonly number[] {
    const scan = `${how} ${start.length} ${end === null} ${start}${end ?? ""}`;
    const known = this.#scans.get(indexId)?.get(scan);
    if (known !== undefined) return known;
    const found = find();
    const cost = costOf(scan, found);
    if (cost > MAX_SCAN_ROWS) return found;
    if (this.#rows + cost > MAX_ROWS) this.clear();
    this.#rows += cost;
    const scans = this.#scans.get(indexId);
    if (scans === undefined) this.#scans.set(indexId, new Map([[scan, found]]));
    else scans.set(scan, found);
    return found;
  }

  /** Called when an entry of an index was written. */
  written(indexId: number): void {
    this.#hasOpenWrites = true;
    const scans = this.#scans.get(indexId);
    if (scans === undefined) return;
    for (const [scan, found] of scans) this.#rows -= costOf(scan, found);
    this.#scans.delete(indexId);
  }

  /** Called when writes of the open transaction were rolled back. */
  undone(): void {
    if (this.#hasOpenWrites) this.clear();
  }

  /** Called when the open transaction has ended. */
  ended(isCommitted: boolean): void {
    if (!isCommitted) this.undone();
    this.#hasOpenWrites = false;
  }

  /** Removes everything. */
  clear(): void {
    this.#scans = new Map();
    this.#rows = 0;
  }
}
