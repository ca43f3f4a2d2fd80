/** Compares the outline of JSON text with a parser. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { outlineArray, outlineObject, stringAt, TooManyValuesError } from "./json-outline.js";

const text =
  '{ "path" : "a:b", "args": [ {"x": [1, 2, {"y": "],}\\"{"}] } ], "p\\u0061th": "last", "empty": {} }';

function countOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 1;
  return Object.values(value).reduce<number>((sum, inner) => sum + countOf(inner), 1);
}

describe("an outline", () => {
  it("finds fields like a parser, the last of each name", () => {
    const fields = outlineObject(text, 100);
    const parsed = JSON.parse(text) as Record<string, unknown>;
    expect([...(fields ?? [])].map(([name]) => name).sort()).toEqual(Object.keys(parsed).sort());
    expect(stringAt(text, fields?.get("path"))).toBe("last");
    expect(stringAt(text, fields?.get("args"))).toBeNull();
    for (const [name, { start, end }] of fields ?? []) {
      expect(JSON.parse(text.slice(start, end)), name).toEqual(parsed[name]);
    }
  });

  it("finds the same as a parser in any text, and counts at least as many values", () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), fc.integer({ min: 0, max: 2 }), (value, indent) => {
        const written = JSON.stringify(value, null, indent);
        const parts = outlineArray(written, Infinity) ?? [];
        const found = value.length === 0 ? [] : parts;
        expect(found.map(({ start, end }) => JSON.parse(written.slice(start, end)) as unknown)).toEqual(
          JSON.parse(written),
        );
        found.forEach((part, i) => expect(part.values).toBeGreaterThanOrEqual(countOf(value[i])));
      }),
    );
  });

  it("stops at a limit", () => {
    expect(outlineArray("[1,2,3]", 3)).toHaveLength(3);
    expect(() => outlineArray("[1,2,3,4]", 3)).toThrow(TooManyValuesError);
    expect(() => outlineObject(`{"a":${"[".repeat(1_000_000)}`, 100)).toThrow(TooManyValuesError);
  });

  it("finds nothing in text that is not such a container, or has no end", () => {
    for (const other of ["", " ", "1", '"{"', "[1", '{"a":"', '{"a":"\\']) {
      expect(outlineObject(other, 100), other).toBeNull();
      expect(outlineArray(other, 100), other).toBeNull();
    }
  });

  it("takes time in proportion to the text", () => {
    expect(outlineObject(`{"a":"${'\\"'.repeat(500_000)}`, 10)).toBeNull();
    expect(outlineObject(`{"a":"${"\\".repeat(1_000_000)}`, 10)).toBeNull();
  });
});
