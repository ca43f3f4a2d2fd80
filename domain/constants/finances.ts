/** What is booked to a breeding beside its stud fee and the sale of its puppies. */

export const FINANCE_KINDS = ["cost", "income"] as const;
export type FinanceKind = (typeof FINANCE_KINDS)[number];

/** What the money was for; the last one fits both kinds. */
export const COST_CATEGORIES = [
  "health_tests",
  "progesterone_tests",
  "veterinary",
  "whelping",
  "food",
  "registration",
  "advertising",
  "travel",
  "other",
] as const;
export const INCOME_CATEGORIES = ["deposit_kept", "prize", "other"] as const;
export const FINANCE_CATEGORIES = [...COST_CATEGORIES, "deposit_kept", "prize"] as const;
export type FinanceCategory = (typeof FINANCE_CATEGORIES)[number];

/** The largest amount of one entry, a million dollars: beyond it somebody's finger stayed on a key. */
export const MAX_AMOUNT_CENTS = 100_000_000;

/** Entries one breeding may have. */
export const MAX_ENTRIES_PER_BREEDING = 300;

/** Years a report looks back on. */
export const MAX_REPORT_YEARS = 60;

/** Records of one year that a report reads; a kennel of this size is an industry. */
export const MAX_RECORDS_PER_YEAR = 2000;
