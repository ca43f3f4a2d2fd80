/** Tests the memory check of the soak test. */
import { expect, test } from "vitest";
import { isGrowing, trendOf } from "../soak/memory-trend";

/** The noise is the same in every run. */
const noise = (at: number) => ((Math.imul(at + 1, 2_654_435_761) >>> 16) % 1000) / 100;
const series = (value: (at: number) => number) =>
  Array.from({ length: 60 }, (_, at) => value(at) + noise(at));
const grows = (samples: readonly number[]) => isGrowing(trendOf(samples), 0.1, 8);

test("a leak is found through noise", () => {
  expect(grows(series((at) => 100 + at))).toBe(true);
});

test("noise, an initial growth and a single peak are not reported as a leak", () => {
  expect(grows(series(() => 100))).toBe(false);
  expect(grows(series((at) => Math.min(100, 30 + at * 5)))).toBe(false);
  expect(grows(series((at) => (at > 56 ? 400 : 100)))).toBe(false);
});

test("too few samples are reported as too few", () => {
  expect(() => trendOf([1, 2, 3, 4, 5, 6])).toThrow("too few");
});
