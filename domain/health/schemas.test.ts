/** Tests the shapes of health records. */
import { describe, expect, it } from "vitest";
import { fieldErrorsOf } from "../records/parse";
import { HEALTH_RECORD_FIELDS } from "./record";
import { sentFields, type TypedForm } from "../records/typed-form";
import { healthRecordFiltersSchema, newHealthRecordSchema } from "./schemas";

const typed: TypedForm<typeof HEALTH_RECORD_FIELDS> = {
  dogId: "dog",
  recordType: "examination",
  title: "Check",
  description: "x",
  dateRecorded: "2025-06-10",
  veterinarian: "",
  vetClinic: "",
  diagnosis: "",
  treatment: "",
  medications: "",
  notes: "",
  followUpDate: "",
  costCents: "",
};
const errorsOf = (fields: object) => {
  const { error } = newHealthRecordSchema.safeParse(
    sentFields(HEALTH_RECORD_FIELDS, { ...typed, ...fields }),
  );
  return error ? fieldErrorsOf(error) : {};
};

describe("the health record form", () => {
  it("[HLT-08] [HLT-09] [HLT-10] [HLT-11] shows an error at each missing field", () => {
    expect(errorsOf({ dogId: "", title: "", description: " ", dateRecorded: "" })).toEqual({
      dogId: "Please select a dog.",
      title: "Please enter a title.",
      description: "Please enter a description.",
      dateRecorded: "Please select a date.",
    });
  });

  it.each([
    ["", undefined],
    ["85.5", undefined],
    ["$1,200.50", undefined],
    ["abc", "Cost must be in dollars and cents"],
    ["-1", "Cost cannot be negative"],
    ["1000001", "Cost must be at most $1,000,000"],
  ])("[HLT-12] reads the cost '%s'", (cost, message) => {
    expect(errorsOf({ costCents: cost }).costCents).toBe(message);
  });
});

describe("a new health record", () => {
  it("[HLT-13] accepts only known types", () => {
    const parse = (recordType: string) =>
      newHealthRecordSchema.safeParse({ ...typed, costCents: undefined, recordType });
    expect(parse("surgery").success).toBe(true);
    expect(parse("spa").success).toBe(false);
  });
});

describe("the filters of health records", () => {
  it("[HLT-03] have no effect while they are empty", () => {
    const empty = { search: "", dogId: "", type: "", startDate: "", endDate: "" };
    const nothing = { search: "", dogId: null, type: null, startDate: null, endDate: null };
    expect(healthRecordFiltersSchema.parse(empty)).toEqual(nothing);
    expect(healthRecordFiltersSchema.parse({})).toEqual(nothing);
  });
});
