/** Tests when the next dose is due, by vaccine and age, and that the puppy schedule has the same dates. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PUPPY_SCHEDULE } from "./rules";
import { addDays, daysBetween } from "../dates/calendar-days";
import { newDueDates, wasCalculated } from "./due";
import { dayAtWeeks, nextDoseAfter } from "./next-dose";
import { listDaysAhead, makePuppySchedule } from "./puppy-schedule";

const BORN = "2025-01-01";

const after = (vaccineName: string, dateAdministered: string, bornOn: string | null = null) =>
  nextDoseAfter({ vaccineName, dateAdministered, bornOn });
const atDays = (vaccineName: string, days: number) => after(vaccineName, addDays(BORN, days), BORN);

describe("nextDoseAfter", () => {
  it("[IMM-05] returns a date 3 years later for rabies", () =>
    expect(after("Rabies", "2025-06-15")).toEqual({ dueOn: "2028-06-15", reason: "interval", years: 3 }));

  it("[IMM-06] returns a date 3 years later for DHPP", () =>
    expect(after("DHPP", "2025-06-15").dueOn).toBe("2028-06-15"));

  it("[IMM-07] returns a date a year later for any other vaccine", () =>
    expect(after("Bordetella", "2025-06-15").dueOn).toBe("2026-06-15"));

  it("[GAP-IMM-05] ends February 29 on February 28", () => {
    expect(after("Lyme Disease", "2024-02-29").dueOn).toBe("2025-02-28");
    expect(after("Rabies", "2024-02-29").dueOn).toBe("2027-02-28");
  });

  it.each(["rabies (3 year)", "Imrab RABIES", "dapp", "DHPP + Lepto", "DA2PP", "DHLPP", "dhp"])(
    "[GAP-IMM-06] recognizes %s by its name",
    (name) => expect(after(name, "2025-06-15").dueOn).toBe("2028-06-15"),
  );

  it.each([
    ["DHPP", 42, 9],
    ["DA2PP", 63, 12],
    ["DHLPP", 84, 16],
    // A dose at eight weeks counts as the dose of nine weeks. The next dose is therefore due four weeks later, not
    // one week later.
    ["DHP", 56, 12],
    ["DHPP", 20, 6],
    ["Rabies", 84, 16],
    ["Bordetella", 56, 12],
    ["Lyme Disease", 84, 16],
  ])("[GAP-IMM-02] calculates for %s on day %i the milestone of week %i", (vaccine, day, week) =>
    expect(atDays(vaccine, day)).toEqual({ dueOn: dayAtWeeks(BORN, week), reason: "milestone", week }),
  );

  it("[GAP-IMM-02] keeps two weeks between doses if the milestone is closer", () => {
    expect(atDays("DHPP", 77)).toEqual({ dueOn: addDays(BORN, 91), reason: "milestone", week: 12 });
    expect(atDays("Rabies", 111)).toEqual({ dueOn: addDays(BORN, 125), reason: "milestone", week: 16 });
  });

  it("[GAP-IMM-02] uses the stated years from 16 weeks of age on, and if no milestone is left", () => {
    expect(atDays("DHPP", 112)).toMatchObject({ reason: "interval", years: 3 });
    expect(atDays("Rabies", 112)).toMatchObject({ reason: "interval", years: 3 });
    expect(atDays("Bordetella", 84)).toMatchObject({ reason: "interval", years: 1 });
    expect(atDays("Leptospirosis", 56)).toMatchObject({ reason: "interval", years: 1 });
  });
});

describe("the puppy schedule", () => {
  const vaccine = fc.constantFrom(...PUPPY_SCHEDULE);
  const days = fc.uniqueArray(fc.integer({ min: 14, max: 400 }), { minLength: 1, maxLength: 6 });

  it("[GAP-IMM-02] shows the due date of the newest dose, whatever doses were given", () => {
    fc.assert(
      fc.property(vaccine, days, fc.integer({ min: 0, max: 400 }), (one, ages, age) => {
        const doses = ages.map((day) => {
          const given = { vaccineName: one.vaccineName, dateAdministered: addDays(BORN, day) };
          return { ...given, ...newDueDates({ ...given, bornOn: BORN }, {}) };
        });
        const newest = doses.reduce((a, b) => (a.dateAdministered > b.dateAdministered ? a : b));
        const [first, ...later] = listDaysAhead(one, BORN, doses);
        expect(first?.dueOn).toBe(newest.nextDueDate);
        for (const [index, { dueOn }] of later.entries()) {
          const before = index === 0 ? first?.dueOn : later[index - 1]?.dueOn;
          expect(daysBetween(before ?? "", dueOn)).toBeGreaterThan(0);
        }
        const shown = makePuppySchedule(BORN, doses, addDays(BORN, age)).vaccines.find(
          ({ vaccineName }) => vaccineName === one.vaccineName,
        );
        const milestone = shown?.milestones.find(({ week }) => week === first?.week);
        if (first?.week !== null) expect(milestone).toMatchObject({ dueOn: first?.dueOn, givenOn: null });
      }),
    );
  });

  it("plans all milestones and the booster if no dose was given, and nothing if no further dose is due", () => {
    const [dhpp] = PUPPY_SCHEDULE;
    if (!dhpp) throw new Error("There is no DHPP");
    const weeks = listDaysAhead(dhpp, BORN, []).map(({ week }) => week);
    expect(weeks).toEqual([6, 9, 12, 16, null]);
    const last = { vaccineName: "DHPP", dateAdministered: "2026-01-01", nextDueDate: null };
    expect(listDaysAhead(dhpp, BORN, [last])).toEqual([]);
  });
});

describe("wasCalculated", () => {
  it("recognizes dates that were calculated only from the vaccine", () => {
    const dose = { vaccineName: "DHPP", dateAdministered: "2025-03-01" };
    expect(wasCalculated({ ...dose, nextDueDate: "2028-03-01" })).toBe(true);
    expect(wasCalculated({ ...dose, nextDueDate: "2026-03-01" })).toBe(false);
    expect(wasCalculated(dose)).toBe(false);
    expect(wasCalculated({ ...dose, vaccineName: "DA2PP", nextDueDate: "2026-03-01" })).toBe(true);
  });
});
