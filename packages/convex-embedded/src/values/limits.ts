/**
 * The limits that Convex sets for values and documents, with its messages. One pass over a value finds its size as
 * Convex counts it, its nesting, and every field name or array that exceeds a limit.
 */
import { displayObject } from "./display.js";
import { decodeBytes, decodeFloat, decodeInteger, kindOf } from "./json.js";
import type { JsonObject, JsonValue } from "./json.js";

/** Levels of any value (get-convex/convex-backend: crates/value/src/size.rs, MAX_NESTING). */
export const MAX_NESTING = 64;
/** Docs (docs.convex.dev/production/state/limits#documents): "Field nesting depth". */
export const MAX_DOCUMENT_NESTING = 16;
/** Docs: "Array elements". */
export const MAX_ARRAY_LENGTH = 8192;
/** Docs: "Fields". */
export const MAX_OBJECT_FIELDS = 1024;
/** Docs: "Field name length", of nested objects and of a document's own fields. */
export const MAX_FIELD_NAME_LENGTH = 1024;
export const MAX_DOCUMENT_FIELD_NAME_LENGTH = 64;
/** Docs: "Size", as Convex counts the size of a value. */
export const MAX_DOCUMENT_BYTES = 1 << 20;
const KIBIBYTE = 1024;

/** `code` is Convex's short name of the limit. */
export class ValueLimitError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

export interface Measure {
  /** Bytes as Convex counts them: names and contents plus a byte or two for each delimiter. */
  readonly size: number;
  /** 0 for a plain value, 1 for an array or object of plain values, and so on. */
  readonly nesting: number;
}

const NUMBER: Measure = { size: 9, nesting: 0 };
const ONE_BYTE: Measure = { size: 1, nesting: 0 };

/** Throws a ValueLimitError if a part of the value exceeds a limit. */
export function measureValue(value: JsonValue): Measure {
  return measure(value, 1);
}

function measure(value: JsonValue, depth: number): Measure {
  if (typeof value === "string") return { size: stringSize(value), nesting: 0 };
  if (typeof value === "number") return NUMBER;
  if (value === null || typeof value === "boolean") return ONE_BYTE;
  if (depth > MAX_NESTING + 1) throw tooNested(depth - 1);
  if (Array.isArray(value)) return measureArray(value, depth);
  switch (kindOf(value)) {
    case "int64":
      if (!("$commitTs" in value)) decodeInteger(value);
      return NUMBER;
    case "float64":
      decodeFloat(value);
      return NUMBER;
    case "bytes":
      return { size: decodeBytes(value).length + 2, nesting: 0 };
    case "undefined":
      throw new ValueLimitError("InvalidValue", "undefined is not a valid Convex value.");
    default:
      return measureObject(value, depth);
  }
}

function stringSize(value: string): number {
  const bytes = Buffer.byteLength(value);
  if (bytes !== value.length && !value.isWellFormed()) {
    throw new ValueLimitError(
      "InvalidValue",
      "Strings must be valid Unicode sequences with no unpaired surrogates.",
    );
  }
  return bytes + 2;
}

function tooNested(nesting: number): ValueLimitError {
  const message = `Value is too nested (nested ${nesting} levels deep > maximum nesting ${MAX_NESTING})`;
  return new ValueLimitError("TooNestedError", message);
}

function measureArray(value: readonly JsonValue[], depth: number): Measure {
  if (value.length > MAX_ARRAY_LENGTH) {
    const message = `Array length is too long (${value.length} > maximum length ${MAX_ARRAY_LENGTH})`;
    throw new ValueLimitError("ArrayTooLong", message);
  }
  let size = 2;
  let nesting = 0;
  for (const element of value) {
    const inner = measure(element, depth + 1);
    size += inner.size;
    if (inner.nesting > nesting) nesting = inner.nesting;
  }
  if (nesting + 1 > MAX_NESTING) throw tooNested(nesting + 1);
  return { size, nesting: nesting + 1 };
}

function measureObject(value: JsonObject, depth: number): Measure {
  let size = 2;
  let nesting = 0;
  let fields = 0;
  for (const name in value) {
    checkFieldName(name);
    const element = value[name];
    if (element === undefined) continue;
    const inner = measure(element, depth + 1);
    size += name.length + 1 + inner.size;
    if (inner.nesting > nesting) nesting = inner.nesting;
    fields += 1;
  }
  if (fields > MAX_OBJECT_FIELDS) {
    const message = `Object has too many fields (${fields} > maximum number ${MAX_OBJECT_FIELDS})`;
    throw new ValueLimitError("TooManyFieldsError", message);
  }
  if (nesting + 1 > MAX_NESTING) throw tooNested(nesting + 1);
  return { size, nesting: nesting + 1 };
}

/** The empty name is valid too: crates/convex/sync_types/src/identifier.rs, `is_valid_field_name`. */
const FIELD_NAME = /^(?!\$)[ -~]*$/;

function checkFieldName(name: string): void {
  if (FIELD_NAME.test(name) && name.length <= MAX_FIELD_NAME_LENGTH) return;
  throw new ValueLimitError("InvalidFieldName", fieldNameProblem(name));
}

function tooLongFieldName(name: string, limit: number): string {
  return `Field name ${name} exceeds maximum field name length ${limit}.`;
}

function fieldNameProblem(name: string): string {
  if (name.startsWith("$")) return `Field name ${name} starts with a '$', which is reserved.`;
  if (name.length > MAX_FIELD_NAME_LENGTH) return tooLongFieldName(name, MAX_FIELD_NAME_LENGTH);
  const invalid = /[^ -~]/u.exec(name)?.[0] ?? "";
  return `Field name ${name} has invalid character '${invalid}': Field names can only contain non-control ASCII characters`;
}

export interface DocumentLimits {
  readonly nesting: number;
  readonly bytes: number;
}

const USER_DOCUMENT: DocumentLimits = { nesting: MAX_DOCUMENT_NESTING, bytes: MAX_DOCUMENT_BYTES };

/** Returns the size of a document. `fields` contains no system fields. */
export function measureDocument(fields: JsonObject, limits = USER_DOCUMENT): number {
  const maxNesting = limits.nesting;
  for (const name in fields) {
    if (name.charCodeAt(0) === 95 /* _ */) throw invalidDocument(fields, systemField(name));
    if (name.length > MAX_DOCUMENT_FIELD_NAME_LENGTH) {
      throw new ValueLimitError("InvalidFieldName", tooLongFieldName(name, MAX_DOCUMENT_FIELD_NAME_LENGTH));
    }
  }
  const { size, nesting } = measure(fields, 1);
  if (nesting > maxNesting) {
    throw invalidDocument(
      fields,
      `Document is too nested (nested ${nesting} levels deep > maximum nesting ${maxNesting})`,
    );
  }
  if (size > limits.bytes) {
    const message = `Value is too large (${formatSize(size)} > maximum size ${formatSize(limits.bytes)})`;
    throw new ValueLimitError("ValueTooLargeError", message);
  }
  return size;
}

function systemField(name: string): string {
  return `Field '${name}' starts with an underscore, which is only allowed for system fields like '_id'`;
}

function invalidDocument(fields: JsonObject, problem: string): ValueLimitError {
  return new ValueLimitError(
    "InvalidDocumentError",
    `${displayObject(fields)} isn't a valid document: ${problem}`,
  );
}

/** In powers of 1024. */
export function formatSize(bytes: number): string {
  const units = ["B", "KiB", "MiB", "GiB"];
  let amount = bytes;
  let unit = 0;
  while (amount >= KIBIBYTE && unit < units.length - 1) {
    amount /= KIBIBYTE;
    unit += 1;
  }
  return `${Number.isInteger(amount) ? amount : amount.toFixed(2)} ${units[unit] ?? "B"}`;
}
