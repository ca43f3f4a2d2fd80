/** Tests that every limit is exact. */
import { describe, expect, it } from "vitest";
import { encodeInteger } from "./json.js";
import type { JsonValue } from "./json.js";
import { formatSize, measureDocument, measureValue } from "./limits.js";

function nested(levels: number): JsonValue {
  let value: JsonValue = 1;
  for (let i = 0; i < levels; i += 1) value = [value];
  return value;
}

interface ValueLimit {
  readonly name: string;
  /** The largest allowed value. */
  readonly most: () => Measured;
  /** One more than the largest allowed value. */
  readonly more: () => Measured;
  readonly error: string;
}

type Measured = number | ReturnType<typeof measureValue>;

const ownSize = 2 + 2 + 2;
const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, 1]));

const limits: ValueLimit[] = [
  {
    name: "64 levels of a value",
    most: () => measureValue(nested(64)),
    more: () => measureValue(nested(65)),
    error: "Value is too nested (nested 65 levels deep > maximum nesting 64)",
  },
  {
    name: "16 levels of a document",
    most: () => measureDocument({ a: nested(15) }),
    more: () => measureDocument({ a: nested(16) }),
    error: "Document is too nested (nested 17 levels deep > maximum nesting 16)",
  },
  {
    name: "8192 elements of an array",
    most: () => measureValue(Array(8192).fill(1)),
    more: () => measureValue(Array(8193).fill(1)),
    error: "Array length is too long (8193 > maximum length 8192)",
  },
  {
    name: "1024 fields of an object",
    most: () => measureValue(fields(1024)),
    more: () => measureValue(fields(1025)),
    error: "Object has too many fields (1025 > maximum number 1024)",
  },
  {
    name: "one mebibyte of a document",
    most: () => measureDocument({ a: "x".repeat((1 << 20) - ownSize) }),
    more: () => measureDocument({ a: "x".repeat((1 << 20) - ownSize + 1) }),
    error: "Value is too large (1.00 MiB > maximum size 1 MiB)",
  },
  {
    name: "64 characters of a document's own field names",
    most: () => measureDocument({ ["a".repeat(64)]: 1 }),
    more: () => measureDocument({ ["a".repeat(65)]: 1 }),
    error: "exceeds maximum field name length 64.",
  },
  {
    name: "1024 characters of a nested field's name",
    most: () => measureDocument({ a: { ["b".repeat(1024)]: 1 } }),
    more: () => measureDocument({ a: { ["b".repeat(1025)]: 1 } }),
    error: "exceeds maximum field name length 1024.",
  },
];

describe.each(limits)("$name", ({ most, more, error }) => {
  it("are accepted", () => {
    expect(most()).toBeTruthy();
  });

  it("are the maximum", () => {
    expect(more).toThrow(error);
  });
});

describe("values and documents", () => {
  it("are counted as Convex counts them", () => {
    expect(measureValue("é").size).toBe(4);
    expect(measureValue(1).size).toBe(9);
    expect(measureValue(encodeInteger(1n)).size).toBe(9);
    expect(measureValue({ a: null, b: [true] })).toEqual({ size: 2 + 3 + 2 + 3, nesting: 2 });
    expect(measureDocument({ a: "x".repeat((1 << 20) - ownSize) })).toBe(1 << 20);
  });

  it("are refused when they are nested too deep for recursion", () => {
    expect(() => measureValue(nested(5000))).toThrow("Value is too nested");
  });

  it("may have field names with a leading underscore only below the top level", () => {
    expect(measureDocument({ a: { _b: 1 } })).toBeGreaterThan(0);
    expect(() => measureDocument({ _a: 1 })).toThrow(
      "{_a: 1.0} isn't a valid document: Field '_a' starts with an underscore, which is only allowed for " +
        "system fields like '_id'",
    );
  });

  it("cannot have field names that are reserved or not ASCII", () => {
    expect(() => measureValue({ a: 1, $b: 1 })).toThrow(
      "Field name $b starts with a '$', which is reserved.",
    );
    expect(() => measureValue({ $b: 1 })).toThrow("Field name $b starts with a '$', which is reserved.");
    expect(() => measureValue({ é: 1 })).toThrow("has invalid character 'é'");
    expect(measureValue({ "": 1 }).size).toBe(12);
    expect(measureValue({ "a b-c": 1 }).nesting).toBe(1);
  });

  it("cannot have strings with half a character", () => {
    expect(measureValue("🐕").size).toBe(6);
    expect(() => measureValue("🐕".slice(0, 1))).toThrow(
      "Strings must be valid Unicode sequences with no unpaired surrogates.",
    );
  });

  it("have sizes that are formatted for people", () => {
    expect(formatSize(100)).toBe("100 B");
    expect(formatSize(1536)).toBe("1.50 KiB");
    expect(formatSize(1 << 24)).toBe("16 MiB");
  });
});
