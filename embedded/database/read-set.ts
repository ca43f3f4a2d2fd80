/**
 * Collects what a transaction has read: points of documents got by id, and for every query the interval up
 * to the last document it was given. Also holds the transaction to Convex's limits on reading; tables of
 * the runtime itself do not count.
 */
import { keyAfter } from "../values/key-codec.js";
import type { KeyRange, ReadSet, TransactionUsage, Usage } from "./api.js";
import { tooManyBytesRead, tooManyDocumentsRead, tooManyReads } from "./errors.js";
import { MAX_BYTES_READ, MAX_DOCUMENTS_READ, MAX_RANGES_READ } from "./limits.js";

/** A query that is still being read; its interval grows. */
export interface OpenScan {
  readSoFar(): KeyRange | null;
}

/** Joins ranges that overlap or touch, in order of index and key. */
export function mergeRanges(ranges: readonly KeyRange[]): KeyRange[] {
  const sorted = ranges
    .filter(({ start, end }) => end === null || start < end)
    .sort((a, b) => a.indexId - b.indexId || (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
  const merged: KeyRange[] = [];
  for (const range of sorted) {
    const last = merged.at(-1);
    if (last?.indexId === range.indexId && (last.end === null || last.end >= range.start)) {
      if (last.end !== null && (range.end === null || range.end > last.end)) {
        merged[merged.length - 1] = { ...last, end: range.end };
      }
    } else {
      merged.push(range);
    }
  }
  return merged;
}

/** Says how much of a limit was used. */
export function usageOf(used: number, limit: number): Usage {
  return { used, remaining: Math.max(0, limit - used) };
}

export class ReadTracker {
  readonly #points = new Map<number, Set<string>>();
  readonly #scans: OpenScan[] = [];
  #ranges = 0;
  #documents = 0;
  #bytes = 0;

  /** Notes that one key of an index was looked up. */
  addPoint(indexId: number, key: string, isLimited: boolean): void {
    let points = this.#points.get(indexId);
    if (points === undefined) this.#points.set(indexId, (points = new Set()));
    if (points.has(key)) return;
    points.add(key);
    this.#countRange(isLimited);
  }

  /** Notes a query; what it has read is asked when the read set is. */
  addScan(scan: OpenScan, isLimited: boolean): void {
    this.#scans.push(scan);
    this.#countRange(isLimited);
  }

  #countRange(isLimited: boolean): void {
    this.#ranges += 1;
    if (!isLimited || this.#ranges <= MAX_RANGES_READ) return;
    // Ranges that touch are one to Convex; merging all of them is worth it only this close to the limit.
    if (this.readSet().ranges.length > MAX_RANGES_READ) throw tooManyReads(MAX_RANGES_READ);
  }

  /** Counts one document that was read; throws when it was one too many. */
  countDocument(size: number): void {
    this.#documents += 1;
    this.#bytes += size;
    if (this.#documents > MAX_DOCUMENTS_READ) throw tooManyDocumentsRead(MAX_DOCUMENTS_READ);
    if (this.#bytes > MAX_BYTES_READ) throw tooManyBytesRead(MAX_BYTES_READ);
  }

  /** Answers how much was read so far. */
  usage(): Pick<TransactionUsage, "bytesRead" | "documentsRead" | "rangesRead"> {
    return {
      bytesRead: usageOf(this.#bytes, MAX_BYTES_READ),
      documentsRead: usageOf(this.#documents, MAX_DOCUMENTS_READ),
      rangesRead: usageOf(this.#ranges, MAX_RANGES_READ),
    };
  }

  /** Answers everything read so far. */
  readSet(): ReadSet {
    const ranges: KeyRange[] = [];
    for (const [indexId, keys] of this.#points) {
      for (const key of keys) ranges.push({ indexId, start: key, end: keyAfter(key) });
    }
    for (const scan of this.#scans) {
      const range = scan.readSoFar();
      if (range !== null) ranges.push(range);
    }
    return { ranges: mergeRanges(ranges) };
  }
}
