/** Tests vaccines and due states. */
import { describe, expect, it } from "vitest";
import { dueStateOf, judgedDayOf } from "./due-state";
import { isCoreType, vaccineKeyOf } from "../vaccinations/vaccines";

const dueOn = (day: string) => dueStateOf(day, "2025-06-15");

describe("vaccineKeyOf", () => {
  it("[GAP-IMM-07] returns the same key for several spellings of one vaccine", () => {
    expect(vaccineKeyOf("Rabies 3yr")).toBe(vaccineKeyOf("RABIES"));
    expect(vaccineKeyOf("DAPP")).toBe(vaccineKeyOf("DHPP"));
    expect(vaccineKeyOf("Lyme Disease")).toBe(vaccineKeyOf("lyme disease"));
    expect(vaccineKeyOf("Lyme Disease")).not.toBe(vaccineKeyOf("Bordetella"));
  });

  it.each(["DHPP", "dapp", "DA2PP", "DA₂PPv", "DHLPP", "DHPPi/L4", "dhp", "Nobivac DHP"])(
    "[GAP-IMM-06] recognizes %s as DHPP",
    (name) => expect(vaccineKeyOf(name)).toBe("dhpp"),
  );

  it("[GAP-IMM-06] does not recognize a longer word as DHP", () =>
    expect(vaccineKeyOf("Adhpol")).toBe("adhpol"));
});

describe("isCoreType", () => {
  it.each([
    ["Core", true],
    ["core vaccine", true],
    ["Non-Core", false],
    ["noncore", false],
    ["Non Core", false],
    ["Score", false],
  ])("[GAP-IMM-01] says for %s whether it is a core vaccine: %s", (type, expected) =>
    expect(isCoreType(type)).toBe(expected),
  );
});

describe("dueStateOf", () => {
  it("[IMM-13] returns overdue if the date is in the past", () =>
    expect(dueOn("2025-06-05")).toEqual({ state: "overdue", text: "Overdue by 10 day(s)" }));

  it("[IMM-15] returns due soon from today to 30 days ahead", () => {
    expect(dueOn("2025-06-15")).toEqual({ state: "due_soon", text: "Due in 0 day(s)" });
    expect(dueOn("2025-07-15")).toEqual({ state: "due_soon", text: "Due in 30 day(s)" });
  });

  it("[IMM-16] returns current beyond 30 days", () =>
    expect(dueOn("2025-07-16")).toEqual({ state: "current", text: "Due July 16, 2025" }));

  it.each([
    ["UTC", "2025-06-15", "due_soon"],
    ["America/New_York", "2025-06-15", "due_soon"],
    ["Pacific/Auckland", "2025-06-16", "overdue"],
  ])("[GAP-API-09] [IMM-13] [IMM-15] uses the breeder's date in %s", (timeZone, today, state) => {
    const shown = new Intl.DateTimeFormat("en-CA", { timeZone }).format(Date.UTC(2025, 5, 15, 13));
    expect(shown).toBe(today);
    expect(dueStateOf("2025-06-15", shown).state).toBe(state);
  });

  it("[GAP-IMM-03] uses the expiration date if there is no next due date", () => {
    expect(judgedDayOf({ nextDueDate: null, expirationDate: "2025-06-05" })).toBe("2025-06-05");
    expect(judgedDayOf({ nextDueDate: "2026-06-05", expirationDate: "2025-06-05" })).toBe("2026-06-05");
    expect(judgedDayOf({ nextDueDate: null })).toBeNull();
  });
});
