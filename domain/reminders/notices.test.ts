/**
 * Tests when reminders send notices: in three time zones, when clocks change, when snoozed, when missed, and in
 * quiet hours.
 */
import { describe, expect, it } from "vitest";
import type { ReminderType } from "./rules";
import { addDays } from "../dates/calendar-days";
import { dayIn, instantOf, isTimeZone, timeIn } from "../dates/zones";
import {
  afterQuietHours,
  latestNotice,
  nextDigest,
  nextNotice,
  noticeAfterChange,
  noticeDays,
  planDeliveries,
} from "./notices";
import { writeDigest } from "../mail/digest";
import { writeNotice } from "../mail/notice";

const utc = (text: string): number => Date.parse(`${text}Z`);
const shown = (instant: number | null | undefined) =>
  instant === null || instant === undefined ? null : new Date(instant).toISOString().slice(0, 16);
const EMAIL = { email: true, sms: false, push: false };
const reminder = (dueDate: string, daysInAdvance: number[] = [1], snoozedUntil: string | null = null) => ({
  dueDate,
  snoozedUntil,
  reminderType: "other" as const,
  notifications: { ...EMAIL, daysInAdvance },
});

describe("the instant of a local time", () => {
  it.each([
    ["UTC", "2025-06-15", "2025-06-15T08:00"],
    ["America/New_York", "2025-03-08", "2025-03-08T13:00"],
    ["America/New_York", "2025-03-09", "2025-03-09T12:00"],
    ["America/New_York", "2025-11-01", "2025-11-01T12:00"],
    ["America/New_York", "2025-11-02", "2025-11-02T13:00"],
    ["Pacific/Auckland", "2025-04-05", "2025-04-04T19:00"],
    ["Pacific/Auckland", "2025-04-06", "2025-04-05T20:00"],
    ["Pacific/Auckland", "2025-09-27", "2025-09-26T20:00"],
    ["Pacific/Auckland", "2025-09-28", "2025-09-27T19:00"],
  ])("[GAP-REM-11] 08:00 in %s on %s is %s in UTC", (zone, day, instant) => {
    const at = instantOf(day, "08:00", zone);
    expect(shown(at)).toBe(instant);
    expect([dayIn(zone, at), timeIn(zone, at)]).toEqual([day, "08:00"]);
  });

  it("is after the change for a skipped time, and the first instant for a time that occurs twice", () => {
    expect(shown(instantOf("2025-03-09", "02:30", "America/New_York"))).toBe("2025-03-09T07:30");
    expect(shown(instantOf("2025-11-02", "01:30", "America/New_York"))).toBe("2025-11-02T05:30");
    expect(shown(instantOf("2025-04-06", "02:30", "Pacific/Auckland"))).toBe("2025-04-05T13:30");
    expect(shown(instantOf("2025-09-28", "02:30", "Pacific/Auckland"))).toBe("2025-09-27T14:30");
  });

  it("exists only for valid time zones", () => {
    expect(["Pacific/Auckland", "Mars/Olympus"].map(isTimeZone)).toEqual([true, false]);
  });
});

describe.each(["UTC", "America/New_York", "Pacific/Auckland"])("notices in %s", (zone) => {
  const at = (day: string, time = "08:00") => instantOf(day, time, zone);
  const days = ["2025-03-10", "2025-04-07", "2025-06-15", "2025-09-29", "2025-11-03", "2024-03-01"];

  it.each(days)(
    "[GAP-REM-11] are sent at 08:00 on each day of advance notice and on the due date, %s",
    (due) => {
      const noticed = reminder(due, [7, 1]);
      const seen: string[] = [];
      for (let now = at(addDays(due, -30)); ;) {
        const notice = nextNotice(noticed, zone, now);
        if (!notice) break;
        seen.push(`${dayIn(zone, notice.at)} ${timeIn(zone, notice.at)}`);
        now = notice.at;
      }
      expect(seen).toEqual([7, 1, 0].map((ahead) => `${addDays(due, -ahead)} 08:00`));
    },
  );

  it("are not sent before their time, and are not sent a second time", () => {
    const noticed = reminder("2025-06-15", []);
    expect(latestNotice(noticed, zone, at("2025-06-15") - 1)).toBeNull();
    expect(nextNotice(noticed, zone, at("2025-06-15") - 1)?.day).toBe("2025-06-15");
    expect(latestNotice(noticed, zone, at("2025-06-15"))?.day).toBe("2025-06-15");
    expect(nextNotice(noticed, zone, at("2025-06-15"))).toBeNull();
  });

  it("are sent only for the latest date if several were missed", () => {
    expect(latestNotice(reminder("2025-06-15", [7, 3, 1]), zone, at("2025-06-14", "20:00"))?.day).toBe(
      "2025-06-14",
    );
    expect(latestNotice(reminder("2025-06-15", [7, 3]), zone, at("2025-06-14", "20:00"))?.day).toBe(
      "2025-06-12",
    );
  });

  it("[GAP-REM-10] are not sent while the reminder is snoozed, and one is sent on the day it returns", () => {
    expect(noticeDays(reminder("2025-06-15", [7, 1], "2025-06-10"))).toEqual([
      "2025-06-10",
      "2025-06-14",
      "2025-06-15",
    ]);
    expect(noticeDays(reminder("2025-06-15", [7, 1], "2025-06-20"))).toEqual(["2025-06-20"]);
    expect(nextNotice(reminder("2025-06-15", [], "2025-06-20"), zone, at("2025-06-15"))?.at).toBe(
      at("2025-06-20"),
    );
  });

  it("remain due after a change that does not move their date, if they wait for the next run", () => {
    const now = at("2025-06-15", "08:05");
    const waiting = at("2025-06-15");
    expect(noticeAfterChange(reminder("2025-06-15", [3]), zone, { waiting, now })).toBe(waiting);
    expect(noticeAfterChange(reminder("2025-06-18", []), zone, { waiting, now })).toBe(at("2025-06-18"));
    expect(noticeAfterChange(reminder("2025-06-14", []), zone, { waiting, now })).toBeNull();
    expect(noticeAfterChange(reminder("2025-06-15", []), zone, { waiting: undefined, now })).toBeNull();
  });

  it("wait until quiet hours are over, before and after midnight, and when clocks change", () => {
    const night = { from: "21:00", to: "09:30" };
    for (const day of days) {
      expect(afterQuietHours(at(day), night, zone)).toBe(at(day, "09:30"));
      expect(afterQuietHours(at(day, "22:00"), night, zone)).toBe(at(addDays(day, 1), "09:30"));
      expect(afterQuietHours(at(day, "12:00"), night, zone)).toBe(at(day, "12:00"));
      expect(afterQuietHours(at(day, "12:00"), { from: "11:00", to: "14:00" }, zone)).toBe(at(day, "14:00"));
      expect(afterQuietHours(at(day, "14:00"), { from: "11:00", to: "14:00" }, zone)).toBe(at(day, "14:00"));
      expect(afterQuietHours(at(day), null, zone)).toBe(at(day));
    }
  });
});

describe("the daily digest", () => {
  it.each([
    ["UTC", "06:30", "2025-06-15T06:29", "2025-06-15T06:30"],
    ["UTC", "06:30", "2025-06-15T06:30", "2025-06-16T06:30"],
    ["America/New_York", "20:00", "2025-03-08T23:00", "2025-03-09T01:00"],
    ["America/New_York", "20:00", "2025-03-09T01:00", "2025-03-10T00:00"],
    ["Pacific/Auckland", "05:45", "2025-04-04T16:45", "2025-04-05T17:45"],
  ])("is sent in %s at the person's %s: after %s it is %s", (zone, time, after, next) => {
    expect(shown(nextDigest(zone, utc(`${after}:00`), time))).toBe(next);
  });
});

describe("the recipients of a reminder", () => {
  const person = (name: string, channels: Partial<typeof EMAIL> = {}, quietHours = null as never) => ({
    person: name,
    channels: { email: true, sms: true, push: true, ...channels },
    quietHours,
    timeZone: "UTC",
    mutedTypes: [] as ReminderType[],
  });
  const now = utc("2025-06-15T08:00:00");

  it("[REM-18] are all members, on the channels that both the reminder and the member have switched on", () => {
    const notifications = { email: true, sms: false, push: true, daysInAdvance: [] };
    const noticed = { reminderType: "other" as const, notifications };
    const planned = planDeliveries(noticed, [person("Ann"), person("Ben", { email: false })], now);
    expect(planned.map(({ person: name, channel }) => `${name} ${channel}`)).toEqual([
      "Ann email",
      "Ann push",
      "Ben push",
    ]);
  });

  it("are notified after their own quiet hours, in their own time zone", () => {
    const late = {
      ...person("Ann"),
      quietHours: { from: "22:00", to: "07:00" },
      timeZone: "America/Chicago",
    };
    const [planned] = planDeliveries(reminder("2025-06-15"), [late], now);
    expect(shown(planned?.sendAt)).toBe("2025-06-15T12:00");
  });

  it("do not include people who have switched off the reminder's type", () => {
    const muted = { ...person("Ann"), mutedTypes: ["grooming" as const] };
    const told = (reminderType: ReminderType) =>
      planDeliveries({ ...reminder("2025-06-15"), reminderType }, [muted, person("Ben")], now).map(
        ({ person: name }) => name,
      );
    expect(told("grooming")).toEqual(["Ben"]);
    expect(told("vaccination")).toEqual(["Ann", "Ben"]);
  });
});

it("a reminder without any channel sends no notices", () => {
  const silent = {
    dueDate: "2025-06-15",
    notifications: { email: false, sms: false, push: false, daysInAdvance: [] },
  };
  expect(nextNotice(silent, "UTC", 0)).toBeNull();
});

describe("the text of a notice", () => {
  const notice = (facts: { dueDate: string; dueTime: string | null }) =>
    writeNotice(
      {
        kennelName: "Oak Hill",
        title: "Vet",
        description: null,
        dogName: "Bella",
        today: "2025-06-15",
        isTest: false,
        ...facts,
      },
      null,
    );

  it("contains the date and, if there is one, the time", () => {
    expect(notice({ dueDate: "2025-06-15", dueTime: null }).subject).toBe("Vet (Bella) is due today");
    const timed = notice({ dueDate: "2025-06-15", dueTime: "14:30" });
    expect(timed.subject).toBe("Vet (Bella) is due today, 2:30 PM");
    expect(timed.text).toContain("Due: Today, June 15, 2025, 2:30 PM");
    expect(notice({ dueDate: "2025-06-16", dueTime: "09:00" }).subject).toBe(
      "Vet (Bella) is due tomorrow, 9:00 AM",
    );
    expect(notice({ dueDate: "2025-06-12", dueTime: "09:00" }).subject).toBe(
      "Vet (Bella) has been overdue since June 12, 2025",
    );
  });
});

describe("messages with hostile names", () => {
  const facts = {
    description: null,
    dogName: null,
    dueDate: "2025-06-15",
    dueTime: null,
    today: "2025-06-15",
  };

  it("have a subject of one line", () => {
    for (const end of ["\r\n", "\n", "\u0085", "\u2028", "\0"]) {
      const name = `Oak${end}Bcc: eve@example.com`;
      const digest = writeDigest(
        { kennelName: name, recipientName: name, today: "2025-06-15", lines: [] },
        null,
      );
      const notice = writeNotice({ ...facts, kennelName: name, title: name, isTest: false }, null);
      for (const { subject } of [digest, notice]) {
        expect(subject).toContain("Oak Bcc: eve@example.com");
        expect(subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u);
      }
    }
  });

  it("are cut between characters", () => {
    const name = "🐕".repeat(100);
    for (const before of ["", "x"]) {
      const { subject, sms, push } = writeNotice(
        {
          ...facts,
          kennelName: `${before}${name}`,
          title: `${before}${name}`,
          description: name.repeat(2),
          isTest: false,
        },
        null,
      );
      for (const text of [subject, sms, push]) expect(text).not.toMatch(/\p{Cs}/u);
    }
  });
});
