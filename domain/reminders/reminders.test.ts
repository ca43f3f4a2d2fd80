/** Tests the state of reminders on a date, the texts of their cards, and the dates of recurring reminders. */
import { describe, expect, it } from "vitest";
import { addDays } from "../dates/calendar-days";
import { dueGroupOf, dueLabelOf, isDueLater, reminderStateOf, shownPriority } from "./due";
import { nextOccurrence, toRule, type Recurrence } from "./recurrence";

const TODAY = "2025-06-15";
const due = (dueDate: string, snoozedUntil: string | null = null, today = TODAY) =>
  reminderStateOf({ dueDate, snoozedUntil }, today);

describe("the state of a reminder", () => {
  it("[REM-03] [REM-04] [REM-05] is overdue after the due date, due soon on it and the day before, otherwise normal", () => {
    expect(due("2025-06-14")).toBe("overdue");
    expect(due("2025-06-15")).toBe("due_soon");
    expect(due("2025-06-16")).toBe("due_soon");
    expect(due("2025-06-17")).toBe("normal");
  });

  it("[REM-06] shows a priority that depends only on the date", () => {
    expect(
      ["2025-06-14", "2025-06-15", "2025-06-16", "2025-06-30"].map((day) => shownPriority(due(day))),
    ).toEqual(["high", "medium", "medium", "low"]);
  });

  it("[GAP-REM-10] is neither overdue nor due soon while snoozed, and can be again from the end of the snooze", () => {
    expect(due("2025-06-10", "2025-06-20", "2025-06-16")).toBe("normal");
    expect(due("2025-06-10", "2025-06-20", "2025-06-19")).toBe("normal");
    expect(due("2025-06-10", "2025-06-20", "2025-06-20")).toBe("overdue");
  });

  it("[REM-07] [REM-08] [REM-09] [GAP-REM-03] shows Today, Tomorrow, 'Overdue (MMM d)' or the full date", () => {
    expect(
      ["2025-06-15", "2025-06-16", "2025-06-12", "2025-06-30"].map((day) => dueLabelOf(day, TODAY)),
    ).toEqual(["Today", "Tomorrow", "Overdue (Jun 12)", "June 30, 2025"]);
    expect(dueLabelOf("2026-01-01", "2025-12-31")).toBe("Tomorrow");
  });
});

/** Each date is calculated from the previous date. */
function daysOf(recurrence: Partial<Recurrence>, start: string, count: number): string[] {
  const days = [start];
  while (days.length < count) {
    const last = days.at(-1) ?? start;
    const next = nextOccurrence(
      { frequency: "daily", interval: 1, endDate: null, ...recurrence },
      start,
      last,
    );
    if (next === null) break;
    days.push(next);
  }
  return days;
}

describe("[GAP-REM-08] the next date of a recurring reminder", () => {
  it("is counted in days and weeks, also over the end of a month and when clocks change", () => {
    expect(daysOf({ frequency: "daily", interval: 3 }, "2025-02-25", 4)).toEqual([
      "2025-02-25",
      "2025-02-28",
      "2025-03-03",
      "2025-03-06",
    ]);
    expect(daysOf({ frequency: "weekly", interval: 2 }, "2025-03-23", 3)).toEqual([
      "2025-03-23",
      "2025-04-06",
      "2025-04-20",
    ]);
  });

  it("is the end of the month for the 31st, in every month", () => {
    expect(daysOf({ frequency: "monthly" }, "2024-01-31", 5)).toEqual([
      "2024-01-31",
      "2024-02-29",
      "2024-03-31",
      "2024-04-30",
      "2024-05-31",
    ]);
    expect(daysOf({ frequency: "monthly" }, "2025-01-30", 3)).toEqual([
      "2025-01-30",
      "2025-02-28",
      "2025-03-30",
    ]);
    expect(daysOf({ frequency: "monthly", interval: 3 }, "2025-01-15", 3)).toEqual([
      "2025-01-15",
      "2025-04-15",
      "2025-07-15",
    ]);
  });

  it("is the last day of February for a leap day", () => {
    expect(daysOf({ frequency: "yearly" }, "2024-02-29", 6)).toEqual([
      "2024-02-29",
      "2025-02-28",
      "2026-02-28",
      "2027-02-28",
      "2028-02-29",
      "2029-02-28",
    ]);
    expect(daysOf({ frequency: "yearly", interval: 3 }, "2025-12-31", 3)).toEqual([
      "2025-12-31",
      "2028-12-31",
      "2031-12-31",
    ]);
  });

  it("does not exist after the last day of the series", () => {
    expect(daysOf({ frequency: "weekly", endDate: "2025-06-15" }, "2025-06-01", 9)).toEqual([
      "2025-06-01",
      "2025-06-08",
      "2025-06-15",
    ]);
  });

  it("is calculated correctly from a day between two occurrences", () => {
    const weekly: Recurrence = { frequency: "weekly", interval: 1, endDate: null };
    expect(nextOccurrence(weekly, "2025-06-02", "2025-06-11")).toBe("2025-06-16");
    expect(nextOccurrence(weekly, "2000-01-03", "2025-06-11")).toBe("2025-06-16");
  });

  it("is defined by an RFC 5545 rule", () => {
    const rule = (frequency: Recurrence["frequency"], start: string, endDate: string | null = null) =>
      toRule({ frequency, interval: 2, endDate }, start);
    expect(rule("weekly", "2025-01-31", "2025-03-01")).toBe("FREQ=WEEKLY;INTERVAL=2;UNTIL=20250301");
    expect(rule("monthly", "2025-01-30")).toBe("FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=28,29,30;BYSETPOS=-1");
    expect(rule("yearly", "2024-02-29")).toBe(
      "FREQ=YEARLY;INTERVAL=2;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1",
    );
  });

  it("is one interval after the previous date, whatever the start is", () => {
    for (let offset = 0; offset < 400; offset += 1) {
      const start = addDays("2023-12-15", offset);
      const [, next] = daysOf({ frequency: "monthly" }, start, 2);
      const [year, month] = [Number(start.slice(0, 4)), Number(start.slice(5, 7))];
      const expected = month === 12 ? `${year + 1}-01` : `${year}-${String(month + 1).padStart(2, "0")}`;
      expect(next?.slice(0, 7)).toBe(expected);
    }
  });
});

describe("the groups of a list of reminders", () => {
  it.each([
    ["2025-06-14", null, "Overdue", ""],
    ["2025-06-14", "2025-06-20", "Snoozed", ""],
    ["2025-06-15", null, "Today", "Sunday, June 15"],
    ["2025-06-16", null, "Tomorrow", "Monday, June 16"],
    ["2025-06-29", null, "Sunday, June 29", "in 14 days"],
    ["2025-06-30", null, "Later in June", ""],
    ["2025-07-01", null, "July", ""],
    ["2026-07-01", null, "July", "2026"],
  ])("show %s (snoozed until %s) under %s", (dueDate, snoozedUntil, title, note) => {
    expect(dueGroupOf({ dueDate, snoozedUntil }, "2025-06-15")).toMatchObject({ title, note });
  });

  it("leave out reminders that are due after the month of 90 days from today", () => {
    expect(isDueLater({ dueDate: "2025-09-30" }, "2025-06-15")).toBe(false);
    expect(isDueLater({ dueDate: "2025-10-01" }, "2025-06-15")).toBe(true);
  });
});
