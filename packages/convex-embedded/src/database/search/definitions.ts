/**
 * Parses the search and vector indexes of a table, including staged ones, from the JSON of a schema, and refuses
 * what Convex would refuse.
 */
import { isJsonObject } from "../../values/json.js";
import type { JsonObject, JsonValue } from "../../values/json.js";
import { DatabaseError } from "../errors.js";
import {
  MAX_DIMENSIONS,
  MAX_FILTER_FIELDS,
  MAX_INDEXES,
  MAX_SEARCH_INDEXES,
  MIN_DIMENSIONS,
} from "../limits.js";
import type { SearchDefinitions, TextIndexDefinition, VectorIndexDefinition } from "./search-indexes.js";

const IDENTIFIER = /^[a-zA-Z][a-zA-Z0-9_]{0,63}$/;
const FIELD_PATH = /^[ -#%-~][ -~]*$/;

/** An index must not have the name of one in `others`. */
export function parseSearchDefinitions(
  table: string,
  json: JsonObject,
  others: readonly { readonly name: string }[],
): SearchDefinitions {
  const text = [
    ...objectsIn(json.searchIndexes).map((index) => parseTextIndex(table, index, false)),
    ...objectsIn(json.stagedSearchIndexes).map((index) => parseTextIndex(table, index, true)),
  ];
  const vector = [
    ...objectsIn(json.vectorIndexes).map((index) => parseVectorIndex(table, index, false)),
    ...objectsIn(json.stagedVectorIndexes).map((index) => parseVectorIndex(table, index, true)),
  ];
  requireAtMost(table, text, MAX_SEARCH_INDEXES, "search indexes");
  requireAtMost(table, vector, MAX_SEARCH_INDEXES, "vector indexes");
  requireAtMost(table, [...others, ...text, ...vector], MAX_INDEXES, "indexes");
  requireDistinct(table, text, "search", "searchField", ({ searchField, filterFields }) => [
    searchField,
    ...[...filterFields].sort(),
  ]);
  requireDistinct(table, vector, "vector", "vectorField", ({ vectorField, dimensions }) => [
    vectorField,
    dimensions,
  ]);
  const names = [...others, ...text, ...vector].map(({ name }) => name);
  const duplicate = names.find((name, i) => names.indexOf(name) !== i);
  if (duplicate !== undefined) {
    throw new DatabaseError(
      "IndexNamesNotUnique",
      `Table "${table}" has two or more definitions of index "${duplicate}".`,
    );
  }
  return { text, vector };
}

function requireAtMost(table: string, indexes: readonly unknown[], limit: number, what: string): void {
  if (indexes.length <= limit) return;
  throw new DatabaseError("TooManyIndexes", `Table "${table}" cannot have more than ${limit} ${what}.`);
}

function requireDistinct<Index extends { readonly name: string }>(
  table: string,
  indexes: readonly Index[],
  kind: "search" | "vector",
  field: string,
  contentOf: (index: Index) => readonly unknown[],
): void {
  const contents = indexes.map((index) => JSON.stringify(contentOf(index)));
  const second = contents.findIndex((content, i) => contents.indexOf(content) !== i);
  if (second < 0) return;
  const first = indexes[contents.indexOf(contents[second] ?? "")]?.name ?? "";
  throw new DatabaseError(
    kind === "search" ? "SearchIndexFieldNotUnique" : "VectorIndexFieldNotUnique",
    `In table "${table}" ${kind} index "${first}" and ${kind} index "${indexes[second]?.name ?? ""}" have the same ` +
      `\`${field}\`. They should be one index with all \`filterField\`s, of which queries use those they need.`,
  );
}

function objectsIn(list: JsonValue | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function parseTextIndex(table: string, json: JsonObject, isStaged: boolean): TextIndexDefinition {
  const name = nameOf(table, json);
  const searchField = fieldOf(name, json.searchField);
  return { name, searchField, filterFields: filterFieldsOf(name, json), isStaged };
}

function parseVectorIndex(table: string, json: JsonObject, isStaged: boolean): VectorIndexDefinition {
  const name = nameOf(table, json);
  const { dimensions } = json;
  const isValid =
    typeof dimensions === "number" &&
    Number.isInteger(dimensions) &&
    dimensions >= MIN_DIMENSIONS &&
    dimensions <= MAX_DIMENSIONS;
  if (!isValid) {
    throw new DatabaseError(
      "InvalidVectorDimensionError",
      `Dimensions ${JSON.stringify(dimensions)} must be between ${MIN_DIMENSIONS} and ${MAX_DIMENSIONS}.`,
    );
  }
  const vectorField = fieldOf(name, json.vectorField);
  return { name, vectorField, dimensions, filterFields: filterFieldsOf(name, json), isStaged };
}

function nameOf(table: string, { indexDescriptor }: JsonObject): string {
  const name = typeof indexDescriptor === "string" ? indexDescriptor : "";
  if (name.startsWith("_") || name === "by_id" || name === "by_creation_time") {
    throw new DatabaseError(
      "IndexNameReserved",
      `In table "${table}" cannot name an index "${name}" because the name is reserved. Indexes may not ` +
        'start with an underscore or be named "by_id" or "by_creation_time".',
    );
  }
  if (IDENTIFIER.test(name)) return name;
  throw new DatabaseError(
    "InvalidIndexName",
    `Invalid index name: "${name}". Identifiers must be 64 characters or less, start with a letter, and ` +
      "only contain letters, digits, underscores.",
  );
}

function fieldOf(index: string, field: JsonValue | undefined): string {
  if (typeof field === "string" && field.split(".").every((part) => FIELD_PATH.test(part))) return field;
  throw new DatabaseError(
    "InvalidIndexField",
    `In index "${index}": Invalid index field: ${JSON.stringify(field)}`,
  );
}

function filterFieldsOf(index: string, { filterFields }: JsonObject): string[] {
  const fields = Array.isArray(filterFields) ? filterFields.map((field) => fieldOf(index, field)) : [];
  const duplicate = fields.find((field, i) => fields.indexOf(field) !== i);
  if (duplicate !== undefined) {
    throw new DatabaseError(
      "FieldsNotUniqueWithinIndex",
      `Duplicate field "${duplicate}". Index fields must be unique within an index.`,
    );
  }
  if (fields.length > MAX_FILTER_FIELDS) {
    throw new DatabaseError(
      "IndexTooManyFilterFields",
      `Search indexes may have up to ${MAX_FILTER_FIELDS} filter fields.`,
    );
  }
  return fields;
}
