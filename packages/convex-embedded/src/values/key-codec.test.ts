/** Tests that the byte order of keys is the total order of values. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeBytes, decodeFloat, decodeInteger, encodeFloat, encodeInteger, kindOf } from "./json.js";
import type { JsonObject, JsonValue } from "./json.js";
import { compareValues, encodeKeyPart, equalValues, keyAfter, keyAfterPrefix } from "./key-codec.js";

const KINDS = [
  "undefined",
  "null",
  "int64",
  "float64",
  "boolean",
  "string",
  "bytes",
  "array",
  "object",
] as const;

function sign(a: number | bigint | boolean, b: number | bigint | boolean): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function floatRank(value: number): bigint {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigInt64(0);
  return bits < 0n ? -(bits & 0x7fffffffffffffffn) - 1n : bits;
}

function toFloat(value: JsonValue): number {
  // The value is a number or an encoded float.
  return typeof value === "number" ? value : decodeFloat(value as JsonObject);
}

function compareLists(a: readonly JsonValue[], b: readonly JsonValue[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const order = plainCompare(a[i], b[i]);
    if (order !== 0) return order;
  }
  return sign(a.length, b.length);
}

function pairs(value: JsonObject): JsonValue[] {
  return Object.keys(value)
    .sort()
    .flatMap((name) => [name, value[name] ?? null]);
}

/** The total order, written without any encoding. */
function plainCompare(a: JsonValue | undefined, b: JsonValue | undefined): number {
  const kind = kindOf(a);
  if (kind !== kindOf(b)) return sign(KINDS.indexOf(kind), KINDS.indexOf(kindOf(b)));
  if (a === undefined || b === undefined || a === null || b === null) return 0;
  switch (kind) {
    case "int64":
      return sign(decodeInteger(a as JsonObject), decodeInteger(b as JsonObject));
    case "float64":
      return sign(floatRank(toFloat(a)), floatRank(toFloat(b)));
    case "boolean":
      return sign(a === true, b === true);
    case "string":
      return Buffer.compare(Buffer.from(a as string), Buffer.from(b as string));
    case "bytes":
      return Buffer.compare(decodeBytes(a as JsonObject), decodeBytes(b as JsonObject));
    case "array":
      return compareLists(a as JsonValue[], b as JsonValue[]);
    default:
      return compareLists(pairs(a as JsonObject), pairs(b as JsonObject));
  }
}

const fieldNames = fc.constantFrom("a", "b", "ab", "A", "_x", "a b", "1");
const values: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.double().map(encodeFloat),
    fc.constantFrom(0, -0, 1, -1, NaN, Infinity, -Infinity).map(encodeFloat),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(encodeInteger),
    fc.constantFrom(0n, 1n, -1n, 256n).map(encodeInteger),
    fc.string({ unit: "binary", maxLength: 4 }),
    fc.constantFrom("", "a", "a\u0000", "a\u0000b", "\uffff", "\u{1f436}", "é"),
    fc.uint8Array({ maxLength: 3 }).map((bytes) => ({ $bytes: Buffer.from(bytes).toString("base64") })),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fieldNames, tie("value"), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
const maybeValues = fc.option(values, { nil: undefined });

describe("ordered keys", () => {
  it("sort like their values", () => {
    fc.assert(
      fc.property(maybeValues, maybeValues, (a, b) => {
        const expected = Math.sign(plainCompare(a, b));
        expect(compareValues(a, b)).toBe(expected);
        expect(equalValues(a, b)).toBe(expected === 0);
      }),
      { numRuns: 3000 },
    );
  });

  it("with several values sort value by value", () => {
    const lists = fc.array(maybeValues, { minLength: 2, maxLength: 2 });
    fc.assert(
      fc.property(lists, lists, (a, b) => {
        const order = plainCompare(a[0], b[0]) || plainCompare(a[1], b[1]);
        const left = a.map(encodeKeyPart).join("");
        const right = b.map(encodeKeyPart).join("");
        expect(Math.sign(order)).toBe(left === right ? 0 : left < right ? -1 : 1);
      }),
      { numRuns: 2000 },
    );
  });

  it("consist only of bytes, and none is a prefix of another", () => {
    fc.assert(
      fc.property(maybeValues, maybeValues, (a, b) => {
        const left = encodeKeyPart(a);
        const right = encodeKeyPart(b);
        expect(Buffer.from(left, "latin1").toString("latin1")).toBe(left);
        if (left !== right) expect(right.startsWith(left)).toBe(false);
      }),
      { numRuns: 2000 },
    );
  });

  it("have a range for each prefix that contains all keys with the prefix and no others", () => {
    const bytes = fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 4 });
    fc.assert(
      fc.property(bytes, bytes, (prefixBytes, otherBytes) => {
        const prefix = String.fromCharCode(...prefixBytes);
        const other = String.fromCharCode(...otherBytes);
        const end = keyAfterPrefix(prefix);
        const inRange = other >= prefix && (end === null || other < end);
        expect(inRange).toBe(other.startsWith(prefix));
        expect(other < keyAfter(prefix)).toBe(other <= prefix);
      }),
      { numRuns: 5000 },
    );
  });
});
