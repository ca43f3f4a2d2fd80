/** The texts that explain why a heat is predicted. */
import { expect, it } from "vitest";
import { describeBasis } from "@/entities/heats/heat-words";

const basis = { expectedOn: "2026-02-01", fromOn: "2026-01-20", toOn: "2026-02-12" };

it.each([
  [
    { ownIntervals: 4, intervalDays: 182, isAfterWhelping: false },
    "About 182 days between heats, by her last 4 intervals.",
  ],
  [
    { ownIntervals: 1, intervalDays: 235, isAfterWhelping: false },
    "About 235 days between heats, by her one interval.",
  ],
])(
  "the words about a predicted heat name the bitch's own intervals and the range of these intervals",
  (own, words) => {
    expect(describeBasis({ ...basis, ...own })).toBe(words);
  },
);

it("the words about a predicted heat say how many days a litter adds, separately from the intervals between heats", () => {
  const own = { ownIntervals: 2, intervalDays: 248, isAfterWhelping: true };
  expect(describeBasis({ ...basis, ...own })).toBe(
    "About 190 days between heats, by her last 2 intervals, plus 58 days after a litter.",
  );
});
