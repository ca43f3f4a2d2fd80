/** Which applicants a puppy suits. */
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
  it("suits an applicant without wishes, and every wish about which the puppy has no data", () => {
    expect(mismatchesOf(ANY, PUPPY)).toEqual([]);
    const wishes: Wishes = { gender: "male", color: "red", breed: "Boxer", wantedFrom: null };
    const unknown = { gender: null, color: null, breed: null, bornOn: "2025-03-05" };
    expect(mismatchesOf(wishes, unknown)).toEqual([]);
  });

  it("goes home at eight weeks, and matches everybody who wants a puppy by then", () => {
    expect(goingHomeOn("2025-03-05")).toBe("2025-04-30");
    expect(mismatchesOf({ ...ANY, wantedFrom: "2025-04-30" }, PUPPY)).toEqual([]);
    expect(mismatchesOf({ ...ANY, wantedFrom: "2025-05-01" }, PUPPY)).toEqual(["time"]);
  });

  it("suits a wish by any of its color words, in any case", () => {
    expect(mismatchesOf({ ...ANY, color: "red or SABLE" }, PUPPY)).toEqual([]);
    expect(mismatchesOf({ ...ANY, color: "tricolor" }, PUPPY)).toEqual(["color"]);
  });

  it("lists every wish that the puppy does not match", () => {
    const wishes: Wishes = { gender: "male", color: "red", breed: "boxer", wantedFrom: "2026-01-01" };
    expect(mismatchesOf(wishes, PUPPY)).toEqual(["gender", "color", "breed", "time"]);
    expect(mismatchesOf({ ...ANY, breed: "beagle " }, PUPPY)).toEqual([]);
  });
});
