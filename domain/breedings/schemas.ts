/** The zod shapes of breedings and of their accounts. */
import { z } from "zod";
import { checkBreedingDays } from "./dates";
import {
  BREEDING_STATUSES,
  COST_CATEGORIES,
  FINANCE_CATEGORIES,
  FINANCE_KINDS,
  INCOME_CATEGORIES,
  MAX_AMOUNT_CENTS,
  type FinanceCategory,
  type FinanceKind,
} from "./rules";
import { isCalendarDay } from "../dates/calendar-days";
import { BREEDING_FIELDS, BREEDING_STATE, CHOSEN_PARENTS, PREGNANCY_CHECK_FIELDS } from "./record";
import { changeShape, newShape } from "../records/record";
import { choiceFilter, searchFilter, optionalText, requiredDay } from "../records/parts";

/**
 * The fields are defined in domain/breedings/record.ts. Rules about other dogs are in
 * convex/breedings/model/breedings.ts.
 */

const SAME_DOG = "Sire and dam cannot be the same dog";

export const breedingStatus = BREEDING_STATE.status.schema;

const written = { ...CHOSEN_PARENTS, ...BREEDING_FIELDS };

const refuseSameDog = (
  { sireId, damId }: { sireId?: string; damId?: string },
  context: z.core.$RefinementCtx<unknown>,
): void => {
  if (sireId === undefined || sireId !== damId) return;
  for (const field of ["sireId", "damId"]) {
    context.addIssue({ code: "custom", path: [field], message: SAME_DOG });
  }
};

/** If there is no due date, it is calculated. */
export const newBreedingSchema = newShape(written).superRefine(refuseSameDog);

/** An omitted field stays unchanged, and null or empty clears a field. */
export const breedingChangesSchema = changeShape(written).superRefine(refuseSameDog);

/** A parent without a record is absent in the form. */
export const breedingFormSchema = breedingChangesSchema.superRefine(
  ({ breedingDate = "", expectedDueDate = null }, context) => {
    if (!isCalendarDay(breedingDate) || expectedDueDate === null || !isCalendarDay(expectedDueDate)) return;
    for (const [field, message] of Object.entries(checkBreedingDays({ breedingDate, expectedDueDate }))) {
      context.addIssue({ code: "custom", path: [field], message });
    }
  },
);

export const sentCheckSchema = z.object({ pregnancyCheck: newShape(PREGNANCY_CHECK_FIELDS) });

/** An empty status has no effect. */
export const breedingFiltersSchema = z.object({
  status: choiceFilter(breedingStatus, `Status must be ${BREEDING_STATUSES.join(", ")} or empty`),
  search: searchFilter,
});

export type BreedingChanges = z.output<typeof breedingChangesSchema>;

const CATEGORIES_OF: Record<FinanceKind, readonly FinanceCategory[]> = {
  cost: COST_CATEGORIES,
  income: INCOME_CATEGORIES,
};

/** A change sends all fields of an entry. */
export const financeEntrySchema = z
  .object({
    kind: z.enum(FINANCE_KINDS, { error: "Choose cost or income" }),
    category: z.enum(FINANCE_CATEGORIES, { error: "Choose what it was for" }),
    amountCents: z
      .number({ error: "Amount is required" })
      .int("Amount must be in whole cents")
      .positive("Amount must be greater than zero")
      .max(MAX_AMOUNT_CENTS, "Amount must be at most $1,000,000"),
    bookedOn: requiredDay("Date", "Date is required"),
    description: optionalText("Description"),
  })
  .superRefine(({ kind, category }, context) => {
    if (CATEGORIES_OF[kind].includes(category)) return;
    context.addIssue({ code: "custom", path: ["category"], message: "Choose what it was for" });
  });
