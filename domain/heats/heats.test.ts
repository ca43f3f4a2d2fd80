/**
 * Tests the prediction of the next heat, the meaning of progesterone readings, and which entered dates are refused.
 */
import { describe, expect, it } from "vitest";
import { heatChangesSchema, newHeatSchema, readingSchema } from "./schemas";
import { fieldErrorsOf } from "../records/parse";
import { findCrossing, fromNanograms, readCycle, toNanograms, toPoints, type Reading } from "./cycle";
import { dayOfHeat, isInHeat, matingsOfHeat, predictNextHeat, restingIntervals } from "./prediction";
import { checkHeatDays, checkOtherHeats, checkReadingDay } from "./checks";

describe("the next heat of a bitch", () => {
  it("is predicted by the average of all bitches if only one heat is known", () => {
    expect(predictNextHeat(["2025-01-01"], [])).toEqual({
      expectedOn: "2025-08-02",
      fromOn: "2025-06-02",
      toOn: "2026-01-01",
      intervalDays: 213,
      ownIntervals: 0,
      isAfterWhelping: false,
    });
    expect(predictNextHeat([], [])).toBeNull();
  });

  it("is predicted by her own interval, with a month on either side if there is only one interval", () => {
    expect(predictNextHeat(["2025-01-01", "2024-07-05"], [])).toMatchObject({
      intervalDays: 180,
      expectedOn: "2025-06-30",
      fromOn: "2025-05-31",
      toOn: "2025-07-30",
      ownIntervals: 1,
    });
  });

  it("is predicted by the median of her intervals, with their range but at least two weeks on either side", () => {
    // The intervals are 170, 180 and 220 days.
    const starts = ["2023-06-01", "2023-11-18", "2024-05-16", "2024-12-22"];
    expect(restingIntervals(starts, [])).toEqual([170, 180, 220]);
    expect(predictNextHeat(starts, [])).toMatchObject({
      intervalDays: 180,
      ownIntervals: 3,
      expectedOn: "2025-06-20",
      fromOn: "2025-06-06",
      toOn: "2025-07-30",
    });
  });

  it("uses the newest six intervals, and the mean of the two middle intervals", () => {
    const starts = ["2025-01-01"];
    let day = Date.UTC(2025, 0, 1);
    for (const length of [200, 190, 180, 170, 160, 150, 400]) {
      day -= length * 86_400_000;
      starts.push(new Date(day).toISOString().slice(0, 10));
    }
    expect(predictNextHeat(starts, [])).toMatchObject({ ownIntervals: 6, intervalDays: 175 });
  });

  it("ignores intervals of a split heat and of a heat that was not recorded", () => {
    expect(restingIntervals(["2024-01-01", "2024-04-09", "2024-11-01"], [])).toEqual([206]);
    expect(restingIntervals(["2023-01-01", "2024-03-27"], [])).toEqual([]);
    expect(restingIntervals(["2024-01-01", "2024-01-01"], [])).toEqual([]);
  });

  it("is never earlier than the shortest plausible interval, whatever the spread or a whelping", () => {
    // The interval is 105 days. A month of uncertainty before the date would leave 75 days.
    expect(predictNextHeat(["2025-01-01", "2025-04-16"], [])).toMatchObject({
      expectedOn: "2025-07-30",
      fromOn: "2025-07-25",
    });
    // An interval of 120 days with a whelping in between would leave 62 days.
    expect(restingIntervals(["2025-01-01", "2025-05-01"], ["2025-03-05"])).toEqual([100]);
  });

  it("takes into account the weeks that a whelping adds, in past intervals and in the next interval", () => {
    const starts = ["2023-12-01", "2024-07-26"];
    expect(restingIntervals(starts, ["2024-02-14"])).toEqual([180]);
    const resting = predictNextHeat(starts, ["2024-02-14"]);
    const whelped = predictNextHeat(starts, ["2024-02-14", "2024-10-08"]);
    expect(resting).toMatchObject({ expectedOn: "2025-01-22", isAfterWhelping: false });
    expect(whelped).toMatchObject({ expectedOn: "2025-03-21", isAfterWhelping: true, intervalDays: 238 });
  });
});

describe("a heat", () => {
  it("continues until its last day, or for three weeks if no last day is recorded", () => {
    const open = { startOn: "2025-06-01", endOn: null };
    expect(isInHeat(open, "2025-05-31")).toBe(false);
    expect(isInHeat(open, "2025-06-01")).toBe(true);
    expect(isInHeat(open, "2025-06-21")).toBe(true);
    expect(isInHeat(open, "2025-06-22")).toBe(false);
    expect(isInHeat({ ...open, endOn: "2025-06-10" }, "2025-06-11")).toBe(false);
    expect(dayOfHeat("2025-06-01", "2025-06-01")).toBe(1);
  });

  it("has the matings of the month after its first day", () => {
    const days = ["2025-07-02", "2025-05-31", "2025-07-01", "2025-06-12"];
    const breedings = days.map((breedingDate) => ({ breedingDate }));
    expect(matingsOfHeat("2025-06-01", breedings).map(({ breedingDate }) => breedingDate)).toEqual([
      "2025-06-12",
      "2025-07-01",
    ]);
  });

  it("is refused with impossible dates", () => {
    const context = { today: "2025-06-15", bornOn: "2023-01-01" };
    const check = (startOn: string, endOn: string | null = null) =>
      checkHeatDays({ startOn, endOn }, context);
    expect(check("2025-06-15")).toEqual({});
    expect(check("2025-06-16")).toEqual({ startOn: "First day cannot be in the future" });
    expect(check("2023-01-01")).toEqual({ startOn: "First day must be after her date of birth" });
    expect(check("2025-06-10", "2025-06-09")).toEqual({ endOn: "Last day cannot be before the first day" });
    expect(check("2025-06-10", "2025-06-16")).toEqual({ endOn: "Last day cannot be in the future" });
    expect(check("2025-01-01", "2025-03-01")).toEqual({});
    expect(check("2025-01-01", "2025-03-02").endOn).toContain("60 days");
  });

  it("is refused if it overlaps another recorded heat", () => {
    const others = [{ startOn: "2025-01-10", endOn: "2025-02-05" }];
    const clash = { startOn: "She already has a heat recorded around this day" };
    expect(checkOtherHeats("2024-12-20", others)).toEqual({});
    expect(checkOtherHeats("2024-12-21", others)).toEqual(clash);
    expect(checkOtherHeats("2025-02-05", others)).toEqual(clash);
    expect(checkOtherHeats("2025-02-06", others)).toEqual({});
    expect(checkOtherHeats("2025-01-30", [{ startOn: "2025-01-10", endOn: null }])).toEqual(clash);
    expect(checkOtherHeats("2025-01-31", [{ startOn: "2025-01-10", endOn: null }])).toEqual({});
  });

  it("needs a first day, and accepts only known signs, each once and in order", () => {
    expect(newHeatSchema.parse({ startOn: "2025-06-01" })).toMatchObject({ signs: [] });
    expect(heatChangesSchema.parse({ signs: ["standing", "bleeding", "standing"] }).signs).toEqual([
      "bleeding",
      "standing",
    ]);
    const wrong = newHeatSchema.safeParse({ startOn: "", signs: ["howling"] });
    expect(wrong.success ? {} : fieldErrorsOf(wrong.error)).toMatchObject({
      startOn: "First day is required",
    });
  });
});

const reading = (takenOn: string, value: number, fields: Partial<Reading> = {}): Reading => ({
  takenOn,
  takenTime: null,
  value,
  unit: "ng/mL",
  ...fields,
});

describe("a progesterone reading", () => {
  it("is converted between nanograms and nanomoles with a factor of 3.18 per nanogram", () => {
    expect(toNanograms(15.9, "nmol/L")).toBeCloseTo(5, 10);
    expect(fromNanograms(5, "nmol/L")).toBeCloseTo(15.9, 10);
    expect(toNanograms(5, "ng/mL")).toBe(5);
  });

  it("is placed on the heat's time line by day and time, at noon if there is no time", () => {
    const points = toPoints(
      [reading("2025-06-11", 5, { takenTime: "06:00" }), reading("2025-06-10", 2)],
      "2025-06-01",
    );
    expect(points).toEqual([
      { day: 9.5, nanograms: 2 },
      { day: 10.25, nanograms: 5 },
    ]);
  });

  it("shows the LH surge and ovulation of Concannon's bitches at the published times", () => {
    // Means of six Beagles, in hours from the LH peak. Ovulation was 38 to 50 hours later.
    const points = [
      [-56, 0.7],
      [-40, 0.9],
      [-24, 1.2],
      [-16, 1.4],
      [-8, 1.5],
      [0, 2.6],
      [24, 3.2],
      [48, 5.4],
    ].map(([hours = 0, nanograms = 0]) => ({ day: hours / 24, nanograms }));
    const surge = findCrossing(points, 2.5);
    const ovulation = findCrossing(points, 5);
    expect(surge.kind === "between" && surge.day * 24).toBeCloseTo(-0.6, 1);
    expect(ovulation.kind === "between" && ovulation.day * 24).toBeGreaterThan(38);
    expect(ovulation.kind === "between" && ovulation.day * 24).toBeLessThan(50);
  });

  it("says if the level is not reached yet, was reached before the first reading, or is exactly reached", () => {
    const points = (...values: number[]) => values.map((nanograms, day) => ({ day, nanograms }));
    expect(findCrossing(points(), 5)).toEqual({ kind: "not yet" });
    expect(findCrossing(points(1, 4.9), 5)).toEqual({ kind: "not yet" });
    expect(findCrossing(points(6, 9), 5)).toEqual({ kind: "before", day: 0 });
    expect(findCrossing(points(1, 5, 9), 5)).toMatchObject({ kind: "between", day: 1 });
    expect(findCrossing(points(0, 5), 5)).toMatchObject({ kind: "between", day: 1 });
    // The first rise counts, not a later rise.
    expect(findCrossing(points(1, 6, 4, 8), 5)).toMatchObject({ kind: "between", gapDays: 1 });
  });

  it("determines ovulation, the best days and the due date from the curve", () => {
    const cycle = readCycle("2025-06-01", [
      reading("2025-06-08", 0.8),
      reading("2025-06-10", 2.5),
      reading("2025-06-12", 5),
      reading("2025-06-14", 15),
    ]);
    expect(cycle.lhSurge).toMatchObject({ on: "2025-06-10", basis: "measured", isSure: true });
    expect(cycle.ovulation).toMatchObject({ on: "2025-06-12", basis: "measured", isSure: true });
    expect(cycle.bestMating).toEqual({ from: "2025-06-14", to: "2025-06-16" });
    expect(cycle.frozenSemen).toEqual({ from: "2025-06-15", to: "2025-06-16" });
    // 63 days, plus or minus a day.
    expect(cycle.due).toEqual({ on: "2025-08-14", from: "2025-08-13", to: "2025-08-15" });
    expect(cycle.isMissed).toBe(false);
  });

  it("predicts ovulation two days after the LH surge if ovulation is not measured", () => {
    const { ovulation, due } = readCycle("2025-06-01", [
      reading("2025-06-08", 0.8),
      reading("2025-06-10", 8, { unit: "nmol/L" }),
    ]);
    expect(ovulation).toMatchObject({ on: "2025-06-12", basis: "expected" });
    expect(due?.on).toBe("2025-08-14");
  });

  it("is marked as uncertain if readings are far apart, and predicts nothing if the rise was not measured", () => {
    const far = readCycle("2025-06-01", [reading("2025-06-06", 0.8), reading("2025-06-12", 8)]);
    expect(far.ovulation?.isSure).toBe(false);
    const missed = readCycle("2025-06-01", [reading("2025-06-12", 20)]);
    expect(missed).toMatchObject({ lhSurge: null, ovulation: null, due: null, isMissed: true });
    expect(readCycle("2025-06-01", [])).toMatchObject({ ovulation: null, isMissed: false });
  });

  it("is refused above the range of any laboratory test, in either unit, and at invalid times", () => {
    const errorsOf = (fields: object) => {
      const typed = { takenOn: "2025-06-10", value: 5, unit: "ng/mL", ...fields };
      const result = readingSchema.safeParse(typed);
      return result.success ? {} : fieldErrorsOf(result.error);
    };
    expect(errorsOf({})).toEqual({});
    expect(errorsOf({ value: 150 })).toEqual({});
    expect(errorsOf({ value: 151 })).toEqual({ value: "Progesterone must be at most 150 ng/mL" });
    expect(errorsOf({ value: 151, unit: "nmol/L" })).toEqual({});
    expect(errorsOf({ value: 478, unit: "nmol/L" })).toEqual({
      value: "Progesterone must be at most 477 nmol/L",
    });
    expect(errorsOf({ value: -1 })).toEqual({ value: "Progesterone cannot be negative" });
    expect(errorsOf({ unit: "mg" })).toEqual({ unit: "Unit must be ng/mL or nmol/L" });
    expect(errorsOf({ takenTime: "8:30" })).toEqual({ takenTime: "Time must be a time such as 08:30" });
    expect(errorsOf({ takenTime: "" })).toEqual({});
  });

  it("must be within the time of its heat", () => {
    const check = (day: string) => checkReadingDay(day, "2025-03-01", "2025-06-15");
    expect(check("2025-02-15")).toEqual({});
    expect(check("2025-02-14")).toEqual({ takenOn: "Day must be near the time of this heat" });
    expect(check("2025-05-20")).toEqual({});
    expect(check("2025-05-21")).toEqual({ takenOn: "Day must be near the time of this heat" });
    expect(checkReadingDay("2025-06-16", "2025-06-10", "2025-06-15")).toEqual({
      takenOn: "Day cannot be in the future",
    });
  });
});
