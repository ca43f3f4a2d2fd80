/** Every limit is exact: the largest allowed value passes, the next one fails with Convex's message. */
import { describe, expect, it } from "vitest";
import { encodeInteger } from "./json.js";
import type { JsonValue } from "./json.js";
import { formatSize, measureDocument, measureValue } from "./limits.js";

function nested(levels: number): JsonValue {
  let value: JsonValue = 1;
  for (let i = 0; i < levels; i += 1) value = [value];
  return value;
}

describe("value limits", () => {
  it("counts sizes as Convex does", () => {
    expect(measureValue("é").size).toBe(4);
    expect(measureValue(1).size).toBe(9);
    expect(measureValue(encodeInteger(1n)).size).toBe(9);
    expect(measureValue({ a: null, b: [true] })).toEqual({ size: 2 + 3 + 2 + 3, nesting: 2 });
  });

  it("allows 64 levels and no more", () => {
    expect(measureValue(nested(64)).nesting).toBe(64);
    expect(() => measureValue(nested(65))).toThrow(
      "Value is too nested (nested 65 levels deep > maximum nesting 64)",
    );
    expect(() => measureValue(nested(5000))).toThrow("Value is too nested");
  });

  it("allows 16 levels in a document and no more", () => {
    expect(measureDocument({ a: nested(15) })).toBeGreaterThan(0);
    expect(() => measureDocument({ a: nested(16) })).toThrow(
      "Document is too nested (nested 17 levels deep > maximum nesting 16)",
    );
  });

  it("allows 8192 array elements and 1024 fields", () => {
    expect(measureValue(Array(8192).fill(1)).nesting).toBe(1);
    expect(() => measureValue(Array(8193).fill(1))).toThrow(
      "Array length is too long (8193 > maximum length 8192)",
    );
    const fields = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, 1]));
    expect(measureValue(fields(1024)).nesting).toBe(1);
    expect(() => measureValue(fields(1025))).toThrow(
      "Object has too many fields (1025 > maximum number 1024)",
    );
  });

  it("allows documents of one mebibyte", () => {
    const overhead = 2 + 2 + 2;
    expect(measureDocument({ a: "x".repeat((1 << 20) - overhead) })).toBe(1 << 20);
    expect(() => measureDocument({ a: "x".repeat((1 << 20) - overhead + 1) })).toThrow(
      "Value is too large (1.00 MiB > maximum size 1 MiB)",
    );
  });

  it("allows underscores only below the top level", () => {
    expect(measureDocument({ a: { _b: 1 } })).toBeGreaterThan(0);
    expect(() => measureDocument({ _a: 1 })).toThrow(
      "{_a: 1.0} isn't a valid document: Field '_a' starts with an underscore, which is only allowed for " +
        "system fields like '_id'",
    );
  });

  it("refuses field names that are reserved or not ASCII", () => {
    expect(() => measureValue({ a: 1, $b: 1 })).toThrow(
      "Field name $b starts with a '$', which is reserved.",
    );
    expect(() => measureValue({ $b: 1 })).toThrow("Field name $b starts with a '$', which is reserved.");
    expect(() => measureValue({ é: 1 })).toThrow("has invalid character 'é'");
    expect(() => measureValue({ "": 1 })).toThrow("Field name cannot be empty");
    expect(measureValue({ "a b-c": 1 }).nesting).toBe(1);
  });

  it("allows 64 characters for a document's own field names and 1024 below", () => {
    expect(measureDocument({ ["a".repeat(64)]: { ["b".repeat(1024)]: 1 } })).toBeGreaterThan(0);
    expect(() => measureDocument({ ["a".repeat(65)]: 1 })).toThrow("exceeds maximum field name length 64.");
    expect(() => measureDocument({ a: { ["b".repeat(1025)]: 1 } })).toThrow(
      "exceeds maximum field name length 1024.",
    );
  });

  it("refuses strings with half a character", () => {
    expect(measureValue("🐕").size).toBe(6);
    expect(() => measureValue("🐕".slice(0, 1))).toThrow(
      "Strings must be valid Unicode sequences with no unpaired surrogates.",
    );
  });

  it("writes sizes for people", () => {
    expect(formatSize(100)).toBe("100 B");
    expect(formatSize(1536)).toBe("1.50 KiB");
    expect(formatSize(1 << 24)).toBe("16 MiB");
  });
});
