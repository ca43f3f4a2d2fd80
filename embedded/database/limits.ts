/**
 * The limits that Convex sets to transactions and schemas: one place per number. Sources are the documentation,
 * docs.convex.dev/production/state/limits, and get-convex/convex-backend where that says more. Where the two
 * differ the stricter one holds, so that what runs here runs there.
 */

const MEBIBYTE = 1 << 20;

/** Docs: "Documents scanned". */
export const MAX_DOCUMENTS_READ = 32_000;
/** Docs: "Data read". */
export const MAX_BYTES_READ = 16 * MEBIBYTE;
/** Docs: "Index ranges read". */
export const MAX_RANGES_READ = 4096;
/** Docs: "Documents written". */
export const MAX_DOCUMENTS_WRITTEN = 16_000;
/** Docs: "Data written". */
export const MAX_BYTES_WRITTEN = 16 * MEBIBYTE;
/** Operators of one query (crates/common/src/query.rs, MAX_QUERY_OPERATORS). */
export const MAX_OPERATORS = 256;

/** Docs: "Tables". */
export const MAX_TABLES = 10_000;
/** Docs: "Indexes per table". */
export const MAX_INDEXES = 32;
/** Docs: "Fields per index". */
export const MAX_INDEX_FIELDS = 16;

/** Documents of the runtime itself hold other people's values whole, arguments of scheduled functions for instance. */
export const MAX_SYSTEM_DOCUMENT_BYTES = 20 * MEBIBYTE;
