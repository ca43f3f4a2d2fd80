/**
 * Tests that the shares of a dog's owners add up to at most 100 percent, and that owners are read from the cells of
 * files.
 */
import { describe, expect, it } from "vitest";
import { checkOwnerDays, checkOwnersOfFile, checkShares, ownersText, readOwners } from "./owners";

const half = { share: 50, from: "2024-01-01", until: "2025-01-01" };

it.each([
  [{ share: 50 }, [half], {}],
  [{ share: 60 }, [half], { share: "All shares together would be 110% from January 1, 2024" }],
  // One owner begins on the day on which the other owner ends.
  [{ share: 60, from: "2025-01-01" }, [half], {}],
  [{ share: 60, until: "2024-01-01" }, [half], {}],
  [{ share: 60, from: "2024-12-31" }, [half], { share: expect.stringMatching(/^All shares/u) }],
  // Two owners who never own the dog at the same time.
  [{ share: 50 }, [half, { ...half, from: "2025-01-01", until: null }], {}],
  [{ share: 33.34 }, [{ share: 33.33 }, { share: 33.33 }], {}],
  [{ share: 100 }, [{ share: null }], {}],
  [{ share: 100 }, [{ share: 0.5 }], { share: "All shares together would be 100.5%" }],
  [{ share: null }, [{ share: 100 }], {}],
])("the check of owners accepts or refuses the share of %j together with %j", (owner, others, expected) => {
  expect(checkShares(owner, others)).toEqual(expected);
});

it("the check of owners refuses an end before the beginning, and accepts a single day", () => {
  expect(checkOwnerDays({ from: "2025-01-02", until: "2025-01-01" })).toEqual({
    until: "Until cannot be before From",
  });
  expect(checkOwnerDays({ from: "2025-01-02", until: "2025-01-02" })).toEqual({});
});

describe("the owners in a cell", () => {
  it.each([
    [
      "Anna Berg (50%); Ben Stern (50%)",
      [
        ["Anna Berg", 50],
        ["Ben Stern", 50],
      ],
    ],
    [
      "Anna Berg 33,33 %, Ben (33.33%), Cleo [33.33%]",
      [
        ["Anna Berg", 33.33],
        ["Ben", 33.33],
        ["Cleo", 33.33],
      ],
    ],
    [
      "Anna (1/2)\nBen 1/3",
      [
        ["Anna", 50],
        ["Ben", 33.33],
      ],
    ],
    [
      "50 % Anna Berg; 50%: Ben",
      [
        ["Anna Berg", 50],
        ["Ben", 50],
      ],
    ],
    [
      "\u5f35\u4e09\uff0850\uff05\uff09\uff1bBen",
      [
        ["\u5f35\u4e09", 50],
        ["Ben", null],
      ],
    ],
    ["\u05e9\u05e8\u05d4 (25%)", [["\u05e9\u05e8\u05d4", 25]]],
    ["Berg, Anna", [["Berg, Anna", null]]],
    ["Anna & Ben Berg", [["Anna & Ben Berg", null]]],
    ["Kennel 100%", [["Kennel", 100]]],
    [" ; ;", []],
  ])("are read from “%s”, and read again from the text that is written", (cell, expected) => {
    const owners = readOwners(cell);
    expect(owners.map(({ name, share }) => [name, share])).toEqual(expected);
    expect(readOwners(ownersText(owners))).toEqual(owners);
  });

  it("are refused if their shares exceed 100 percent, if a share is zero, or if there are too many owners", () => {
    const check = (cell: string) => checkOwnersOfFile(readOwners(cell));
    expect(check("Anna (33.34%); Ben (33.33%); Cleo (33.33%)")).toBeNull();
    expect(check("Anna (60%); Ben (60%)")).toBe("All shares together would be 120%");
    expect([check("Anna (0%)"), check("Anna (101%)")]).toEqual(
      Array(2).fill("Share must be more than 0 and at most 100 percent"),
    );
    expect(check("A;".repeat(21))).toBe("A dog has at most 20 owners");
  });
});
