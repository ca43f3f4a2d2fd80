/** Tests that text is parsed only when it may exceed a limit. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeInteger } from "./json.js";
import type { JsonValue } from "./json.js";
import { measureValue } from "./limits.js";
import { measureText } from "./value-text.js";

const PLENTY = 1 << 30;

function nested(levels: number, inner: JsonValue = 1): string {
  let value = inner;
  for (let i = 0; i < levels; i += 1) value = [value];
  return JSON.stringify(value);
}

describe("values as text", () => {
  it("may have 8192 elements in an array, at any level", () => {
    const inside = (count: number) => JSON.stringify([{ a: Array(count).fill("],") }]);
    expect(measureText(inside(8192), PLENTY)).toBeNull();
    expect(() => measureText(inside(8193), PLENTY)).toThrow(
      "Array length is too long (8193 > maximum length 8192)",
    );
  });

  it("may have 1024 fields in an object, at any level", () => {
    const inside = (count: number) =>
      JSON.stringify([Object.fromEntries(Array.from({ length: count }, (_, i) => [`f${i}`, "{"]))]);
    expect(measureText(inside(1024), PLENTY)).toBeNull();
    expect(() => measureText(inside(1025), PLENTY)).toThrow(
      "Object has too many fields (1025 > maximum number 1024)",
    );
  });

  it("may be nested 64 levels, not counting an integer at the bottom", () => {
    expect(measureText(nested(64), PLENTY)).toBeNull();
    expect(measureText(nested(64, encodeInteger(1n)), PLENTY)).toBeGreaterThan(0);
    expect(() => measureText(nested(65), PLENTY)).toThrow(
      "Value is too nested (nested 65 levels deep > maximum nesting 64)",
    );
  });

  it("may have many small arrays in a row, which do not count as a long one", () => {
    expect(measureText(JSON.stringify(Array(8000).fill([1, 2, 3])), PLENTY)).toBeNull();
  });

  it("may have quotes and backslashes in strings", () => {
    const text = JSON.stringify(Array(4000).fill('\\"[[[[,,,,\\\\'));
    expect(measureText(text, PLENTY)).toBeNull();
  });

  it("is measured when it may be larger than requested, and only then", () => {
    expect(measureText("1", 8)).toBe(9);
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 0, max: 200 }), (value, enough) => {
        fc.pre(!/"\$|"":/.test(JSON.stringify(value)));
        const plain = value as JsonValue;
        let size: number;
        try {
          size = measureValue(plain).size;
        } catch {
          return;
        }
        const measured = measureText(JSON.stringify(plain), enough);
        expect(measured ?? size).toBe(size);
        if (measured === null) expect(size).toBeLessThanOrEqual(enough);
      }),
    );
  });
});
