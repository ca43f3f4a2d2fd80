/**
 * The zod shapes of health records, for the form, the functions and REST: rules HLT-08 to HLT-13. Rules that need the
 * breeder's day are in domain/health/record-days.ts.
 */
import { z } from "zod";
import { HEALTH_RECORD_TYPES, MAX_HEALTH_COST_CENTS } from "../constants/health";
import { LONG_TEXT_MAX, SHORT_TEXT_MAX } from "../constants/text";
import { isCalendarDay } from "../dates/calendar-days";
import { centsOf } from "../formatting/dollars";
import {
  optionalDay,
  optionalNotes,
  optionalText,
  requiredDay,
  requiredReference,
  requiredText,
  typedDay,
  typedNotes,
} from "./fields";

const TYPE_ERROR = `Record type must be ${HEALTH_RECORD_TYPES.join(", ")}`;

export const healthRecordType = z.enum(HEALTH_RECORD_TYPES, { error: TYPE_ERROR });

const costCents = z
  .number({ error: "Cost must be a number" })
  .int("Cost must be in whole cents")
  .min(0, "Cost cannot be negative")
  .max(MAX_HEALTH_COST_CENTS, "Cost must be at most $1,000,000");

const NO_DESCRIPTION = "Please enter a description.";

const required = {
  dogId: requiredReference("Dog", "Please select a dog."),
  title: requiredText("Title", "Please enter a title."),
  description: z
    .string({ error: NO_DESCRIPTION })
    .trim()
    .min(1, NO_DESCRIPTION)
    .max(LONG_TEXT_MAX, `Description must be at most ${LONG_TEXT_MAX} characters`),
  dateRecorded: requiredDay("Date", "Please select a date."),
};

const optional = {
  veterinarian: optionalText("Veterinarian"),
  vetClinic: optionalText("Clinic"),
  diagnosis: optionalNotes("Diagnosis"),
  treatment: optionalNotes("Treatment"),
  medications: optionalNotes("Medications"),
  notes: optionalNotes("Notes"),
  followUpDate: optionalDay("Follow-up date"),
  costCents: costCents.nullish(),
};

/** A new record: dog, title, description and date are needed, and without a type it is an examination. */
export const newHealthRecordSchema = z.object({
  ...required,
  recordType: healthRecordType.default("examination"),
  ...optional,
});

/** A change of a record: what is absent stays, what is null or empty is cleared. */
export const healthRecordChangesSchema = z.object({
  dogId: required.dogId.optional(),
  title: required.title.optional(),
  description: required.description.optional(),
  dateRecorded: required.dateRecorded.optional(),
  recordType: healthRecordType.optional(),
  ...optional,
});
export type HealthRecordChanges = z.output<typeof healthRecordChangesSchema>;

/** The cost as typed, in dollars, empty where none is known; the rules about the amount are those of the cents. */
const costTyped = z.string().superRefine((typed, context) => {
  if (typed.trim() === "") return;
  const cents = centsOf(typed);
  if (cents === null) {
    context.addIssue({ code: "custom", message: "Cost must be in dollars and cents" });
    return;
  }
  for (const { message } of costCents.safeParse(cents).error?.issues ?? []) {
    context.addIssue({ code: "custom", message });
  }
});

const typedText = (label: string) =>
  z.string().trim().max(SHORT_TEXT_MAX, `${label} must be at most ${SHORT_TEXT_MAX} characters`);

/** The health record form: every field is text as typed. */
export const healthRecordFormSchema = z.object({
  ...required,
  recordType: healthRecordType,
  veterinarian: typedText("Veterinarian"),
  vetClinic: typedText("Clinic"),
  diagnosis: typedNotes("Diagnosis"),
  treatment: typedNotes("Treatment"),
  medications: typedNotes("Medications"),
  notes: typedNotes("Notes"),
  followUpDate: typedDay("Follow-up date"),
  cost: costTyped,
});
export type HealthRecordFormValues = z.input<typeof healthRecordFormSchema>;

const filterDay = (label: string) =>
  z
    .string({ error: `${label} must be a date` })
    .refine((text) => text === "" || isCalendarDay(text), `${label} must be a date such as 2025-06-15`)
    .transform((text) => (text === "" ? null : text))
    .default(null);

/** What the list of records is narrowed by; an empty filter narrows nothing. */
export const healthRecordFiltersSchema = z.object({
  search: z
    .string({ error: "Search must be text" })
    .trim()
    .max(SHORT_TEXT_MAX, `Search must be at most ${SHORT_TEXT_MAX} characters`)
    .default(""),
  dogId: z
    .string({ error: "Dog must be an id" })
    .trim()
    .transform((text) => (text === "" ? null : text))
    .default(null),
  type: z
    .union([healthRecordType, z.literal("").transform((): null => null)], { error: `${TYPE_ERROR} or empty` })
    .default(null),
  startDate: filterDay("Start date"),
  endDate: filterDay("End date"),
});
export type HealthRecordFilters = z.output<typeof healthRecordFiltersSchema>;
