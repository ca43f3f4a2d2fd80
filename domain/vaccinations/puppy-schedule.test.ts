/** Tests the puppy schedule, and the ages and dates in it. */
import { describe, expect, it } from "vitest";
import { COMMON_VACCINES, PUPPY_SCHEDULE, SPECIALIZATIONS } from "./rules";
import { formatClinicPhone } from "../health/clinic-phone";
import { changedDueDates } from "./due";
import { ageInWeeks, labelMilestone, makePuppySchedule } from "./puppy-schedule";
import { isCoreType } from "./vaccines";

const BORN = "2025-03-05";

const milestonesOf = (vaccineName: string) =>
  PUPPY_SCHEDULE.find((vaccine) => vaccine.vaccineName === vaccineName);

describe("PUPPY_SCHEDULE", () => {
  it.each([
    ["VAX-07", "DHPP", [6, 9, 12, 16], 1],
    ["VAX-08", "Rabies", [16], 3],
    ["VAX-09", "Bordetella", [12], 1],
    ["VAX-10", "Lyme Disease", [12, 16], 1],
    ["VAX-11", "Canine Influenza", [12, 16], 1],
  ] as const)(
    "[%s] contains %s in weeks %j and a first booster after %i year(s)",
    (_rule, vaccineName, weeks, repeatYears) => {
      expect(milestonesOf(vaccineName)).toEqual({ vaccineName, weeks, repeatYears });
    },
  );
});

describe("labelMilestone", () => {
  it("[VAX-12] [GAP-VAX-01] returns Due/Completed after the milestone, with a hint more than a week after it", () => {
    expect(labelMilestone(6, 12)).toEqual({ label: "Due/Completed", hint: "no dose recorded" });
    expect(labelMilestone(6, 8)).toEqual({ label: "Due/Completed", hint: "no dose recorded" });
  });

  it.each([5, 6, 7])(
    "[VAX-13] [GAP-VAX-01] returns Due Now at %i weeks for the milestone of six weeks",
    (age) => expect(labelMilestone(6, age)).toEqual({ label: "Due Now", hint: null }),
  );

  it("[VAX-14] returns Upcoming before the milestone", () =>
    expect(labelMilestone(6, 4)).toEqual({ label: "Upcoming", hint: null }));
});

describe("makePuppySchedule", () => {
  it("[GAP-VAX-07] counts whole weeks, rounded down, and is collapsed after twenty weeks", () => {
    expect(ageInWeeks(BORN, "2025-04-15")).toBe(5);
    expect(ageInWeeks(BORN, "2025-04-16")).toBe(6);
    expect(ageInWeeks(BORN, "2025-03-01")).toBe(0);
    expect(makePuppySchedule(BORN, [], "2025-07-29")).toMatchObject({ ageWeeks: 20, isFolded: false });
    expect(makePuppySchedule(BORN, [], "2025-07-30")).toMatchObject({ ageWeeks: 21, isFolded: true });
  });

  it("[GAP-VAX-02] assigns doses to the milestones in the order of their dates", () => {
    const doses = [
      { vaccineName: "DHPP", dateAdministered: "2025-05-08", nextDueDate: "2025-05-28" },
      { vaccineName: "Rabies", dateAdministered: "2025-06-26", nextDueDate: "2028-06-26" },
      { vaccineName: "DHPP", dateAdministered: "2025-04-17", nextDueDate: "2025-05-07" },
    ];
    const { vaccines } = makePuppySchedule(BORN, doses, "2025-06-26");
    expect(vaccines[0]?.milestones).toEqual([
      { week: 6, dueOn: "2025-04-16", givenOn: "2025-04-17", label: "Completed", hint: null },
      { week: 9, dueOn: "2025-05-07", givenOn: "2025-05-08", label: "Completed", hint: null },
      { week: 12, dueOn: "2025-05-28", givenOn: null, label: "Due/Completed", hint: "no dose recorded" },
      { week: 16, dueOn: "2025-06-25", givenOn: null, label: "Due Now", hint: null },
    ]);
    expect(vaccines[1]?.milestones[0]).toMatchObject({ label: "Completed", givenOn: "2025-06-26" });
  });
});

describe("common vaccines", () => {
  const named = (type: string) =>
    COMMON_VACCINES.filter((vaccine) => vaccine.type === type).map(({ name }) => name);

  it("[IMM-09] [IMM-10] [IMM-11] are core and non-core, and only core vaccines are primary", () => {
    expect(named("Core")).toEqual(["DHPP", "Rabies"]);
    expect(named("Non-Core")).toEqual([
      "Bordetella",
      "Lyme Disease",
      "Canine Influenza",
      "Leptospirosis",
      "Coronavirus",
      "Giardia",
    ]);
    expect(COMMON_VACCINES.filter(({ type }) => isCoreType(type))).toHaveLength(2);
  });
});

describe("formatClinicPhone", () => {
  it.each([
    ["5551234567", "(555) 123-4567"],
    ["555.123.4567", "(555) 123-4567"],
    ["+1 555 123", "+1 555 123"],
    ["1-555-123-4567", "(555) 123-4567"],
    ["555", "(555"],
    ["5551234", "(555) 123-4"],
    ["call 555 123 4567 ext", "(555) 123-4567"],
  ])("[VET-03] [GAP-VET-03] formats %s as %s", (typed, shown) =>
    expect(formatClinicPhone(typed)).toBe(shown),
  );

  it("[VET-04] returns at most 14 characters, but keeps a foreign number as entered", () => {
    expect(formatClinicPhone("55512345678")).toBe("(555) 123-4567");
    expect(formatClinicPhone("55512345678")).toHaveLength(14);
    expect(formatClinicPhone("+49 30 1234567890")).toBe("+49 30 1234567890");
  });

  it("[VET-05] a form suggests thirteen specializations", () => {
    expect(SPECIALIZATIONS).toHaveLength(13);
    expect([SPECIALIZATIONS[0], SPECIALIZATIONS.at(-1)]).toEqual(["General Practice", "Exotic Animals"]);
  });
});

describe("changedDueDates", () => {
  const before = {
    vaccineName: "Rabies",
    dateAdministered: "2024-02-29",
    nextDueDate: "2027-02-28",
    expirationDate: null,
    isDueAutomatic: true,
  };

  it("[GAP-IMM-05] calculates a calculated date again if date or vaccine change, and keeps an entered date", () => {
    const given = { vaccineName: "Lyme Disease", dateAdministered: "2024-02-29", bornOn: null };
    expect(changedDueDates(before, given, {}).nextDueDate).toBe("2025-02-28");
    const typed = { ...before, nextDueDate: "2026-01-01", isDueAutomatic: false };
    expect(changedDueDates(typed, given, {}).nextDueDate).toBe("2026-01-01");
    expect(changedDueDates(typed, given, { nextDueDate: null }).nextDueDate).toBeNull();
  });
});
