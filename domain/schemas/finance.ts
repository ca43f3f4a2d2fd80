/** The shapes of an entry of income or cost as typed: form and functions parse with these. */
import { z } from "zod";
import {
  COST_CATEGORIES,
  FINANCE_CATEGORIES,
  FINANCE_KINDS,
  INCOME_CATEGORIES,
  MAX_AMOUNT_CENTS,
  type FinanceCategory,
  type FinanceKind,
} from "../constants/finances";
import { optionalText, requiredDay } from "./fields";

const CATEGORIES_OF: Record<FinanceKind, readonly FinanceCategory[]> = {
  cost: COST_CATEGORIES,
  income: INCOME_CATEGORIES,
};

/** An entry; a change of one gives all of it again. */
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
