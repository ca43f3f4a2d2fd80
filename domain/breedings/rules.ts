/** The statuses, choices and limits of a breeding and of its account. */

/** Sources: document 001 sections 3, 4 and 9, decisions GAP-BRD-09 and GAP-LIT-02. */

export const BREEDING_TYPES = ["natural", "artificial_insemination", "frozen_semen"] as const;
export type BreedingType = (typeof BREEDING_TYPES)[number];

/** A breeding may have several matings. */
export const MATING_KINDS = ["natural", "fresh_semen", "chilled_semen", "frozen_semen"] as const;
export type MatingKind = (typeof MATING_KINDS)[number];

/** The first kind of each type represents the type. */
export const TYPE_OF_MATING = {
  natural: "natural",
  fresh_semen: "artificial_insemination",
  chilled_semen: "artificial_insemination",
  frozen_semen: "frozen_semen",
} as const satisfies Record<MatingKind, BreedingType>;

export const kindOfMating = (type: BreedingType): MatingKind =>
  MATING_KINDS.find((kind) => TYPE_OF_MATING[kind] === type) ?? "natural";

export const MAX_MATINGS_PER_BREEDING = 30;

export const BREEDING_STATUSES = ["planned", "bred", "confirmed", "whelped", "completed", "failed"] as const;
export type BreedingStatus = (typeof BREEDING_STATUSES)[number];

export const PREGNANCY_METHODS = ["palpation", "ultrasound", "x_ray", "relaxin"] as const;
export type PregnancyMethod = (typeof PREGNANCY_METHODS)[number];
export const PREGNANCY_RESULTS = ["pregnant", "not_pregnant", "unclear"] as const;
export type PregnancyResult = (typeof PREGNANCY_RESULTS)[number];

export const MAX_CHECKS_PER_BREEDING = 50;

/** The range that a thermometer can show. */
export const MIN_DAM_FAHRENHEIT = 90;
export const MAX_DAM_FAHRENHEIT = 110;

/** Enough for eight temperatures a day over four weeks. */
export const MAX_TEMPERATURES_PER_BREEDING = 224;

/**
 * From this number of days after the mating, the user is asked for the dam's temperature. The temperature falls in
 * the last two of about 63 days.
 */
export const TEMPERATURE_DAYS = 56;

/** Whether the kennel pays a stud fee, earns one, or neither. */
export const STUD_FEE_WAYS = ["paid", "earned", "none"] as const;
export type StudFeeWay = (typeof STUD_FEE_WAYS)[number];

/** `both` requests breedings in either role. Source: decision GAP-ANC-03. */
export const BREEDING_ROLES = ["sire", "dam", "both"] as const;
export type BreedingRole = (typeof BREEDING_ROLES)[number];

export const BREEDING_HISTORY_LIMIT = 500;

/** A breeding has several litters only if a record was split. */
export const LITTERS_PER_BREEDING = 20;

/** The number that is shown at first, and the number that 'Show more' adds. */
export const OFFSPRING_STEP = 60;

/** This is the limit for each kind of sibling. */
export const SIBLINGS_LIMIT = 60;

/** Days from mating to whelping, for calculating the due date. Source: document 001 section 9. */
export const GESTATION_DAYS = 63;

/** A due date outside of these numbers of days after the mating gets a warning. Source: decision GAP-BRD-09. */
export const MIN_GESTATION_DAYS = 50;
export const MAX_GESTATION_DAYS = 75;

/** One million dollars. A larger amount is a typing error. */
export const MAX_STUD_FEE_CENTS = 100_000_000;

/**
 * A search reads all of them with their parents in one transaction. Convex allows 32,000 documents in a
 * transaction.
 */
export const MAX_BREEDINGS_PER_KENNEL = 5000;

/** The kinds of entries besides the stud fee and the sales of puppies. */

export const FINANCE_KINDS = ["cost", "income"] as const;
export type FinanceKind = (typeof FINANCE_KINDS)[number];

/** The last category fits both kinds. */
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

/** One million dollars. A larger amount is a typing error. */
export const MAX_AMOUNT_CENTS = 100_000_000;

export const MAX_ENTRIES_PER_BREEDING = 300;

export const MAX_REPORT_YEARS = 60;

/** No kennel has more. */
export const MAX_RECORDS_PER_YEAR = 2000;
