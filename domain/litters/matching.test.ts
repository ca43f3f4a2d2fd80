/** Tests whether a puppy meets an applicant's wishes. */
import { describe, expect, it } from "vitest";
import { goingHomeOn, mismatchesOf, type OfferedPuppy, type Wishes } from "./matching";

const ANY: Wishes = { gender: null, color: null, breed: null, wantedFrom: null };
const PUPPY: OfferedPuppy = {
  gender: "female",
  color: "Sable, white feet",
  breed: "Beagle",
  bornOn: "2025-03-05",
};

describe("a puppy", () => {
  it("suits an applicant without wishes, and meets every wish about unknown properties", () => {
    expect(mismatchesOf(ANY, PUPPY)).toEqual([]);
    const wishes: Wishes = { gender: "male", color: "red", breed: "Boxer", wantedFrom: null };
    const unknown = { gender: null, color: null, breed: null, bornOn: "2025-03-05" };
    expect(mismatchesOf(wishes, unknown)).toEqual([]);
  });

  it("leaves at eight weeks, and suits applicants who can take a puppy on that date or earlier", () => {
    expect(goingHomeOn("2025-03-05")).toBe("2025-04-30");
    expect(mismatchesOf({ ...ANY, wantedFrom: "2025-04-30" }, PUPPY)).toEqual([]);
    expect(mismatchesOf({ ...ANY, wantedFrom: "2025-05-01" }, PUPPY)).toEqual(["time"]);
  });

  it("meets a wish with one of its color words, in upper or lower case", () => {
    expect(mismatchesOf({ ...ANY, color: "red or SABLE" }, PUPPY)).toEqual([]);
    expect(mismatchesOf({ ...ANY, color: "tricolor" }, PUPPY)).toEqual(["color"]);
  });

  it("has a list of every wish that it does not meet", () => {
    const wishes: Wishes = { gender: "male", color: "red", breed: "boxer", wantedFrom: "2026-01-01" };
    expect(mismatchesOf(wishes, PUPPY)).toEqual(["gender", "color", "breed", "time"]);
    expect(mismatchesOf({ ...ANY, breed: "beagle " }, PUPPY)).toEqual([]);
  });
});
