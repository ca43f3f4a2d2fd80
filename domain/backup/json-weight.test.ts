/** What of a JSON text counts, wherever it stands and whatever its strings hold. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLightJson, type JsonLimits } from "./json-weight";

const PLENTY: JsonLimits = { containers: 1e9, values: 1e9, fields: 1e9 };
const isLight = (text: string, limits: Partial<JsonLimits>) =>
  isLightJson(new TextEncoder().encode(text), { ...PLENTY, ...limits });

/** Counts in what was parsed. */
function weigh(value: unknown): JsonLimits {
  if (typeof value !== "object" || value === null) return { containers: 0, values: 0, fields: 0 };
  const members = Object.values(value).map(weigh);
  const sum = (name: "containers" | "values") => members.reduce((total, member) => total + member[name], 0);
  const own = Object.keys(value).length;
  return {
    containers: 1 + sum("containers"),
    // One more for each comma, and one for each that is opened.
    values: 1 + Math.max(0, own - 1) + sum("values"),
    fields: Math.max(0, Array.isArray(value) ? 0 : own, ...members.map(({ fields }) => fields)),
  };
}

describe("a text", () => {
  it("is weighed as what is parsed from it", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.boolean(), (value, isSpaced) => {
        const text = JSON.stringify(value, null, isSpaced ? 2 : 0);
        const { containers, values, fields } = weigh(JSON.parse(text));
        expect(isLight(text, { containers, values, fields })).toBe(true);
        if (containers > 0) expect(isLight(text, { containers: containers - 1 })).toBe(false);
        if (values > 0) expect(isLight(text, { values: values - 1 })).toBe(false);
        if (fields > 1) expect(isLight(text, { fields: fields - 1 })).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it.each(['"[{,]}"', String.raw`"\\\"{[,"`, String.raw`"\\"`, '"unended [[[,,,', String.raw`"ends in \\\"`])(
    "holds nothing in its strings: %s",
    (text) => {
      expect(isLight(text, { containers: 0, values: 0, fields: 0 })).toBe(true);
    },
  );

  it("goes on after a string", () => {
    expect(isLight(String.raw`["\\",{}]`, { containers: 1 })).toBe(false);
    expect(isLight(String.raw`["\"",{}]`, { containers: 1 })).toBe(false);
  });

  it("is looked at to its end though its brackets match nothing", () => {
    expect(isLight("]]]},,,[", { values: 3 })).toBe(false);
    expect(isLight("]]]},,,[", { values: 4 })).toBe(true);
  });
});
