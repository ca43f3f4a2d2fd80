/**
 * The shapes of a breeding as typed: form, REST and functions parse with these. Rules that need the other dogs are
 * in convex/breedings/model/breedings.ts, those about days in domain/breedings.
 */
import { z } from "zod";
import { checkBreedingDays } from "../breedings/dates";
import { BREEDING_STATUSES, BREEDING_TYPES, MAX_STUD_FEE_CENTS } from "../constants/breedings";
import { SHORT_TEXT_MAX } from "../constants/text";
import { isCalendarDay } from "../dates/calendar-days";
import { centsOf } from "../formatting/dollars";
import { optionalDay, optionalNotes, requiredDay, requiredReference, typedDay, typedNotes } from "./fields";

const SAME_DOG = "Sire and dam cannot be the same dog";

/** Status names a caller may send. */
export const breedingStatus = z.enum(BREEDING_STATUSES, {
  error: `Status must be ${BREEDING_STATUSES.join(", ")}`,
});

const breedingType = z.enum(BREEDING_TYPES, { error: `Breeding type must be ${BREEDING_TYPES.join(", ")}` });

const studFeeCents = z
  .number({ error: "Stud fee must be a number" })
  .int("Stud fee must be in whole cents")
  .min(0, "Stud fee cannot be negative")
  .max(MAX_STUD_FEE_CENTS, "Stud fee must be at most $1,000,000");

const required = {
  sireId: requiredReference("Sire", "Sire is required"),
  damId: requiredReference("Dam", "Dam is required"),
  breedingDate: requiredDay("Mating date", "Mating date is required"),
};

const texts = { contractTerms: optionalNotes("Contract details"), notes: optionalNotes("Notes") };

/** Adds 'the same dog' to both fields when sire and dam are one. */
const refuseSameDog = (
  { sireId, damId }: { sireId?: string; damId?: string },
  context: z.core.$RefinementCtx<unknown>,
): void => {
  if (sireId === undefined || sireId !== damId) return;
  for (const field of ["sireId", "damId"]) {
    context.addIssue({ code: "custom", path: [field], message: SAME_DOG });
  }
};

/** A new breeding: parents and mating date are needed, the rest has defaults; without a due date it is calculated. */
export const newBreedingSchema = z
  .object({
    ...required,
    expectedDueDate: optionalDay("Expected delivery date"),
    breedingType: breedingType.default("natural"),
    studFeeCents: studFeeCents.default(0),
    ...texts,
  })
  .superRefine(refuseSameDog);

/** A change of a breeding: what is absent stays, what is null or empty is cleared. */
export const breedingChangesSchema = z
  .object({
    sireId: required.sireId.optional(),
    damId: required.damId.optional(),
    breedingDate: required.breedingDate.optional(),
    expectedDueDate: optionalDay("Expected delivery date"),
    breedingType: breedingType.optional(),
    studFeeCents: studFeeCents.optional(),
    ...texts,
  })
  .superRefine(refuseSameDog);

/** The stud fee as typed, in dollars; the rules about the amount are those of the cents. */
const studFeeTyped = z.string().superRefine((typed, context) => {
  const cents = centsOf(typed);
  if (cents === null) {
    context.addIssue({ code: "custom", message: "Stud fee must be in dollars and cents" });
    return;
  }
  for (const { message } of studFeeCents.safeParse(cents).error?.issues ?? []) {
    context.addIssue({ code: "custom", message });
  }
});

/** A parent whose record is gone may stay as it is, by its name. */
const refuseMissingParents = (
  { sireId, sireName, damId, damName }: { sireId: string; sireName: string; damId: string; damName: string },
  context: z.core.$RefinementCtx<unknown>,
): void => {
  if (sireId === "" && sireName === "") {
    context.addIssue({ code: "custom", path: ["sireId"], message: "Sire is required" });
  }
  if (damId === "" && damName === "") {
    context.addIssue({ code: "custom", path: ["damId"], message: "Dam is required" });
  }
};

/** The breeding form: every field is text as typed. */
export const breedingFormSchema = z
  .object({
    sireId: z.string(),
    /** Where only the name of a parent is left. */
    sireName: z.string(),
    damId: z.string(),
    damName: z.string(),
    breedingDate: required.breedingDate,
    expectedDueDate: typedDay("Expected delivery date"),
    breedingType,
    studFee: studFeeTyped,
    contractTerms: typedNotes("Contract details"),
    notes: typedNotes("Notes"),
  })
  .superRefine((values, context) => {
    refuseMissingParents(values, context);
    if (values.sireId !== "") refuseSameDog(values, context);
    const { breedingDate, expectedDueDate } = values;
    if (!isCalendarDay(breedingDate) || !isCalendarDay(expectedDueDate)) return;
    for (const [field, message] of Object.entries(checkBreedingDays({ breedingDate, expectedDueDate }))) {
      context.addIssue({ code: "custom", path: [field], message });
    }
  });

export type BreedingFormValues = z.input<typeof breedingFormSchema>;

/** What the list of breedings is narrowed by; an empty status means every one. */
export const breedingFiltersSchema = z.object({
  status: z
    .union([breedingStatus, z.literal("").transform((): null => null)], {
      error: `Status must be ${BREEDING_STATUSES.join(", ")} or empty`,
    })
    .default(null),
  search: z
    .string({ error: "Search must be text" })
    .trim()
    .max(SHORT_TEXT_MAX, `Search must be at most ${SHORT_TEXT_MAX} characters`)
    .default(""),
});

export type BreedingChanges = z.output<typeof breedingChangesSchema>;
