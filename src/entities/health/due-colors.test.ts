/** The colors of the schedule and of the alerts. */
import { describe, expect, it } from "vitest";
import { lateTone, overdueColor, scheduleColor } from "@/entities/health/due-colors";

describe("scheduleColor", () => {
  it.each([
    [-1, "error"],
    [0, "warning"],
    [7, "warning"],
    [8, "info"],
    [30, "info"],
    [31, "success"],
  ])("[VAX-06] with %i days left, returns %s", (days, color) => expect(scheduleColor(days)).toBe(color));
});

describe("overdueColor", () => {
  it.each([
    ["ALR-01", 31, "error"],
    ["ALR-02", 30, "warning"],
    ["ALR-02", 8, "warning"],
    ["ALR-03", 7, "info"],
    ["ALR-03", 1, "info"],
  ])("[%s] %i days overdue, returns %s", (_rule, days, color) => expect(overdueColor(days)).toBe(color));
});

describe("lateTone", () => {
  it.each([
    [-1, null],
    [0, null],
    [1, "warning"],
    [30, "warning"],
    [31, "error"],
  ])("%i days late, returns %s", (days, tone) => expect(lateTone(days)).toBe(tone));
});
