/** Tests how often puppies are weighed, and when a weight is late. */
import { expect, it } from "vitest";
import { isWeighingLate, weighingIntervalOf } from "./weighing";

it.each([
  ["2025-02-01", 1],
  ["2025-02-22", 1],
  ["2025-02-23", 7],
  ["2025-04-26", 7],
  ["2025-04-27", null],
])("on %s, puppies born on February 1 have an interval of %s days between weighings", (today, interval) =>
  expect(weighingIntervalOf("2025-02-01", today)).toBe(interval),
);

it.each([
  ["2025-02-09", "2025-02-10", false],
  ["2025-02-08", "2025-02-10", true],
  ["2025-03-01", "2025-03-08", false],
  ["2025-03-01", "2025-03-09", true],
  ["2025-03-01", "2025-04-27", false],
])("after a weighing on %s, the next weighing is late on %s: %s", (lastOn, today, isLate) =>
  expect(isWeighingLate("2025-02-01", lastOn, today)).toBe(isLate),
);
