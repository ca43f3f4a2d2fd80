/**
 * Convex values in their JSON encoding, in which the runtime stores and compares them. Int64, bytes and the floats
 * that JSON cannot express are objects with one `$` key. No field name of a document may begin with `$`, so an
 * object whose first key begins with `$` is always such an encoded value.
 */

export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

/** The type of a value in Convex. `undefined` marks a missing field where a missing field may be compared. */
export type ValueKind =
  | "undefined"
  | "null"
  | "int64"
  | "float64"
  | "boolean"
  | "string"
  | "bytes"
  | "array"
  | "object";

export class MalformedValueError extends Error {
  readonly code = "MalformedValue";
}

/** Throws a MalformedValueError if the text is not JSON. */
export function parseJson(text: string): JsonValue {
  try {
    // JSON.parse returns `any`, which here is always a JsonValue.
    return JSON.parse(text) as JsonValue;
  } catch (cause) {
    throw new MalformedValueError("The value is not valid JSON.", { cause });
  }
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The `$` key of an encoded special value. Null for an ordinary object. */
export function tagOf(value: JsonObject): string | null {
  for (const key in value) return key.charCodeAt(0) === 36 /* $ */ ? key : null;
  return null;
}

/** Throws a MalformedValueError for an unknown `$` key. */
export function kindOf(value: JsonValue | undefined): ValueKind {
  switch (typeof value) {
    case "undefined":
      return "undefined";
    case "number":
      return "float64";
    case "string":
      return "string";
    case "boolean":
      return "boolean";
    default:
      if (value === null) return "null";
      if (Array.isArray(value)) return "array";
      return kindOfObject(value);
  }
}

function kindOfObject(value: JsonObject): ValueKind {
  switch (tagOf(value)) {
    case null:
      return "object";
    case "$integer":
    // The placeholder of a commit timestamp is replaced by an int64 when the transaction is committed.
    case "$commitTs":
      return "int64";
    case "$float":
      return "float64";
    case "$bytes":
      return "bytes";
    case "$undefined":
      return "undefined";
    default:
      throw new MalformedValueError(`Field name ${tagOf(value)} starts with a '$', which is reserved.`);
  }
}

function taggedBytes(value: JsonObject, tag: string, length: number | null): Buffer {
  const encoded = value[tag];
  if (typeof encoded !== "string" || Object.keys(value).length !== 1) {
    throw new MalformedValueError(`Malformed ${tag} field on ${JSON.stringify(value)}`);
  }
  const bytes = Buffer.from(encoded, "base64");
  if (length !== null && bytes.length !== length) {
    throw new MalformedValueError(`Received ${bytes.length} bytes, expected ${length} for ${tag}`);
  }
  return bytes;
}

export function decodeInteger(value: JsonObject): bigint {
  return taggedBytes(value, "$integer", 8).readBigInt64LE();
}

export function decodeFloat(value: JsonObject): number {
  return taggedBytes(value, "$float", 8).readDoubleLE();
}

export function decodeBytes(value: JsonObject): Buffer {
  return taggedBytes(value, "$bytes", null);
}

export function encodeInteger(value: bigint): JsonObject {
  const bytes = Buffer.alloc(8);
  bytes.writeBigInt64LE(value);
  return { $integer: bytes.toString("base64") };
}

/** The result is a plain number if JSON can express it. */
export function encodeFloat(value: number): JsonValue {
  if (Number.isFinite(value) && !Object.is(value, -0)) return value;
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return { $float: bytes.toString("base64") };
}

export function fieldAt(document: JsonObject, path: readonly string[]): JsonValue | undefined {
  let current: JsonValue | undefined = document;
  for (const name of path) {
    if (!isJsonObject(current) || !Object.hasOwn(current, name)) return undefined;
    current = current[name];
  }
  return current;
}
