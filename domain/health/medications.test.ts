/**
 * Tests courses and weights: when doses are due, the state and text of courses, and the conversion between pounds
 * and kilograms.
 */
import { describe, expect, it } from "vitest";
import {
  courseStateOf,
  describeSchedule,
  dosesDueBefore,
  formatDose,
  nextDueDay,
  proposedTimes,
  slotsOn,
  type CourseSchedule,
  type PlannedCourse,
} from "./medications";
import { formatGrams, fromGrams, readWeight } from "./weights";

const times = (everyDays: number, ...at: string[]): CourseSchedule => ({
  type: "times",
  everyDays,
  times: at,
});
const course = (changes: Partial<PlannedCourse> = {}): PlannedCourse => ({
  schedule: times(1, "08:00", "20:00"),
  startOn: "2025-06-10",
  endOn: "2025-06-20",
  stoppedOn: null,
  ...changes,
});

describe("a course of medication", () => {
  it("is upcoming, active on its first and last day, then finished; stopped when somebody stops it", () => {
    expect(courseStateOf(course(), "2025-06-09")).toBe("upcoming");
    expect(courseStateOf(course(), "2025-06-10")).toBe("active");
    expect(courseStateOf(course(), "2025-06-20")).toBe("active");
    expect(courseStateOf(course(), "2025-06-21")).toBe("finished");
    expect(courseStateOf(course({ stoppedOn: "2025-06-12" }), "2025-06-11")).toBe("stopped");
    expect(courseStateOf(course({ endOn: null }), "2030-01-01")).toBe("active");
  });

  it("has doses only on scheduled days, also over the end of a month", () => {
    expect(slotsOn(course(), "2025-06-10")).toEqual(["08:00", "20:00"]);
    expect(slotsOn(course(), "2025-06-21")).toEqual([]);
    expect(slotsOn(course({ stoppedOn: "2025-06-12" }), "2025-06-13")).toEqual([]);
    const monthly = course({ schedule: times(30, "09:00"), endOn: null });
    expect(slotsOn(monthly, "2025-07-10")).toEqual(["09:00"]);
    expect(slotsOn(monthly, "2025-07-11")).toEqual([]);
    expect(nextDueDay(monthly, "2025-06-11")).toBe("2025-07-10");
    expect(nextDueDay(monthly, "2025-07-10")).toBe("2025-07-10");
    expect(nextDueDay(course(), "2025-06-01")).toBe("2025-06-10");
    expect(nextDueDay(course(), "2025-06-21")).toBeNull();
  });

  it("counts the doses that were due before today", () => {
    expect(dosesDueBefore(course(), "2025-06-10")).toBe(0);
    expect(dosesDueBefore(course(), "2025-06-12")).toBe(4);
    expect(dosesDueBefore(course(), "2026-01-01")).toBe(22);
    expect(dosesDueBefore(course({ schedule: times(2, "08:00") }), "2025-06-13")).toBe(2);
    expect(dosesDueBefore(course({ schedule: { type: "as_needed" } }), "2025-06-13")).toBe(0);
  });

  it("is described like a label on a medicine", () => {
    expect(formatDose(2, "tablet")).toBe("2 tablets");
    expect(formatDose(0.5, "tablet")).toBe("0.5 tablet");
    expect(formatDose(1250, "mg")).toBe("1,250 mg");
    expect(describeSchedule(times(1, "08:00"))).toBe("once a day, 08:00");
    expect(describeSchedule(times(2, "08:00", "20:00"))).toBe("twice every other day, 08:00, 20:00");
    expect(describeSchedule(times(30, "a", "b", "c"))).toBe("3 times every 30 days, a, b, c");
    expect(describeSchedule({ type: "as_needed" })).toBe("as needed");
  });

  it("suggests times between breakfast and bedtime", () => {
    expect(proposedTimes(1)).toEqual(["08:00"]);
    expect(proposedTimes(2)).toEqual(["08:00", "20:00"]);
    expect(proposedTimes(3)).toEqual(["08:00", "15:00", "22:00"]);
    expect(new Set(proposedTimes(8)).size).toBe(8);
  });
});

describe("a weight", () => {
  it("accepts a decimal point or comma, in pounds or kilograms, and is shown as it was entered", () => {
    expect(readWeight("62.5", "lb")).toBe(28_350);
    expect(readWeight("28,35", "kg")).toBe(28_350);
    expect([readWeight("", "kg"), readWeight("0", "lb"), readWeight("x", "lb")]).toEqual([null, null, null]);
    for (const typed of [1, 12.3, 62.5, 108.4, 399.9]) {
      expect(fromGrams(readWeight(String(typed), "lb") ?? 0, "lb")).toBe(typed);
    }
    expect(formatGrams(28_350, "lb")).toBe("62.5 lbs");
    expect(formatGrams(28_350, "kg")).toBe("28.35 kg");
  });
});
