/** Vaccines and due states. */
import { describe, expect, it } from "vitest";
import { dueStateOf, judgedDayOf } from "./due-state";
import { isCoreType, nextDueAfter, vaccineKeyOf } from "./vaccines";

const dueOn = (day: string) => dueStateOf(day, "2025-06-15");

describe("nextDueAfter", () => {
  it("[IMM-05] is 3 years later for rabies", () =>
    expect(nextDueAfter("Rabies", "2025-06-15")).toBe("2028-06-15"));

  it("[IMM-06] is 3 years later for DHPP", () =>
    expect(nextDueAfter("DHPP", "2025-06-15")).toBe("2028-06-15"));

  it("[IMM-07] is a year later for any other vaccine", () =>
    expect(nextDueAfter("Bordetella", "2025-06-15")).toBe("2026-06-15"));

  it("[GAP-IMM-05] ends February 29 on February 28", () => {
    expect(nextDueAfter("Lyme Disease", "2024-02-29")).toBe("2025-02-28");
    expect(nextDueAfter("Rabies", "2024-02-29")).toBe("2027-02-28");
  });

  it.each(["rabies (3 year)", "Imrab RABIES", "dapp", "DHPP + Lepto"])(
    "[GAP-IMM-06] knows %s by its name",
    (name) => expect(nextDueAfter(name, "2025-06-15")).toBe("2028-06-15"),
  );
});

describe("vaccineKeyOf", () => {
  it("[GAP-IMM-07] takes doses under several spellings for one vaccine", () => {
    expect(vaccineKeyOf("Rabies 3yr")).toBe(vaccineKeyOf("RABIES"));
    expect(vaccineKeyOf("DAPP")).toBe(vaccineKeyOf("DHPP"));
    expect(vaccineKeyOf("Lyme Disease")).toBe(vaccineKeyOf("lyme disease"));
    expect(vaccineKeyOf("Lyme Disease")).not.toBe(vaccineKeyOf("Bordetella"));
  });
});

describe("isCoreType", () => {
  it.each([
    ["Core", true],
    ["core vaccine", true],
    ["Non-Core", false],
    ["noncore", false],
    ["Non Core", false],
    ["Score", false],
  ])("[GAP-IMM-01] takes %s for core: %s", (type, expected) => expect(isCoreType(type)).toBe(expected));
});

describe("dueStateOf", () => {
  it("[IMM-13] is overdue when the day is past", () =>
    expect(dueOn("2025-06-05")).toEqual({ state: "overdue", text: "Overdue by 10 day(s)" }));

  it("[IMM-15] is due soon from today to 30 days", () => {
    expect(dueOn("2025-06-15")).toEqual({ state: "due_soon", text: "Due in 0 day(s)" });
    expect(dueOn("2025-07-15")).toEqual({ state: "due_soon", text: "Due in 30 day(s)" });
  });

  it("[IMM-16] is current beyond 30 days", () =>
    expect(dueOn("2025-07-16")).toEqual({ state: "current", text: "Due July 16, 2025" }));

  it.each([
    ["UTC", "2025-06-15", "due_soon"],
    ["America/New_York", "2025-06-15", "due_soon"],
    ["Pacific/Auckland", "2025-06-16", "overdue"],
  ])("[GAP-API-09] [IMM-13] [IMM-15] goes by the breeder's day in %s", (timeZone, today, state) => {
    const shown = new Intl.DateTimeFormat("en-CA", { timeZone }).format(Date.UTC(2025, 5, 15, 13));
    expect(shown).toBe(today);
    expect(dueStateOf("2025-06-15", shown).state).toBe(state);
  });

  it("[GAP-IMM-03] judges by the expiration date where no next due date is", () => {
    expect(judgedDayOf({ nextDueDate: null, expirationDate: "2025-06-05" })).toBe("2025-06-05");
    expect(judgedDayOf({ nextDueDate: "2026-06-05", expirationDate: "2025-06-05" })).toBe("2026-06-05");
    expect(judgedDayOf({ nextDueDate: null })).toBeNull();
  });
});
