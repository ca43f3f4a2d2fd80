/**
 * Encodes values as byte strings whose order is Convex's total order: undefined < null < int64 < float64 < boolean
 * < string < bytes < array < object. Bytes are the code units of a string, so JavaScript's `<` compares them. Each
 * encoding marks its own end, so keys of several values are compared value by value.
 */
import { decodeBytes, decodeFloat, decodeInteger, isJsonObject, kindOf } from "./json.js";
import type { JsonObject, JsonValue } from "./json.js";

const UNDEFINED = "\x01";
const NULL = "\x03";
const INT64 = "\x04";
const FLOAT64 = "\x0d";
const FALSE = "\x0e";
const TRUE = "\x0f";
const STRING = "\x10";
const BYTES = "\x11";
const ARRAY = "\x12";
const OBJECT = "\x15";

/** Ends a string, bytes, array or object. It is below every tag, so that a prefix sorts before its extensions. */
const END = "\x00";
/** The bytes 0x00 and 0x01 are each written as two bytes, so that END never occurs inside a string. */
const ESCAPES: Readonly<Record<string, string>> = { "\x00": "\x01\x01", "\x01": "\x01\x02" };

const number = new DataView(new ArrayBuffer(8));

function eightBytes(high: number, low: number): string {
  return String.fromCharCode(
    high >>> 24,
    (high >>> 16) & 0xff,
    (high >>> 8) & 0xff,
    high & 0xff,
    low >>> 24,
    (low >>> 16) & 0xff,
    (low >>> 8) & 0xff,
    low & 0xff,
  );
}

function encodeFloat64(value: number): string {
  number.setFloat64(0, value);
  const high = number.getUint32(0);
  const low = number.getUint32(4);
  // Negative floats sort backwards by their bits, so all bits are inverted. For positive ones only the sign bit is
  // inverted.
  return high >= 0x80000000
    ? FLOAT64 + eightBytes(~high >>> 0, ~low >>> 0)
    : FLOAT64 + eightBytes((high | 0x80000000) >>> 0, low);
}

function encodeInt64(value: bigint): string {
  number.setBigInt64(0, value);
  return INT64 + eightBytes((number.getUint32(0) ^ 0x80000000) >>> 0, number.getUint32(4));
}

const RESERVED = /[\x00\x01]/g;

function escaped(bytes: string): string {
  return bytes.replace(RESERVED, (byte) => ESCAPES[byte] ?? byte) + END;
}

const ASCII = /^[\x00-\x7f]*$/;

function encodeString(value: string): string {
  return STRING + escaped(ASCII.test(value) ? value : Buffer.from(value, "utf8").toString("latin1"));
}

function encodeObject(value: JsonObject): string {
  let key = OBJECT;
  for (const name of Object.keys(value).sort()) key += encodeString(name) + encodeKeyPart(value[name]);
  return key + END;
}

export function encodeKeyPart(value: JsonValue | undefined): string {
  if (typeof value === "string") return encodeString(value);
  if (typeof value === "number") return encodeFloat64(value);
  if (value === undefined) return UNDEFINED;
  if (value === null) return NULL;
  if (value === true) return TRUE;
  if (value === false) return FALSE;
  if (Array.isArray(value)) return ARRAY + value.map(encodeKeyPart).join("") + END;
  switch (kindOf(value)) {
    case "int64":
      return encodeInt64(decodeInteger(value));
    case "float64":
      return encodeFloat64(decodeFloat(value));
    case "bytes":
      return BYTES + escaped(decodeBytes(value).toString("latin1"));
    case "undefined":
      return UNDEFINED;
    default:
      return encodeObject(value);
  }
}

/** Negative if the first value comes first. */
export function compareValues(a: JsonValue | undefined, b: JsonValue | undefined): number {
  if (typeof a === "number" && typeof b === "number" && a !== b) return a < b ? -1 : 1;
  const left = encodeKeyPart(a);
  const right = encodeKeyPart(b);
  return left === right ? 0 : left < right ? -1 : 1;
}

/** In the total order, 0 and -0 differ and NaN equals NaN. */
export function equalValues(a: JsonValue | undefined, b: JsonValue | undefined): boolean {
  if (typeof a === "string" || typeof b === "string") return a === b;
  if (a === b && !isJsonObject(a) && a !== 0) return true;
  return encodeKeyPart(a) === encodeKeyPart(b);
}

/** The smallest key above `key`. */
export function keyAfter(key: string): string {
  return `${key}\x00`;
}

/** The smallest key above every key that begins with `prefix`. Null if there is none. */
export function keyAfterPrefix(prefix: string): string | null {
  let length = prefix.length;
  while (length > 0 && prefix.charCodeAt(length - 1) === 0xff) length -= 1;
  if (length === 0) return null;
  return prefix.slice(0, length - 1) + String.fromCharCode(prefix.charCodeAt(length - 1) + 1);
}
