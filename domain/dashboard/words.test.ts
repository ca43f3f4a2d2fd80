/** Tests the dashboard's texts for times and dates, at each limit between two texts. */
import { describe, expect, it } from "vitest";
import { dueText, relativeTime } from "./words";

describe("relative time", () => {
  it.each([
    ["GAP-DASH-08", 0, "just now"],
    ["GAP-DASH-08", 1, "1 minute ago"],
    ["DASH-13", 59, "59 minutes ago"],
    ["DASH-14", 60, "1 hour ago"],
    ["DASH-14", 90, "1 hour ago"],
    ["DASH-14", 1439, "23 hours ago"],
    ["DASH-15", 1440, "1 day ago"],
    ["DASH-15", 2880, "2 days ago"],
  ])("[%s] formats %i minutes as '%s'", (_id, minutes, text) => {
    expect(relativeTime(0, minutes * 60_000 + 30_000)).toBe(text);
  });
});

describe("due label", () => {
  it.each([
    ["DASH-16", "2025-06-15", "Today"],
    ["DASH-17", "2025-06-16", "Tomorrow"],
    ["DASH-18", "2025-06-12", "3 days overdue"],
    ["GAP-DASH-08", "2025-06-14", "1 day overdue"],
    ["DASH-19", "2025-06-20", "In 5 days"],
  ])("[%s] formats %s as '%s'", (_id, dueDate, text) => {
    expect(dueText(dueDate, "2025-06-15")).toBe(text);
  });
});
