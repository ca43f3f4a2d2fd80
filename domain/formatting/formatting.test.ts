/** Tests US formats of dates, money, measures, phone numbers and ages. */
import { describe, expect, it } from "vitest";
import {
  formatCents,
  formatClock,
  formatDay,
  formatHeight,
  formatMoment,
  formatPhone,
  formatShortMoment,
  formatWeight,
  grouped,
} from "./formatting";

describe("a formatter", () => {
  it("[GAP-SHELL-02] uses the formats of the US", () => {
    expect(formatDay("2025-06-15")).toBe("June 15, 2025");
    expect(formatDay("unknown")).toBe("unknown");
  });

  it("[SHELL-08] shows money in dollars", () => {
    expect(formatCents(150_000)).toBe("$1,500.00");
    expect(formatCents(5)).toBe("$0.05");
  });

  it("[DOGF-09] shows pounds and inches with one decimal", () => {
    expect(formatWeight(62.5)).toBe("62.5 lbs");
    expect(formatHeight(22)).toBe("22 inches");
    expect(formatWeight(62.54)).toBe("62.5 lbs");
  });

  it("[GAP-DOG-24] writes US phone numbers as (###) ###-####, and leaves other numbers unchanged", () => {
    expect(formatPhone("5550100123")).toBe("(555) 010-0123");
    expect(formatPhone("555")).toBe("(555");
    expect(formatPhone("55501")).toBe("(555) 01");
    expect(formatPhone("(555) 010-0123")).toBe("(555) 010-0123");
    expect(formatPhone("")).toBe("");
    for (const foreign of ["+46 8 123 45 67", "555 010 0123 4", "ask Anna"])
      expect(formatPhone(foreign)).toBe(foreign);
  });

  it("writes numbers with commas like `Intl`", () => {
    for (const number of [
      0, 7, 412, 999, 1000, 1412, 28_350, 1_234_567, 999.25, 1412.5, 28_350.75, -999, -1412.5,
    ])
      expect(grouped(number)).toBe(number.toLocaleString("en-US"));
    const dollars = new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
    for (const cents of [0, 5, 99, 100, 12_345, 150_000, 123_456_789, -5, -150_000])
      expect(formatCents(cents)).toBe(dollars.format(cents / 100));
  });

  it("writes an instant like `Intl`, with a plain space", () => {
    for (const [hour, minute] of [
      [0, 5],
      [11, 59],
      [12, 0],
      [23, 30],
    ] as const) {
      const at = new Date(2025, 5, 5, hour, minute).getTime();
      const said = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat("en-US", options).format(at).replaceAll(/\s/gu, " ");
      expect(formatClock(at)).toBe(said({ timeStyle: "short" }));
      expect(formatMoment(at)).toBe(said({ dateStyle: "medium", timeStyle: "short" }));
      expect(formatShortMoment(at)).toBe(
        said({ month: "short", day: "numeric", hour: "numeric", minute: "2-digit" }),
      );
    }
  });
});
