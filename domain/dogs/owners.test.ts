/** The shares of a dog's owners are at most the whole dog. */
import { expect, it } from "vitest";
import { checkOwnerDays, checkShares } from "./owners";

const half = { share: 50, from: "2024-01-01", until: "2025-01-01" };

it.each([
  [{ share: 50 }, [half], {}],
  [{ share: 60 }, [half], { share: "All shares together would be 110% from January 1, 2024" }],
  // One owner begins on the day on which the other ends.
  [{ share: 60, from: "2025-01-01" }, [half], {}],
  [{ share: 60, until: "2024-01-01" }, [half], {}],
  [{ share: 60, from: "2024-12-31" }, [half], { share: expect.stringMatching(/^All shares/u) }],
  // Two owners who never own the dog at the same time.
  [{ share: 50 }, [half, { ...half, from: "2025-01-01", until: null }], {}],
  [{ share: 33.34 }, [{ share: 33.33 }, { share: 33.33 }], {}],
  [{ share: 100 }, [{ share: null }], {}],
  [{ share: 100 }, [{ share: 0.5 }], { share: "All shares together would be 100.5%" }],
  [{ share: null }, [{ share: 100 }], {}],
])("checks the share of %j beside %j", (owner, others, expected) => {
  expect(checkShares(owner, others)).toEqual(expected);
});

it("refuses an end before the beginning, and takes one day", () => {
  expect(checkOwnerDays({ from: "2025-01-02", until: "2025-01-01" })).toEqual({
    until: "Until cannot be before From",
  });
  expect(checkOwnerDays({ from: "2025-01-02", until: "2025-01-02" })).toEqual({});
});
