/** Tests the contrast of colors with white paper. */
import { describe, expect, it } from "vitest";
import { contrastWithWhite, isHexColor } from "./contrast";

describe("the contrast with white", () => {
  it("is 21 for black, 1 for white, and equals the values in WCAG's examples", () => {
    expect(contrastWithWhite("#000000")).toBeCloseTo(21, 5);
    expect(contrastWithWhite("#FFFFFF")).toBeCloseTo(1, 5);
    expect(contrastWithWhite("#767676")).toBeCloseTo(4.54, 2);
  });

  it("accepts only colors with six digits", () => {
    expect(["#87580f", "#ABCDEF", "#fff", "red", "#87580g", "87580f"].map(isHexColor)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});
