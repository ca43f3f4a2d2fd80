/** Tests amounts as users enter them and as they are shown. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { centsOf, dollarsOf } from "./dollars";

describe("entered money", () => {
  it.each([
    ["", 0],
    ["0", 0],
    ["1500", 150_000],
    ["1,500.50", 150_050],
    ["$1,500", 150_000],
    [" 20.5 ", 2050],
    [".99", 99],
    ["-1", -100],
    ["-$1", -100],
    ["1.999", null],
    ["1,50", null],
    ["abc", null],
    ["-", null],
    [".", null],
  ])("%s is read as %s cents", (typed, cents) => {
    expect(centsOf(typed)).toBe(cents);
  });

  it("is read unchanged after it was written, to the cent", () => {
    fc.assert(fc.property(fc.nat(1_000_000_00), (cents) => centsOf(dollarsOf(cents)) === cents));
  });
});
