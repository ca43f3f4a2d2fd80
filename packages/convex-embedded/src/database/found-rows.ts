/**
 * Caches the rows of recent scans until an entry of their index is written. A live query runs again whenever a
 * document in it changes, but the change seldom moves the document in the index, so the other rows need not be
 * searched again. Rows that were found after a write of the open transaction are removed when this write is rolled
 * back.
 */
import type { KeyRange } from "./api.js";

/** A scan counts as some rows too, because its bounds are as long as the searched values. */
const MAX_ROWS = 1 << 16;
const SCAN_OVERHEAD = 40;
const CHARACTERS_PER_ROW = 8;
/** Longer scans are rare and would displace many others. */
const MAX_SCAN_ROWS = MAX_ROWS / 16;

const costOf = (scan: string, found: readonly number[]): number =>
  found.length + SCAN_OVERHEAD + Math.floor(scan.length / CHARACTERS_PER_ROW);

export class FoundRows {
  /** By index, then by range. */
  #scans = new Map<number, Map<string, readonly number[]>>();
  #rows = 0;
  #hasOpenWrites = false;

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

  written(indexId: number): void {
    this.#hasOpenWrites = true;
    const scans = this.#scans.get(indexId);
    if (scans === undefined) return;
    for (const [scan, found] of scans) this.#rows -= costOf(scan, found);
    this.#scans.delete(indexId);
  }

  undone(): void {
    if (this.#hasOpenWrites) this.clear();
  }

  ended(isCommitted: boolean): void {
    if (!isCommitted) this.undone();
    this.#hasOpenWrites = false;
  }

  clear(): void {
    this.#scans = new Map();
    this.#rows = 0;
  }
}
