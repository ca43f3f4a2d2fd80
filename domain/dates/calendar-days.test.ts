/** Tests calendar dates: which dates exist, how ages are counted, and that no clock or time zone has an effect. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addDays,
  checkLifeDay,
  earlierDay,
  isCalendarDay,
  latestDayOnEarth,
  localDay,
  monthsBetween,
  utcDay,
  yearsBetween,
} from "./calendar-days";

/** Random days from 1900 to 2100. */
const anyDay = fc
  .integer({ min: -25_567, max: 47_481 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10));

describe("isCalendarDay", () => {
  it("[GAP-API-09] accepts only dates that exist, in the form YYYY-MM-DD", () => {
    for (const day of ["2024-02-29", "2025-12-31"]) expect(isCalendarDay(day)).toBe(true);
    for (const text of [
      "2023-02-29",
      "2025-13-01",
      "2025-00-10",
      "2025-6-15",
      "2025-06-15T00:00:00Z",
      "",
      "0000-01-01",
    ]) {
      expect(isCalendarDay(text), text).toBe(false);
    }
  });

  it("accepts every date that exists", () => {
    fc.assert(fc.property(anyDay, (day) => isCalendarDay(day)));
  });

  it("knows the last day of every month, including leap years and centuries", () => {
    for (const year of [1900, 2000, 2023, 2024, 2100, 2400]) {
      for (let month = 1; month <= 12; month += 1) {
        const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
        expect(isCalendarDay(last), last).toBe(true);
        const after = `${last.slice(0, 8)}${Number(last.slice(8)) + 1}`;
        expect(isCalendarDay(after), after).toBe(false);
      }
    }
  });
});

describe("an age", () => {
  it("[DOG-24] counts whole years from birthday to birthday", () => {
    expect(yearsBetween("2023-06-16", "2025-06-15")).toBe(1);
    expect(yearsBetween("2023-06-16", "2025-06-16")).toBe(2);
  });

  it("treats a day that a month lacks as the last day of that month", () => {
    expect(monthsBetween("2024-01-31", "2024-02-29")).toBe(1);
    expect(monthsBetween("2023-01-31", "2023-02-27")).toBe(0);
    expect(yearsBetween("2024-02-29", "2025-02-28")).toBe(1);
  });

  it("never decreases as days pass, and is never negative after birth", () => {
    fc.assert(
      fc.property(anyDay, fc.nat({ max: 9000 }), (born, days) => {
        const age = monthsBetween(born, addDays(born, days));
        return age >= 0 && age <= monthsBetween(born, addDays(born, days + 1));
      }),
    );
  });

  it("is consistent between years and months", () => {
    fc.assert(
      fc.property(anyDay, fc.nat({ max: 9000 }), (born, days) => {
        const today = addDays(born, days);
        return yearsBetween(born, today) === Math.floor(monthsBetween(born, today) / 12);
      }),
    );
  });

  it("refuses an invalid date", () => {
    expect(() => monthsBetween("yesterday", "2025-01-01")).toThrow(RangeError);
  });
});

describe("addDays", () => {
  it("crosses the ends of months and years in both directions", () => {
    expect(addDays("2024-12-31", 1)).toBe("2025-01-01");
    expect(addDays("2024-03-01", -1)).toBe("2024-02-29");
    fc.assert(
      fc.property(anyDay, fc.integer({ min: -9000, max: 9000 }), (day, count) => {
        return addDays(addDays(day, count), -count) === day;
      }),
    );
  });
});

describe("today", () => {
  it("[GAP-API-09] is never later than the latest date in any time zone", () => {
    const evening = Date.UTC(2025, 5, 15, 10, 30);
    expect(utcDay(evening)).toBe("2025-06-15");
    expect(latestDayOnEarth(evening)).toBe("2025-06-16");
    expect(earlierDay("2025-06-16", "2025-06-15")).toBe("2025-06-15");
  });

  it("is the date at the breeder's location", () => {
    expect(localDay(new Date(2025, 5, 5, 23, 59))).toBe("2025-06-05");
  });
});

it.each([
  ["2025-06-16", "Day cannot be in the future"],
  ["2025-06-15", undefined],
  ["2025-06-01", undefined],
  ["2025-05-31", "Day cannot be before the birth"],
  [undefined, undefined],
])("a recorded day of a dog's life is neither after today nor before the birth (%s)", (day, message) => {
  const bounds = { today: "2025-06-15", bornOn: "2025-06-01" };
  expect(checkLifeDay("on", "Day", day, bounds)).toEqual(message === undefined ? {} : { on: message });
});
