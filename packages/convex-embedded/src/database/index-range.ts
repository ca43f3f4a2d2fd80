/**
 * Compiles the range in `withIndex` to one interval of keys. Equalities may come in any order but must cover the
 * first fields of the index. The field after them may have bounds. A bound includes values of other types,
 * according to Convex's total order. The messages are Convex's.
 */
import { displayValue } from "../values/display.js";
import { encodeKeyPart, keyAfter, keyAfterPrefix } from "../values/key-codec.js";
import { isJsonObject } from "../values/json.js";
import type { JsonValue } from "../values/json.js";
import type { KeyRange } from "./api.js";
import type { Index } from "./catalog.js";
import { DatabaseError } from "./errors.js";

export interface RangeExpression {
  readonly type: "Eq" | "Gt" | "Gte" | "Lt" | "Lte";
  readonly fieldPath: string;
  readonly value: JsonValue;
}

interface Bound {
  readonly key: string;
  readonly isInclusive: boolean;
}

interface SplitRange {
  readonly equalities: Map<string, JsonValue>;
  readonly boundField: string | null;
  readonly lower: Bound | null;
  readonly upper: Bound | null;
}

const COMPARATORS = { Gt: ">", Gte: ">=", Lt: "<", Lte: "<=" } as const;

export function parseRange(range: unknown): RangeExpression[] {
  if (!Array.isArray(range) || !range.every(isRangeExpression)) {
    throw new DatabaseError("InvalidArgument", "Invalid argument `query` for `queryStream`: bad index range");
  }
  return range;
}

function isRangeExpression(value: unknown): value is RangeExpression {
  const candidate = value as JsonValue;
  return (
    isJsonObject(candidate) &&
    typeof candidate.type === "string" &&
    (candidate.type === "Eq" || candidate.type in COMPARATORS) &&
    typeof candidate.fieldPath === "string" &&
    candidate.value !== undefined
  );
}

export function wholeIndex(index: Index): KeyRange {
  return { indexId: index.id, start: "", end: null };
}

export function compileRange(index: Index, expressions: readonly RangeExpression[]): KeyRange {
  const name = `${index.table.name}.${index.name}`;
  const split = splitRange(name, expressions);
  const fields = [...index.fields, "_id"];
  const equalities = [...split.equalities.keys()];
  for (const field of equalities) if (!fields.includes(field)) throw fieldNotInIndex(name, field, index);
  equalities.sort((a, b) => fields.indexOf(a) - fields.indexOf(b));
  const { boundField } = split;
  if (boundField !== null && !fields.includes(boundField)) throw fieldNotInIndex(name, boundField, index);
  const used = boundField === null ? equalities : [...equalities, boundField];
  const wrong = used.find((field, i) => field !== fields[i]);
  if (wrong !== undefined) throw fieldsOutOfOrder(name, index, used, wrong);
  const prefix = equalities.map((field) => encodeKeyPart(split.equalities.get(field))).join("");
  // If every field is given, there is only one key, and an interval that contains only this key is the most
  // precise.
  const isWholeKey = (upper: Bound | null) =>
    (upper === null ? equalities.length : used.length) === fields.length;
  return {
    indexId: index.id,
    start: startOf(prefix, split.lower),
    end: endOf(prefix, split.upper, isWholeKey(split.upper)),
  };
}

function startOf(prefix: string, lower: Bound | null): string {
  if (lower === null) return prefix;
  const bound = prefix + lower.key;
  return lower.isInclusive ? bound : (keyAfterPrefix(bound) ?? keyAfter(bound));
}

function endOf(prefix: string, upper: Bound | null, isWholeKey: boolean): string | null {
  if (upper === null) return endAfter(prefix, isWholeKey);
  const bound = prefix + upper.key;
  return upper.isInclusive ? endAfter(bound, isWholeKey) : bound;
}

function endAfter(bound: string, isWholeKey: boolean): string | null {
  return isWholeKey ? keyAfter(bound) : keyAfterPrefix(bound);
}

function splitRange(name: string, expressions: readonly RangeExpression[]): SplitRange {
  const equalities = new Map<string, JsonValue>();
  let boundField: string | null = null;
  let lower: Bound | null = null;
  let upper: Bound | null = null;
  for (const { type, fieldPath, value } of expressions) {
    if (type === "Eq") {
      if (equalities.has(fieldPath)) {
        throw alreadyDefined("equality", fieldPath, "==", equalities.get(fieldPath));
      }
      equalities.set(fieldPath, value);
      continue;
    }
    const isUpper = type === "Lt" || type === "Lte";
    if ((isUpper ? upper : lower) !== null) {
      throw alreadyDefined(isUpper ? "upper" : "lower", fieldPath, COMPARATORS[type], value);
    }
    if (boundField !== null && boundField !== fieldPath) {
      throw boundsOnSeveralFields(name, boundField, fieldPath);
    }
    boundField = fieldPath;
    const bound = { key: encodeKeyPart(value), isInclusive: type === "Gte" || type === "Lte" };
    if (isUpper) upper = bound;
    else lower = bound;
  }
  if (boundField !== null && equalities.has(boundField)) {
    throw alreadyDefined("inequality", boundField, "==", equalities.get(boundField));
  }
  return { equalities, boundField, lower, upper };
}

function quoted(fields: readonly string[]): string {
  return `[${fields.map((field) => `"${field}"`).join(", ")}]`;
}

function alreadyDefined(
  bound: string,
  field: string,
  comparator: string,
  value: JsonValue | undefined,
): DatabaseError {
  return new DatabaseError(
    "AlreadyDefinedBound",
    `Already defined ${bound} bound in index range. Can't add "${field}" ${comparator} ${displayValue(value)}.`,
  );
}

function boundsOnSeveralFields(name: string, first: string, second: string): DatabaseError {
  return new DatabaseError(
    "BoundsOnMultipleFields",
    "Upper and lower bounds in `range` can only be applied to a single index field. This query against " +
      `index ${name} attempted to set a range bound on both "${first}" and "${second}". Consider using ` +
      "`filter` instead. See https://docs.convex.dev/using/indexes for more info.",
  );
}

function fieldNotInIndex(name: string, field: string, index: Index): DatabaseError {
  return new DatabaseError(
    "FieldNotInIndex",
    `The index range included a comparison with "${field}", but ${name} with fields ${quoted(index.fields)} ` +
      "doesn't index this field. For more information see https://docs.convex.dev/using/indexes.",
  );
}

function fieldsOutOfOrder(name: string, index: Index, used: readonly string[], wrong: string): DatabaseError {
  return new DatabaseError(
    "InvalidIndexRange",
    `Tried to query index ${name} but the query didn't use the index fields in order.\n` +
      `Index fields: ${quoted(index.fields)}\nQuery fields: ${quoted(used)}\n` +
      `First incorrect field: "${wrong}"\n` +
      "For more information see https://docs.convex.dev/using/indexes.",
  );
}
