/**
 * Reads one page of a query. Without an end cursor the page has the requested length, and a full page is not the
 * last. With an end cursor the page contains everything up to that cursor, so that a page keeps its borders when it
 * is read again.
 */
import { keyAfter } from "../values/key-codec.js";
import type { KeyRange, Page, PageOptions, SerializedQuery } from "./api.js";
import type { Order, Row } from "./document-store.js";
import { DatabaseError, isReadLimit } from "./errors.js";
import type { ScanContext } from "./index-scan.js";
import { fingerprint } from "./page-cursor.js";
import type { CursorPosition, CursorSealer } from "./page-cursor.js";
import { MAX_BYTES_READ, MAX_DOCUMENTS_READ } from "./limits.js";
import { applyOperators, orderingFields, startQuery } from "./query.js";
import type { CompiledQuery, RowStream, Scan } from "./query.js";

/** The fraction of a limit after which a page should be split. */
const SOFT_SHARE = 0.75;
const SOFT_MAX_PAGE_LENGTH = 8192 * SOFT_SHARE;

class PageLimitReached extends Error {}

class PageMeter {
  readonly rows: Row[] = [];
  bytes = 0;

  constructor(
    private readonly scan: Scan,
    private readonly maxRows: number | null,
    private readonly maxBytes: number | null,
  ) {}

  next(): ReturnType<RowStream["next"]> {
    if (this.maxRows !== null && this.rows.length >= this.maxRows) throw new PageLimitReached();
    if (this.maxBytes !== null && this.bytes >= this.maxBytes) throw new PageLimitReached();
    const row = this.scan.next();
    if (row !== null) {
      this.bytes += row.size;
      this.rows.push(row);
    }
    return row;
  }
}

export function readPage(
  context: ScanContext,
  sealer: CursorSealer,
  query: CompiledQuery,
  serialized: SerializedQuery,
  options: PageOptions,
): Page {
  checkOptions(options);
  const mark = fingerprint(serialized, orderingFields(query));
  const start = options.cursor === null ? null : sealer.open(options.cursor, mark);
  const endText = options.endCursor ?? null;
  const end = endText === null ? null : sealer.open(endText, mark);
  const range = between(query.range, query.order, start, end);
  const pageQuery = { ...query, operators: [] };
  const { scan } = startQuery(context, pageQuery, range, options.numItems);
  const isBounded = end !== null;
  const meter = new PageMeter(
    scan,
    isBounded ? null : (options.maximumRowsRead ?? null),
    isBounded ? null : (options.maximumBytesRead ?? null),
  );
  const rows = applyOperators(meter, query.operators);
  const { documents, isOverLimit } = collect(rows, meter, isBounded ? Infinity : options.numItems);
  const reached = scan.isDone ? "end" : positionOf(meter, start);
  const position = end ?? reached;
  const split = meter.rows.length > 2 ? meter.rows[Math.floor(meter.rows.length / 2)] : undefined;
  return {
    documents,
    isDone: position === "end",
    continueCursor: endText ?? sealer.seal(position, mark),
    splitCursor: split === undefined ? null : sealer.seal({ after: split.key }, mark),
    pageStatus: isOverLimit
      ? "SplitRequired"
      : isLong(documents.length, meter, options)
        ? "SplitRecommended"
        : null,
  };
}

function checkOptions({ numItems, maximumRowsRead, maximumBytesRead }: PageOptions): void {
  if (!Number.isInteger(numItems)) {
    throw new DatabaseError("InvalidArgument", `A page has a whole number of items, not ${numItems}`);
  }
  if (numItems <= 0) {
    throw new DatabaseError("NoDocumentsForPagination", "Must request at least 1 document while paginating");
  }
  if (numItems > MAX_DOCUMENTS_READ) {
    throw new DatabaseError("PageSizeTooLarge", `Requested too many items: ${numItems}`);
  }
  if (maximumRowsRead === 0 || maximumBytesRead === 0) {
    throw new DatabaseError(
      "InvalidPaginationLimit",
      "maximumRowsRead and maximumBytesRead must be greater than 0",
    );
  }
}

function collect(rows: RowStream, meter: PageMeter, count: number) {
  const documents: string[] = [];
  try {
    while (documents.length < count) {
      const row = rows.next();
      if (row === null) return { documents, isOverLimit: false };
      documents.push(row.json);
    }
    return { documents, isOverLimit: false };
  } catch (error) {
    // A page with some results is better than an error. The client continues from its end.
    const isOverLimit = error instanceof PageLimitReached || (isReadLimit(error) && meter.rows.length > 0);
    if (!isOverLimit) throw error;
    return { documents, isOverLimit };
  }
}

function positionOf(meter: PageMeter, start: CursorPosition | null): CursorPosition {
  const last = meter.rows.at(-1);
  return last === undefined ? (start ?? "end") : { after: last.key };
}

function isLong(length: number, meter: PageMeter, options: PageOptions): boolean {
  const maxRows = Math.min(options.maximumRowsRead ?? MAX_DOCUMENTS_READ, MAX_DOCUMENTS_READ);
  const maxBytes = Math.min(options.maximumBytesRead ?? MAX_BYTES_READ, MAX_BYTES_READ);
  return (
    meter.rows.length > Math.floor(maxRows * SOFT_SHARE) ||
    meter.bytes > Math.floor(maxBytes * SOFT_SHARE) ||
    length > SOFT_MAX_PAGE_LENGTH
  );
}

/** The result includes `end`. */
function between(
  range: KeyRange,
  order: Order,
  start: CursorPosition | null,
  end: CursorPosition | null,
): KeyRange {
  let { start: low, end: high } = range;
  const isAscending = order === "asc";
  if (start === "end") high = low;
  else if (start !== null && isAscending) low = maxKey(low, keyAfter(start.after));
  else if (start !== null) high = minKey(high, start.after);
  if (end !== null && end !== "end") {
    if (isAscending) high = minKey(high, keyAfter(end.after));
    else low = maxKey(low, end.after);
  }
  return { indexId: range.indexId, start: low, end: high };
}

function maxKey(a: string, b: string): string {
  return a > b ? a : b;
}

function minKey(a: string | null, b: string): string {
  return a === null || b < a ? b : a;
}
