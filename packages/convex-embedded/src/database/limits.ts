/**
 * The limits that Convex sets for transactions and schemas. Sources are the documentation,
 * docs.convex.dev/production/state/limits, and get-convex/convex-backend for details. If the two differ, the
 * stricter limit is used, so that code that runs here also runs there.
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
/** Docs: "Indexes per table", search indexes included. */
export const MAX_INDEXES = 32;
/** Docs: "Fields per index". */
export const MAX_INDEX_FIELDS = 16;

/** Docs, full text search and vector search: "indexes per table", of one kind. */
export const MAX_SEARCH_INDEXES = 4;
/** Docs: "Filters per search index" and "Filters per vector index". */
export const MAX_FILTER_FIELDS = 16;
/** Docs: "Terms per search query"; further terms are ignored silently. */
export const MAX_SEARCH_TERMS = 16;
/** Docs: "Maximum term length"; terms of this length or longer are ignored silently. */
export const SEARCH_TERM_BYTES = 32;
/** Docs: "Filters per search query". */
export const MAX_SEARCH_FILTERS = 8;
/** Docs: "Maximum result set". */
export const MAX_SEARCH_RESULTS = 1024;
/** Docs: "Dimension fields". */
export const MIN_DIMENSIONS = 2;
export const MAX_DIMENSIONS = 4096;
/** Docs, vector search: "Filters per search query". */
export const MAX_VECTOR_FILTERS = 64;
/** Docs, vector search: "Maximum result set". */
export const MAX_VECTOR_RESULTS = 256;
export const DEFAULT_VECTOR_RESULTS = 10;

/** Documents of the runtime's own tables contain users' values, such as the arguments of scheduled functions. */
export const MAX_SYSTEM_DOCUMENT_BYTES = 20 * MEBIBYTE;
