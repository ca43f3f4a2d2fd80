/**
 * Parses the argument of `ctx.vectorSearch`: a vector, the number of results, and a filter of equalities, one of
 * which must match. The limits are Convex's.
 */
import { encodeKeyPart } from "../../values/key-codec.js";
import { isJsonObject } from "../../values/json.js";
import type { JsonValue } from "../../values/json.js";
import type { Table } from "../catalog.js";
import { DatabaseError, stagedIndex } from "../errors.js";
import { DEFAULT_VECTOR_RESULTS, MAX_VECTOR_FILTERS, MAX_VECTOR_RESULTS } from "../limits.js";
import type { VectorIndex } from "./search-indexes.js";
import { direction, numbersOf } from "./vector-entry.js";

export interface VectorSearch {
  readonly index: VectorIndex;
  /** Scaled to length 1. */
  readonly vector: Float32Array;
  readonly limit: number;
  /** If there are filters, at least one of them must match. */
  readonly filters: readonly Equality[];
}

/** Throws a DatabaseError with the reason if the search is invalid. */
export function compileVectorSearch(given: unknown, tableOf: (name: string) => Table): VectorSearch {
  const query = given as JsonValue;
  if (!isJsonObject(query) || typeof query.indexName !== "string") throw invalid("malformed query");
  const [tableName = "", indexName = ""] = query.indexName.split(".");
  const index = findIndex(tableOf(tableName), query.indexName, indexName);
  const numbers = numbersOf(query.vector);
  if (numbers === null) throw invalid("`vector` must be an array of numbers");
  if (numbers.length !== index.dimensions) {
    throw new DatabaseError(
      "VectorDimensionsMismatch",
      `Expected a vector with dimensions ${index.dimensions}, received ${numbers.length}.`,
    );
  }
  const expressions = query.expressions ?? null;
  const filters = expressions === null ? [] : distinct(equalities(query.indexName, index, expressions));
  if (filters.length > MAX_VECTOR_FILTERS) {
    throw new DatabaseError(
      "TooManyElementsInVectorQueryError",
      `Vector query against ${query.indexName} has too many conditions. Max: ${MAX_VECTOR_FILTERS} ` +
        `Actual: ${filters.length}`,
    );
  }
  return { index, vector: direction(numbers), limit: limitOf(query.limit), filters };
}

function findIndex(table: Table, printable: string, name: string): VectorIndex {
  const index = table.search.vector.find((candidate) => candidate.name === name);
  if (index?.isStaged === true) throw stagedIndex(printable);
  if (index !== undefined) return index;
  const isOther = [...table.indexes, ...table.search.text].some((candidate) => candidate.name === name);
  throw isOther
    ? new DatabaseError("IndexNotAVectorIndexError", `Index ${printable} is not a vector index`)
    : new DatabaseError("IndexNotFoundError", `Index ${printable} not found.`);
}

function limitOf(limit: JsonValue | undefined): number {
  if (limit === undefined || limit === null) return DEFAULT_VECTOR_RESULTS;
  if (typeof limit !== "number" || !Number.isInteger(limit) || limit < 1) {
    throw invalid(
      `\`limit\` must be a whole number between 1 and ${MAX_VECTOR_RESULTS}, got ${JSON.stringify(limit)}`,
    );
  }
  if (limit <= MAX_VECTOR_RESULTS) return limit;
  throw new DatabaseError(
    "VectorLimitTooLargeError",
    `Vector queries can fetch at most ${MAX_VECTOR_RESULTS} results, requested ${limit}.`,
  );
}

type Equality = readonly [field: number, value: string];

function distinct(filters: readonly Equality[]): readonly Equality[] {
  return [...new Map(filters.map((filter) => [filter.join(), filter])).values()];
}

function equalities(printable: string, index: VectorIndex, expression: JsonValue): Equality[] {
  if (isJsonObject(expression) && Array.isArray(expression.$or)) {
    return expression.$or.flatMap((part) => equalities(printable, index, part));
  }
  if (!isJsonObject(expression) || !Array.isArray(expression.$eq)) {
    throw invalidFilter("Filters should be a combination of `q.eq` and `q.or`.");
  }
  const [left, right] = expression.$eq;
  if (
    !isJsonObject(left) ||
    typeof left.$field !== "string" ||
    !isJsonObject(right) ||
    right.$literal === undefined
  ) {
    throw invalidFilter("`q.eq` must take a field path as its first argument and a value as its second");
  }
  const field = index.filterFields.indexOf(left.$field);
  if (field < 0) {
    throw new DatabaseError(
      "IncorrectVectorFilterField",
      `Vector query against ${printable} contains a filter on "${left.$field}" but that field isn't indexed for ` +
        "filtering in `filterFields`.",
    );
  }
  return [[field, encodeKeyPart(right.$literal)]];
}

function invalidFilter(problem: string): DatabaseError {
  return new DatabaseError("InvalidVectorSearchFilter", problem);
}

function invalid(problem: string): DatabaseError {
  return new DatabaseError("InvalidArgument", `Invalid argument \`query\` for \`vectorSearch\`: ${problem}`);
}
