/**
 * Parses the argument of `withSearchIndex`: one text to search for and equalities on filter fields. The last term
 * also finds terms that begin with it. The messages and limits are Convex's.
 */
import { encodeKeyPart } from "../../values/key-codec.js";
import { isJsonObject } from "../../values/json.js";
import type { JsonValue } from "../../values/json.js";
import type { Table } from "../catalog.js";
import { DatabaseError, stagedIndex } from "../errors.js";
import { MAX_SEARCH_FILTERS, MAX_SEARCH_TERMS } from "../limits.js";
import type { TextIndex } from "./search-indexes.js";
import { termsOf } from "./terms.js";

export interface TextSearch {
  readonly table: Table;
  readonly index: TextIndex;
  /** The distinct terms in order. Empty if nothing can match. */
  readonly terms: readonly string[];
  /** The last term, which also finds all terms that begin with it. */
  readonly prefix: string;
  /** Every equality, by the position of its field in the index. One field may have several values. */
  readonly filters: readonly (readonly [field: number, value: string])[];
}

type SearchFilter =
  | { readonly type: "Search"; readonly fieldPath: string; readonly value: string }
  | { readonly type: "Eq"; readonly fieldPath: string; readonly value: JsonValue };

function parseFilters(filters: JsonValue | undefined): SearchFilter[] {
  if (!Array.isArray(filters)) throw malformed();
  return filters.map((filter) => {
    if (!isJsonObject(filter)) throw malformed();
    const { type, fieldPath, value } = filter;
    if (typeof fieldPath !== "string" || value === undefined) throw malformed();
    if (type === "Search" && typeof value === "string") return { type, fieldPath, value };
    if (type === "Eq") return { type, fieldPath, value };
    throw malformed();
  });
}

function malformed(): DatabaseError {
  return new DatabaseError(
    "InvalidArgument",
    "Invalid argument `query` for `queryStream`: bad search filter",
  );
}

function findIndex(table: Table, indexName: string): TextIndex {
  const index = table.search.text.find(({ name }) => name === indexName);
  const printable = `${table.name}.${indexName}`;
  if (index?.isStaged === true) throw stagedIndex(printable);
  if (index !== undefined) return index;
  const isOther = [...table.indexes, ...table.search.vector].some(({ name }) => name === indexName);
  throw isOther
    ? new DatabaseError("IndexNotASearchIndexError", `Index ${printable} is not a search index`)
    : new DatabaseError("IndexNotFoundError", `Index ${printable} not found.`);
}

export function compileSearch(
  table: Table,
  indexName: string,
  filterJson: JsonValue | undefined,
): TextSearch {
  const index = findIndex(table, indexName);
  const against = `Search query against ${table.name}.${indexName}`;
  let text: string | null = null;
  const filters: (readonly [number, string])[] = [];
  for (const filter of parseFilters(filterJson)) {
    if (filter.type === "Search") {
      requireSearchField(against, index, filter.fieldPath, text);
      text = filter.value;
    } else {
      const field = index.filterFields.indexOf(filter.fieldPath);
      if (field < 0) throw notFiltered(against, filter.fieldPath);
      filters.push([field, encodeKeyPart(filter.value)]);
    }
  }
  if (text === null) throw nothingToSearch(against, index);
  if (filters.length > MAX_SEARCH_FILTERS) throw tooManyFilters(against, filters.length);
  const given = termsOf(text).slice(0, MAX_SEARCH_TERMS);
  const prefix = given.at(-1) ?? "";
  // Two different values for one field can never match.
  const isImpossible = filters.some(([field, value]) => filters.some(([f, v]) => f === field && v !== value));
  const terms = isImpossible ? [] : [...new Set(given)];
  return { table, index, terms, prefix, filters };
}

function requireSearchField(against: string, index: TextIndex, field: string, known: string | null): void {
  if (field !== index.searchField) {
    throw new DatabaseError(
      "IncorrectSearchField",
      `${against} contains a search filter against "${field}", which doesn't match the indexed ` +
        `\`searchField\` "${index.searchField}".`,
    );
  }
  if (known === null) return;
  throw new DatabaseError(
    "DuplicateSearchFiltersError",
    `${against} contains multiple search filters against "${field}". Only one is allowed.`,
  );
}

function notFiltered(against: string, field: string): DatabaseError {
  return new DatabaseError(
    "IncorrectFilterFieldError",
    `${against} contains an equality filter on "${field}" but that field isn't indexed for filtering in ` +
      "`filterFields`.",
  );
}

function nothingToSearch(against: string, index: TextIndex): DatabaseError {
  return new DatabaseError(
    "MissingSearchFilterError",
    `${against} does not contain any search filters. You must include a search filter like ` +
      `\`q.search("${index.searchField}", searchText)\`.`,
  );
}

function tooManyFilters(against: string, count: number): DatabaseError {
  return new DatabaseError(
    "TooManyFilterConditionsInSearchQueryError",
    `${against} has too many filter conditions. Max: ${MAX_SEARCH_FILTERS} Actual: ${count}`,
  );
}
