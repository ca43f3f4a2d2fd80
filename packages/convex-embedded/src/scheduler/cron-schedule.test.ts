/** Tests when crons run next, in UTC, whatever the machine's time zone. */
import { describe, expect, test } from "vitest";
import { readSchedule } from "./cron-schedule.js";

const at = (iso: string) => Date.parse(iso);
const nextOf = (schedule: { type: string; [field: string]: unknown }, after: string, previous?: string) =>
  new Date(
    readSchedule("nightly", schedule).next(previous === undefined ? null : at(previous), at(after)),
  ).toISOString();

describe("clock schedules", () => {
  test.each([
    [{ type: "hourly", minuteUTC: 30 }, "2026-11-21T10:00:00Z", "2026-11-21T10:30:00.000Z"],
    [{ type: "hourly", minuteUTC: 30 }, "2026-11-21T10:30:00Z", "2026-11-21T11:30:00.000Z"],
    [{ type: "daily", hourUTC: 3, minuteUTC: 15 }, "2026-11-21T03:16:00Z", "2026-11-22T03:15:00.000Z"],
    [
      { type: "weekly", dayOfWeek: "sunday", hourUTC: 0, minuteUTC: 0 },
      "2026-11-21T10:00:00Z",
      "2026-11-22T00:00:00.000Z",
    ],
    [
      { type: "weekly", dayOfWeek: "friday", hourUTC: 23, minuteUTC: 59 },
      "2026-11-21T10:00:00Z",
      "2026-11-27T23:59:00.000Z",
    ],
    [
      { type: "monthly", day: 31, hourUTC: 1, minuteUTC: 0 },
      "2026-11-21T10:00:00Z",
      "2026-12-31T01:00:00.000Z",
    ],
    [{ type: "cron", cron: "*/15 8-9 * * 1-5" }, "2026-11-21T10:00:00Z", "2026-11-23T08:00:00.000Z"],
  ])("%j after %s is %s", (schedule, after, expected) => {
    expect(nextOf(schedule, after)).toBe(expected);
  });

  test("without a minute get the same fixed minute every time", () => {
    const first = nextOf({ type: "daily", hourUTC: 3 }, "2026-11-21T10:00:00Z");
    const second = nextOf({ type: "daily", hourUTC: 3 }, first);
    expect(first).toMatch(/^2026-11-22T03:\d\d:00\.000Z$/);
    expect(at(second) - at(first)).toBe(24 * 3600 * 1000);
  });

  test("skip runs that became due while the runtime was down", () => {
    const schedule = { type: "hourly", minuteUTC: 0 };
    expect(nextOf(schedule, "2026-11-25T10:20:00Z", "2026-11-21T10:00:00Z")).toBe("2026-11-25T11:00:00.000Z");
  });
});

describe("intervals", () => {
  test("start at once and count from the last due time", () => {
    expect(nextOf({ type: "interval", minutes: 5 }, "2026-11-21T10:00:00Z")).toBe("2026-11-21T10:00:00.000Z");
    expect(nextOf({ type: "interval", minutes: 5 }, "2026-11-21T10:01:00Z", "2026-11-21T10:00:00Z")).toBe(
      "2026-11-21T10:05:00.000Z",
    );
  });

  test("keep their interval and skip runs that became due in between", () => {
    expect(nextOf({ type: "interval", hours: 1 }, "2026-11-21T13:30:00Z", "2026-11-21T10:00:00Z")).toBe(
      "2026-11-21T14:00:00.000Z",
    );
  });
});

test.each([
  [{ type: "cron", cron: "not a cron" }],
  [{ type: "cron", cron: "* * * * * *" }],
  [{ type: "cron", cron: "61 * * * *" }],
  [{ type: "yearly" }],
  [{ type: "interval" }],
])("with %j are refused, and the cron is named", (schedule) => {
  expect(() => readSchedule("nightly", schedule)).toThrow(/^The cron "nightly" cannot be scheduled: /);
});
