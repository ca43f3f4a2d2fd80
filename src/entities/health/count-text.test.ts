/** The number of entries above a list of health records. */
import { expect, it } from "vitest";
import { countText } from "@/entities/health/count-text";

const page = (totalItems: number, isCut = false) => ({
  pagination: { totalItems, totalPages: 1, limit: 100 },
  isCut,
});

it.each([
  [page(1), "1 record"],
  [page(12), "12 records"],
  [page(101, true), "More than 100 records"],
  [page(0), ""],
  [undefined, ""],
])("countText uses the singular for one and the plural for several", (shown, words) => {
  expect(countText(shown, "record")).toBe(words);
});
