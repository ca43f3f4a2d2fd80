/**
 * Tests weights in the units of a scale: how they are shown and entered, and that showing and saving a weight does
 * not change it.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatPuppyGrams, puppyWeightText, readPuppyWeight, toOunces } from "./weights";

describe("a puppy's weight", () => {
  it.each([
    [412, "14.5 oz"],
    [28, "1 oz"],
    [454, "1 lb"],
    [453, "1 lb"],
    [524, "1 lb 2.5 oz"],
    [0, "0 oz"],
    [9072, "20 lb"],
  ])("of %i g is formatted as %s", (grams, text) => {
    expect(formatPuppyGrams(grams, "lb")).toBe(text);
  });

  it("is formatted in grams with commas", () => {
    expect(formatPuppyGrams(1412.4, "g")).toBe("1,412 g");
    expect(puppyWeightText(1412, "g")).toBe("1412");
  });

  it.each([
    ["1 lb 2.5 oz", 524],
    ["1lb2.5", 524],
    ["1 pound 2,5 ounces", 524],
    ["18.5", 524],
    ["18.5 oz", 524],
    ["1 lb", 454],
    [".5", 14],
    ["2.", 57],
    ["", null],
    ["  ", null],
    ["light", Number.NaN],
    ["1 kg", Number.NaN],
    ["-3 oz", Number.NaN],
    ["1lb.", 454],
  ])("is read from %j in pounds and ounces", (text, grams) => {
    expect(readPuppyWeight(text, "lb")).toBe(grams);
  });

  it("is read in grams", () => {
    expect(readPuppyWeight("412", "g")).toBe(412);
    expect(readPuppyWeight("412,5", "g")).toBe(412.5);
    expect(readPuppyWeight("", "g")).toBeNull();
    expect(readPuppyWeight("much", "g")).toBeNaN();
  });

  it("changes by at most half a tenth of an ounce when it is shown and read, and the text is always the same", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 30_000 }), (grams) => {
        const text = puppyWeightText(grams, "lb");
        const read = readPuppyWeight(text, "lb") ?? 0;
        expect(Math.abs(read - grams)).toBeLessThanOrEqual(2);
        expect(puppyWeightText(read, "lb")).toBe(text);
        expect(toOunces(read)).toBe(toOunces(grams));
      }),
    );
  });
});
