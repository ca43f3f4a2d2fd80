/** Tests months and their weeks. */
import { describe, expect, it } from "vitest";
import { addMonths, isMonth, monthOf, weekdayOf, weeksOf } from "./months";

describe("months", () => {
  it("are distinguished from other texts", () => {
    expect(["2025-06", "1969-12"].every(isMonth)).toBe(true);
    expect(["2025-13", "2025-6", "2025-06-01", ""].some(isMonth)).toBe(false);
    expect(monthOf("2025-06-15")).toBe("2025-06");
  });

  it("can be added and subtracted across the turn of the year", () => {
    expect(addMonths("2025-12", 1)).toBe("2026-01");
    expect(addMonths("2025-01", -1)).toBe("2024-12");
    expect(addMonths("2025-06", 0)).toBe("2025-06");
    expect(addMonths("2025-06", -18)).toBe("2023-12");
  });

  it("have weeks from Sunday to Saturday that contain all days of the month", () => {
    expect(weekdayOf("2025-06-15")).toBe(0);
    expect(weekdayOf("1969-12-31")).toBe(3);
    const weeks = weeksOf("2025-06");
    expect(weeks).toHaveLength(5);
    expect(weeks[0]).toEqual([
      "2025-06-01",
      "2025-06-02",
      "2025-06-03",
      "2025-06-04",
      "2025-06-05",
      "2025-06-06",
      "2025-06-07",
    ]);
    expect(weeks.at(-1)?.at(-1)).toBe("2025-07-05");
    // One month with exactly four weeks, and one month with six weeks.
    expect(weeksOf("2026-02")).toHaveLength(4);
    expect(weeksOf("2025-08")).toHaveLength(6);
  });
});
