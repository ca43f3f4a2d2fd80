/** Tests the dates of health records. */
import { describe, expect, it } from "vitest";
import { localDay } from "../dates/calendar-days";
import { checkFollowUpDone, checkHealthDays } from "./record-days";

const check = (dateRecorded: string, followUpDate: string | null, today = "2025-06-15") =>
  checkHealthDays({ dateRecorded, followUpDate }, today);

describe("checkHealthDays", () => {
  it("[GAP-HLT-13] accepts today, and a follow-up on the same day", () => {
    expect(check("2025-06-15", "2025-06-15")).toEqual({});
    expect(check("2025-06-15", null)).toEqual({});
  });

  it("[GAP-HLT-13] refuses a future date, and a follow-up before the record", () => {
    expect(check("2025-06-16", "2025-06-15")).toEqual({
      dateRecorded: "Date cannot be in the future",
      followUpDate: "Follow-up date cannot be before the date of the record",
    });
  });

  it.each([
    ["UTC", "2025-06-15"],
    ["America/New_York", "2025-06-15"],
    ["Pacific/Auckland", "2025-06-16"],
  ])("[GAP-HLT-13] [GAP-API-09] uses the breeder's date in %s", (timeZone, today) => {
    const shown = new Intl.DateTimeFormat("en-CA", { timeZone }).format(Date.UTC(2025, 5, 15, 13));
    expect(shown).toBe(today);
    expect(check("2025-06-16", null, shown)).toEqual(
      today === "2025-06-16" ? {} : { dateRecorded: "Date cannot be in the future" },
    );
    expect(localDay(new Date(2025, 5, 15))).toBe("2025-06-15");
  });
});

describe("checkFollowUpDone", () => {
  it("accepts a date from the record to today", () => {
    expect(checkFollowUpDone("2025-06-10", "2025-06-10", "2025-06-15")).toBeNull();
    expect(checkFollowUpDone("2025-06-09", "2025-06-10", "2025-06-15")).toContain("before");
    expect(checkFollowUpDone("2025-06-16", "2025-06-10", "2025-06-15")).toContain("future");
  });
});
