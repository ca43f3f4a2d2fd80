/**
 * Collects what a transaction has read: keys of documents read by id, and for every query the interval up to the
 * last document it returned. Also enforces Convex's limits on reading, except for tables of the runtime itself.
 */
import { keyAfter } from "../values/key-codec.js";
import type { KeyRange, ReadSet, TransactionBudget, TransactionUsage, Usage } from "./api.js";
import { tooManyBytesRead, tooManyDocumentsRead, tooManyReads } from "./errors.js";
import { MAX_BYTES_READ, MAX_DOCUMENTS_READ, MAX_RANGES_READ } from "./limits.js";

/** A query that is still being read. Its interval grows. */
export interface OpenScan {
  readSoFar(): KeyRange | null;
}

/** The result is sorted by index and key. */
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

export function usageOf(used: number, limit: number): Usage {
  return { used, remaining: Math.max(0, limit - used) };
}

/** `used + budget`, but at most the previous limit. */
export function narrowed(limit: number, used: number, budget: number | undefined): number {
  return budget === undefined ? limit : Math.min(limit, used + budget);
}

export class ReadTracker {
  readonly #points = new Map<number, Set<string>>();
  readonly #scans: OpenScan[] = [];
  #ranges = 0;
  #documents = 0;
  #bytes = 0;
  #maxRanges = MAX_RANGES_READ;
  /**
   * With up to this many ranges, the limit cannot be exceeded. Touching ranges are merged only if there are more.
   */
  #rangesInLimit = MAX_RANGES_READ;
  #maxDocuments = MAX_DOCUMENTS_READ;
  #maxBytes = MAX_BYTES_READ;

  addPoint(indexId: number, key: string, isLimited: boolean): void {
    let points = this.#points.get(indexId);
    if (points === undefined) this.#points.set(indexId, (points = new Set()));
    if (points.has(key)) return;
    points.add(key);
    this.#countRange(isLimited, 0);
  }

  /** The interval of the query is determined when the read set is needed. */
  addScan(scan: OpenScan, isLimited: boolean): void {
    this.#scans.push(scan);
    // The scan will read at least one range.
    this.#countRange(isLimited, 1);
  }

  /** The number of ranges is only an upper bound, because Convex counts touching ranges as one. */
  #countRange(isLimited: boolean, unread: number): void {
    this.#ranges += 1;
    if (!isLimited || this.#ranges <= this.#rangesInLimit) return;
    const count = this.readSet().ranges.length + unread;
    if (count > this.#maxRanges) throw tooManyReads(this.#maxRanges);
    this.#rangesInLimit = this.#ranges + this.#maxRanges - count;
  }

  countDocument(size: number): void {
    this.#documents += 1;
    this.#bytes += size;
    if (this.#documents > this.#maxDocuments) throw tooManyDocumentsRead(this.#maxDocuments);
    if (this.#bytes > this.#maxBytes) throw tooManyBytesRead(this.#maxBytes);
  }

  usage(): Pick<TransactionUsage, "bytesRead" | "documentsRead" | "rangesRead"> {
    return {
      bytesRead: usageOf(this.#bytes, this.#maxBytes),
      documentsRead: usageOf(this.#documents, this.#maxDocuments),
      rangesRead: usageOf(this.#rangesRead(), this.#maxRanges),
    };
  }

  /** Convex counts touching ranges as one. They are merged only if many ranges were read. */
  #rangesRead(): number {
    return this.#ranges > MAX_RANGES_READ / 2 ? this.readSet().ranges.length : this.#ranges;
  }

  withBudget<T>({ bytesRead, documentsRead, rangesRead }: TransactionBudget, run: () => T): T {
    const outer = { bytes: this.#maxBytes, documents: this.#maxDocuments, ranges: this.#maxRanges };
    const outerRangesInLimit = this.#rangesInLimit;
    this.#maxBytes = narrowed(outer.bytes, this.#bytes, bytesRead);
    this.#maxDocuments = narrowed(outer.documents, this.#documents, documentsRead);
    if (rangesRead !== undefined) {
      this.#maxRanges = narrowed(outer.ranges, this.readSet().ranges.length, rangesRead);
      this.#rangesInLimit = narrowed(outerRangesInLimit, this.#ranges, rangesRead);
    }
    try {
      return run();
    } finally {
      this.#maxBytes = outer.bytes;
      this.#maxDocuments = outer.documents;
      this.#maxRanges = outer.ranges;
      this.#rangesInLimit = outerRangesInLimit;
    }
  }

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
