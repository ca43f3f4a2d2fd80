/** Tests due dates, progress and the typical order of a breeding's statuses. */
import { describe, expect, it } from "vitest";
import { BREEDING_STATUSES, type BreedingStatus } from "./rules";
import { breedingChangesSchema, breedingFiltersSchema, newBreedingSchema } from "./schemas";
import { fieldErrorsOf } from "../records/parse";
import {
  checkBreedingDays,
  dueDateOf,
  pregnancyProgress,
  warnOfCheckDay,
  warnOfDueDate,
  warnOfFutureMating,
} from "./dates";
import { isUsualStep } from "./status";

describe("the dates of a breeding", () => {
  it("[BRD-10] have the due date 63 days after mating, also across leap days", () => {
    expect(dueDateOf("2025-01-01")).toBe("2025-03-05");
    expect(dueDateOf("2024-01-01")).toBe("2024-03-04");
  });

  it("[BRD-28] [BRD-29] give the progress from mating to due date, between 0 and 100 percent", () => {
    const days = { breedingDate: "2025-01-01", expectedDueDate: "2025-03-05" };
    expect(pregnancyProgress(days, "2025-02-01")).toBeCloseTo((31 / 63) * 100, 10);
    expect(pregnancyProgress(days, "2024-12-31")).toBe(0);
    expect(pregnancyProgress(days, "2025-04-01")).toBe(100);
  });

  it("[GAP-BRD-17] give no progress if the due date is missing or equals the date of mating", () => {
    expect(pregnancyProgress({ breedingDate: "2025-01-01", expectedDueDate: null }, "2025-02-01")).toBeNull();
    const sameDay = { breedingDate: "2025-01-01", expectedDueDate: "2025-01-01" };
    expect(pregnancyProgress(sameDay, "2025-02-01")).toBeNull();
  });

  it("[GAP-BRD-09] are refused if the due date is before mating, with a warning outside of 50 to 75 days after mating", () => {
    const due = (expectedDueDate: string) => ({ breedingDate: "2025-01-01", expectedDueDate });
    expect(checkBreedingDays(due("2024-12-31"))).toEqual({
      expectedDueDate: "Expected delivery date cannot be before the mating date",
    });
    expect(checkBreedingDays(due("2025-01-01"))).toEqual({});
    expect(warnOfDueDate(due("2025-02-19"))).toContain("49 days");
    expect(warnOfDueDate(due("2025-02-20"))).toBeNull();
    expect(warnOfDueDate(due("2025-03-17"))).toBeNull();
    expect(warnOfDueDate(due("2025-03-18"))).toContain("76 days");
  });

  it("[GAP-BRD-09] have a warning if a mating that counts as done is in the future", () => {
    const warn = (status: BreedingStatus, breedingDate: string, isCalledOff = false) =>
      warnOfFutureMating({ status, breedingDate, isCalledOff }, "2025-06-15");
    for (const status of BREEDING_STATUSES.filter((each) => each !== "planned"))
      expect(warn(status, "2025-06-16")).toBe("The mating date 2025-06-16 is in the future");
    expect(warn("bred", "2025-06-15")).toBeNull();
    expect(warn("planned", "2025-06-16")).toBeNull();
    expect(warn("failed", "2025-06-16", true)).toBeNull();
  });

  it("[GAP-BRD-09] have a warning if a pregnancy check is too early or too late to see a pregnancy", () => {
    const warn = (on: string, breedingDate = "2025-05-18") => warnOfCheckDay(on, breedingDate, "2025-06-15");
    expect(warn("2025-06-15")).toBeNull();
    expect(warn("2025-05-18")).toBeNull();
    expect(warn("2025-06-16")).toContain("is in the future");
    expect(warn("2025-05-17")).toContain("is before the mating date 2025-05-18");
    expect(warn("2025-06-15", "2025-04-01")).toBeNull();
    expect(warn("2025-06-15", "2025-03-31")).toContain("76 days after mating");
    // A future mating has its own warning.
    expect(warn("2025-06-15", "2025-11-03")).toBeNull();
  });
});

describe("the status of a breeding", () => {
  it("[GAP-BRD-03] typically advances by one step, or fails before whelping", () => {
    const usual = BREEDING_STATUSES.flatMap((from) =>
      BREEDING_STATUSES.filter((to) => isUsualStep(from, to)).map((to) => `${from} ${to}`),
    );
    expect(usual).toEqual([
      "planned bred",
      "planned failed",
      "bred confirmed",
      "bred failed",
      "confirmed whelped",
      "confirmed failed",
      "whelped completed",
    ]);
  });
});

describe("an entered breeding", () => {
  const errorsOf = (fields: object) => {
    const result = newBreedingSchema.safeParse({
      sireId: "s",
      damId: "d",
      breedingDate: "2025-01-01",
      ...fields,
    });
    return result.success ? {} : fieldErrorsOf(result.error);
  };

  it("[BRD-01] [BRD-02] [BRD-04] needs a sire, a dam and a mating date", () => {
    const words = {
      sireId: "Sire is required",
      damId: "Dam is required",
      breedingDate: "Mating date is required",
    };
    expect(errorsOf({ sireId: "", damId: "", breedingDate: "" })).toEqual(words);
    expect(errorsOf({ sireId: undefined, damId: undefined, breedingDate: undefined })).toEqual(words);
    expect(errorsOf({ breedingDate: "soon" })).toEqual({
      breedingDate: "Mating date must be a date such as 2025-06-15",
    });
  });

  it("[BRD-03] is refused if both parents are the same dog, with an error on both fields", () => {
    const words = {
      sireId: "Sire and dam cannot be the same dog",
      damId: "Sire and dam cannot be the same dog",
    };
    expect(errorsOf({ sireId: "D1", damId: "D1" })).toEqual(words);
    const changed = breedingChangesSchema.safeParse({ sireId: "D1", damId: "D1" });
    expect(changed.success ? {} : fieldErrorsOf(changed.error)).toEqual(words);
    expect(breedingChangesSchema.safeParse({}).success).toBe(true);
  });

  it("[BRD-05] accepts a stud fee of zero or more", () => {
    expect(errorsOf({ studFeeCents: -1 })).toEqual({ studFeeCents: "Stud fee cannot be negative" });
    expect(errorsOf({ studFeeCents: 0 })).toEqual({});
    expect(errorsOf({ studFeeCents: 150_000 })).toEqual({});
    expect(errorsOf({ studFeeCents: 100_000_001 })).toEqual({
      studFeeCents: "Stud fee must be at most $1,000,000",
    });
  });

  it("[BRD-12] defaults to natural and free of charge", () => {
    const parsed = newBreedingSchema.parse({ sireId: "s", damId: "d", breedingDate: "2025-01-01" });
    expect(parsed).toMatchObject({ breedingType: "natural", studFeeCents: 0 });
  });

  it("[BRD-13] [BRD-17] is refused with an unknown type or status", () => {
    expect(errorsOf({ breedingType: "clone" })).toEqual({
      breedingType: "Breeding type must be natural, artificial_insemination, frozen_semen",
    });
    expect(breedingFiltersSchema.safeParse({ status: "lost" }).success).toBe(false);
    expect(breedingFiltersSchema.parse({ status: "" })).toEqual({ status: null, search: "" });
  });
});
