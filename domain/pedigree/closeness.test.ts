/** Tests relationships in words and numbers, on matings whose figures every breeder knows. */
import { describe, expect, it } from "vitest";
import { describeCloseness, relationshipOf } from "./closeness";

describe("the coefficient of relationship", () => {
  it("is 0.5 for full siblings, 0.25 for half siblings, and 1 for two genetically identical dogs of a pure line", () => {
    expect(relationshipOf(0.25, 0, 0)).toBe(0.5);
    expect(relationshipOf(0.125, 0, 0)).toBe(0.25);
    expect(relationshipOf(1, 1, 1)).toBe(1);
  });
});

describe("the description of a relationship", () => {
  it.each([
    [0, "No common ancestor is known"],
    [0.001, "More distant than a mating of second cousins"],
    [0.015625, "As close as a mating of second cousins"],
    [0.0625, "As close as a mating of first cousins"],
    [0.07, "Closer than a mating of first cousins"],
    [0.125, "As close as a mating of half siblings"],
    [0.25, "As close as a mating of full siblings, or of a parent and its offspring"],
    [0.375, "Closer than a mating of full siblings, or of a parent and its offspring"],
  ])("is for the coefficient %d: %j", (coefficient, words) => {
    expect(describeCloseness(coefficient)).toBe(words);
  });
});
