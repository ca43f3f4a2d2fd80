/** The texts that explain why a heat is predicted, and what a bitch in heat needs next. */
import { expect, it } from "vitest";
import { addDays } from "@domain/dates/calendar-days";
import { readCycle, type Reading } from "@domain/heats/cycle";
import { describeBasis, describeBestDays, describeStep } from "@/entities/heats/heat-words";

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

const START = "2025-06-01";

/** `readings` are pairs of the heat's day and ng/mL. */
function stateOf(readings: readonly (readonly [number, number])[]) {
  const taken = readings.map(([day, value]): Reading => ({
    ...{ takenOn: addDays(START, day - 1), takenTime: "08:00", value, unit: "ng/mL" },
  }));
  const { ovulation, bestMating, isMissed } = readCycle(START, taken);
  return {
    ...{ startOn: START, isMissed, lastReading: taken.at(-1) ?? null },
    ovulationOn: ovulation?.on ?? null,
    isMeasured: ovulation?.basis === "measured",
    isSure: ovulation?.isSure ?? false,
    bestFrom: bestMating?.from ?? null,
    bestTo: bestMating?.to ?? null,
  };
}

const SOON =
  "Fertile days begin around Jun 10 on average. A progesterone reading before then catches the rise.";
const FERTILE = "Fertile until around Jun 19 on average. Progesterone shows the best days.";
const LOW = [[9, 0.8]] as const;
const SURGE = [...LOW, [11, 2.5]] as const;
const MEASURED = [...SURGE, [13, 5]] as const;
const GAP = [
  [8, 0.8],
  [13, 6],
] as const;

it.each([
  [1, [], null, SOON],
  [9, [], null, SOON],
  [10, [], null, FERTILE],
  [16, [], null, FERTILE],
  [19, [], null, "Fertile days are over on average."],
  [9, LOW, null, "Read again by Jun 12 to be sure of the day of ovulation."],
  [12, LOW, null, "Read again today to be sure of the day of ovulation."],
  [
    ...[12, SURGE, "Ovulation expected about Jun 13, best Jun 15 – Jun 17"],
    "Read again by Jun 14 to be sure of the day of ovulation.",
  ],
  [18, SURGE, "Ovulation expected about Jun 13, best days were Jun 15 – Jun 17", null],
  [13, MEASURED, "Ovulation about Jun 13, best Jun 15 – Jun 17", null],
  [21, MEASURED, "Ovulation about Jun 13, best days were Jun 15 – Jun 17", null],
  [13, GAP, "Ovulation about Jun 12 (uncertain), best Jun 14 – Jun 16", null],
  [12, [[12, 9]], null, "Already high at the first reading, so the day of ovulation is unknown."],
] as [number, [number, number][], string | null, string | null][])(
  "the words about day %i of a heat with the readings %j say the best days and what is next",
  (day, readings, best, next) => {
    const state = stateOf(readings);
    const today = addDays(START, day - 1);
    expect(describeBestDays(state, today)).toBe(best);
    expect(describeStep(state, today)).toBe(next);
  },
);
