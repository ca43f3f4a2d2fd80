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
 * The zod shapes of a breeding, for the form, REST and functions. The fields are defined in
 * domain/breedings/record.ts. Rules about other dogs are in convex/breedings/model/breedings.ts. Rules about dates
 * are in domain/breedings.
 */

const SAME_DOG = "Sire and dam cannot be the same dog";

/** The statuses that a caller may send. */
export const breedingStatus = BREEDING_STATE.status.schema;

const written = { ...CHOSEN_PARENTS, ...BREEDING_FIELDS };

/** Adds an error to both fields if sire and dam are the same dog. */
const refuseSameDog = (
  { sireId, damId }: { sireId?: string; damId?: string },
  context: z.core.$RefinementCtx<unknown>,
): void => {
  if (sireId === undefined || sireId !== damId) return;
  for (const field of ["sireId", "damId"]) {
    context.addIssue({ code: "custom", path: [field], message: SAME_DOG });
  }
};

/**
 * A new breeding. Parents and mating date are required, and all other fields have defaults. If there is no due
 * date, it is calculated.
 */
export const newBreedingSchema = newShape(written).superRefine(refuseSameDog);

/** A change of a breeding. An omitted field stays unchanged, and null or empty clears a field. */
export const breedingChangesSchema = changeShape(written).superRefine(refuseSameDog);

/** The form of a breeding. A parent without a record is absent. */
export const breedingFormSchema = breedingChangesSchema.superRefine(
  ({ breedingDate = "", expectedDueDate = null }, context) => {
    if (!isCalendarDay(breedingDate) || expectedDueDate === null || !isCalendarDay(expectedDueDate)) return;
    for (const [field, message] of Object.entries(checkBreedingDays({ breedingDate, expectedDueDate }))) {
      context.addIssue({ code: "custom", path: [field], message });
    }
  },
);

/** A pregnancy check under the names that clients send. */
export const sentCheckSchema = z.object({ pregnancyCheck: newShape(PREGNANCY_CHECK_FIELDS) });

/** The filters of the list of breedings. An empty status has no effect. */
export const breedingFiltersSchema = z.object({
  status: choiceFilter(breedingStatus, `Status must be ${BREEDING_STATUSES.join(", ")} or empty`),
  search: searchFilter,
});

export type BreedingChanges = z.output<typeof breedingChangesSchema>;

/** The zod shapes of an entry of income or costs, for the form and the functions. */

const CATEGORIES_OF: Record<FinanceKind, readonly FinanceCategory[]> = {
  cost: COST_CATEGORIES,
  income: INCOME_CATEGORIES,
};

/** An entry. A change sends all its fields. */
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
