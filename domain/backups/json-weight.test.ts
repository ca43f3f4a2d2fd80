/**
 * Tests that values in a JSON text are counted correctly, however the text is cut into pieces and whatever its
 * strings contain.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { JsonWeigher, type JsonLimits } from "./json-weight";

const PLENTY: JsonLimits = { containers: 1e9, values: 1e9, fields: 1e9, depth: 1e9 };

/** Returns the length of the counted value. */
function weighed(text: string, limits: Partial<JsonLimits> = {}, size = 7) {
  const bytes = new TextEncoder().encode(text);
  const weigher = new JsonWeigher({ ...PLENTY, ...limits });
  let at = 0;
  while (at < bytes.length && !weigher.isOver && !weigher.isTooHeavy && !weigher.isTooDeep) {
    const piece = bytes.subarray(at, at + size);
    at += weigher.read(piece, 0);
  }
  return { weigher, length: at, size: bytes.length };
}
const isLight = (text: string, limits: Partial<JsonLimits>) => {
  const { weigher } = weighed(text, limits);
  return !weigher.isTooHeavy && !weigher.isTooDeep;
};

function weigh(value: unknown): JsonLimits {
  if (typeof value !== "object" || value === null) return { containers: 0, values: 0, fields: 0, depth: 0 };
  const members = Object.values(value).map(weigh);
  const sum = (name: "containers" | "values") => members.reduce((total, member) => total + member[name], 0);
  const own = Object.keys(value).length;
  return {
    containers: 1 + sum("containers"),
    // One for each comma, and one for each container that is not empty.
    values: 1 + Math.max(0, own - 1) + sum("values"),
    fields: Math.max(0, Array.isArray(value) ? 0 : own, ...members.map(({ fields }) => fields)),
    depth: 1 + Math.max(0, ...members.map(({ depth }) => depth)),
  };
}

describe("the weight of a JSON value", () => {
  it("equals the weight of the parsed value, and the value ends at the right position", () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 4 }),
        fc.boolean(),
        fc.integer({ min: 1, max: 40 }),
        fc.constantFrom(",1", "]", "}", " ,"),
        (value, isSpaced, size, rest) => {
          const text = JSON.stringify(value, null, isSpaced ? 2 : 0);
          const { containers, values, fields, depth } = weigh(JSON.parse(text));
          const exact = weighed(`${text}${rest}`, { containers, values, fields, depth }, size);
          expect(exact.weigher).toMatchObject({
            isOver: true,
            isTooHeavy: false,
            isTooDeep: false,
            containers,
          });
          expect(exact.length).toBe(exact.size - rest.length);
          if (containers > 0) expect(isLight(text, { containers: containers - 1 })).toBe(false);
          if (values > 0) expect(isLight(text, { values: values - 1 })).toBe(false);
          if (fields > 1) expect(isLight(text, { fields: fields - 1 })).toBe(false);
          if (depth > 0) expect(isLight(text, { depth: depth - 1 })).toBe(false);
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each(['"[{,]}"', String.raw`"\\\"{[,"`, String.raw`"\\"`, '"unended [[[,,,', String.raw`"ends in \\\"`])(
    "ignores the contents of strings: %s",
    (text) => {
      expect(isLight(text, { containers: 0, values: 0, fields: 0 })).toBe(true);
    },
  );

  it("continues after a string", () => {
    expect(isLight(String.raw`["\\",{}]`, { containers: 1 })).toBe(false);
    expect(isLight(String.raw`["\"",{}]`, { containers: 1 })).toBe(false);
  });

  it("is not complete while the value is still open", () => {
    for (const text of ['{"a":1', '["x"', '"x', "[[]"]) expect(weighed(text).weigher.isOver).toBe(false);
  });
});
