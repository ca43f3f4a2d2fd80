/**
 * Converts a query as `convex/server` serializes it to a scan followed by filters and limits. The documents are
 * read one by one, and no more than requested.
 */
import { isJsonObject, parseJson } from "../values/json.js";
import type { JsonValue } from "../values/json.js";
import type { DocumentText, KeyRange, SerializedQuery, TableSpace } from "./api.js";
import { BY_CREATION_TIME, BY_ID } from "./catalog.js";
import type { CatalogView, Index, Table } from "./catalog.js";
import type { Order, Row } from "./document-store.js";
import { DatabaseError, stagedIndex } from "./errors.js";
import { compileFilter } from "./filter.js";
import type { Predicate } from "./filter.js";
import { compileRange, parseRange, wholeIndex } from "./index-range.js";
import { IndexScan } from "./index-scan.js";
import type { ScanContext } from "./index-scan.js";
import { MAX_OPERATORS } from "./limits.js";
import { SearchScan, wholeSearch } from "./search/search-scan.js";
import { compileSearch } from "./search/text-query.js";
import type { TextSearch } from "./search/text-query.js";

type Operator =
  | { readonly kind: "filter"; readonly predicate: Predicate }
  | { readonly kind: "limit"; readonly count: number };

export interface CompiledQuery {
  readonly source: Index | TextSearch;
  readonly range: KeyRange;
  readonly order: Order;
  readonly operators: readonly Operator[];
}

/** Throws a DatabaseError with Convex's message if the query is invalid. */
export function compileQuery(catalog: CatalogView, query: SerializedQuery, space: TableSpace): CompiledQuery {
  const source = query.source as JsonValue;
  if (!isJsonObject(source)) throw malformed();
  const operators = compileOperators(query.operators);
  const order = source.order === "desc" ? "desc" : "asc";
  switch (source.type) {
    case "FullTableScan": {
      if (typeof source.tableName !== "string") throw malformed();
      const index = catalog.table(source.tableName, space).byCreationTime;
      return { source: index, range: wholeIndex(index), order, operators };
    }
    case "IndexRange": {
      if (typeof source.indexName !== "string") throw malformed();
      const index = findIndex(catalog, source.indexName, space);
      return { source: index, range: compileRange(index, parseRange(source.range)), order, operators };
    }
    case "Search": {
      if (typeof source.indexName !== "string") throw malformed();
      const [tableName = "", indexName = ""] = source.indexName.split(".");
      const search = compileSearch(catalog.table(tableName, space), indexName, source.filters);
      return { source: search, range: wholeSearch(search), order: "asc", operators };
    }
    default:
      throw malformed();
  }
}

function findIndex(catalog: CatalogView, name: string, space: TableSpace): Index {
  const dot = name.indexOf(".");
  const table: Table = catalog.table(dot < 0 ? name : name.slice(0, dot), space);
  const indexName = name.slice(dot + 1);
  if (indexName === BY_ID) return table.byId;
  if (indexName === BY_CREATION_TIME) return table.byCreationTime;
  const index = table.indexes.find((candidate) => candidate.name === indexName);
  if (index === undefined) throw new DatabaseError("IndexNotFoundError", `Index ${name} not found.`);
  if (index.isStaged) throw stagedIndex(name);
  return index;
}

function compileOperators(operators: readonly unknown[]): Operator[] {
  if (operators.length > MAX_OPERATORS) {
    throw new DatabaseError(
      "InvalidArgument",
      `Can't construct query with more than ${MAX_OPERATORS} operators`,
    );
  }
  return operators.map((operator) => {
    const json = operator as JsonValue;
    if (!isJsonObject(json)) throw malformed();
    if (json.filter !== undefined) return { kind: "filter", predicate: compileFilter(json.filter) };
    const count = json.limit;
    if (typeof count !== "number" || !Number.isInteger(count) || count < 0) throw malformed();
    return { kind: "limit", count };
  });
}

function malformed(): DatabaseError {
  return new DatabaseError("InvalidArgument", "Invalid argument `query` for `queryStream`: malformed query");
}

export interface RowStream {
  next(): Row | null;
}

/** `isDone` tells whether the scan has reached its end. */
export interface Scan extends RowStream {
  readonly isDone: boolean;
}

export function orderingFields({ source }: CompiledQuery): readonly string[] {
  return "terms" in source ? [source.index.searchField, ...source.index.filterFields] : source.fields;
}

/** How many rows the first limit requests. Null if an operator before it may drop rows. */
function expectedRows(operators: readonly Operator[]): number | null {
  const [first] = operators;
  return first?.kind === "limit" ? first.count : null;
}

export function startQuery(
  context: ScanContext,
  query: CompiledQuery,
  range: KeyRange,
  expected: number | null,
): { scan: Scan; rows: RowStream } {
  const { source, order } = query;
  const fetch = expected ?? expectedRows(query.operators);
  const scan =
    "terms" in source
      ? new SearchScan(context, source, range)
      : new IndexScan(context, source, range, order, fetch);
  return { scan, rows: applyOperators(scan, query.operators) };
}

export function applyOperators(source: RowStream, operators: readonly Operator[]): RowStream {
  let rows = source;
  for (const operator of operators) {
    rows = operator.kind === "filter" ? filtered(rows, operator.predicate) : limited(rows, operator.count);
  }
  return rows;
}

function filtered(rows: RowStream, predicate: Predicate): RowStream {
  return {
    next() {
      for (let row = rows.next(); row !== null; row = rows.next()) {
        const document = parseJson(row.json);
        if (isJsonObject(document) && predicate(document)) return row;
      }
      return null;
    },
  };
}

function limited(rows: RowStream, count: number): RowStream {
  let left = count;
  return {
    next() {
      if (left === 0) return null;
      left -= 1;
      return rows.next();
    },
  };
}

export function textsOf(rows: RowStream): { next(): DocumentText | null } {
  return { next: () => rows.next()?.json ?? null };
}
