/** The statuses, choices and limits of a breeding and of its account. */

/**
 * Choices for breedings and litters. Sources: document 001 sections 3, 4 and 9, decisions GAP-BRD-09 and
 * GAP-LIT-02.
 */

export const BREEDING_TYPES = ["natural", "artificial_insemination", "frozen_semen"] as const;
export type BreedingType = (typeof BREEDING_TYPES)[number];

/** How the bitch was mated. A breeding may have several matings. */
export const MATING_KINDS = ["natural", "fresh_semen", "chilled_semen", "frozen_semen"] as const;
export type MatingKind = (typeof MATING_KINDS)[number];

/** The type of a breeding for each kind of mating on its date. The first kind of each type represents the type. */
export const TYPE_OF_MATING = {
  natural: "natural",
  fresh_semen: "artificial_insemination",
  chilled_semen: "artificial_insemination",
  frozen_semen: "frozen_semen",
} as const satisfies Record<MatingKind, BreedingType>;

/** Returns the kind that represents a breeding's type. */
export const kindOfMating = (type: BreedingType): MatingKind =>
  MATING_KINDS.find((kind) => TYPE_OF_MATING[kind] === type) ?? "natural";

/** The most matings of one breeding. */
export const MAX_MATINGS_PER_BREEDING = 30;

export const BREEDING_STATUSES = ["planned", "bred", "confirmed", "whelped", "completed", "failed"] as const;
export type BreedingStatus = (typeof BREEDING_STATUSES)[number];

/** Methods and results of pregnancy checks. */
export const PREGNANCY_METHODS = ["palpation", "ultrasound", "x_ray", "relaxin"] as const;
export type PregnancyMethod = (typeof PREGNANCY_METHODS)[number];
export const PREGNANCY_RESULTS = ["pregnant", "not_pregnant", "unclear"] as const;
export type PregnancyResult = (typeof PREGNANCY_RESULTS)[number];

/** The most pregnancy checks of one breeding. */
export const MAX_CHECKS_PER_BREEDING = 50;

/** Body temperatures of a bitch that a thermometer can show, in degrees Fahrenheit. */
export const MIN_DAM_FAHRENHEIT = 90;
export const MAX_DAM_FAHRENHEIT = 110;

/** The most temperatures of one breeding: eight a day over four weeks. */
export const MAX_TEMPERATURES_PER_BREEDING = 224;

/**
 * How many days after the mating a user is asked for the dam's temperature. The temperature falls in the last two
 * of about 63 days.
 */
export const TEMPERATURE_DAYS = 56;

/** Whether the kennel pays a stud fee, earns one, or neither. */
export const STUD_FEE_WAYS = ["paid", "earned", "none"] as const;
export type StudFeeWay = (typeof STUD_FEE_WAYS)[number];

/** A dog's role in its breedings. `both` requests breedings in either role. Source: decision GAP-ANC-03. */
export const BREEDING_ROLES = ["sire", "dam", "both"] as const;
export type BreedingRole = (typeof BREEDING_ROLES)[number];

/** How many of a dog's newest breedings the history of the dog shows. */
export const BREEDING_HISTORY_LIMIT = 500;

/** The most litters of one breeding. A breeding has several litters only if a record was split. */
export const LITTERS_PER_BREEDING = 20;

/** How many offspring are shown at first, and how many 'Show more' adds. */
export const OFFSPRING_STEP = 60;

/** How many siblings of each kind are shown. */
export const SIBLINGS_LIMIT = 60;

/** Days from mating to whelping, for calculating the due date. Source: document 001 section 9. */
export const GESTATION_DAYS = 63;

/** A due date outside of these numbers of days after the mating gets a warning. Source: decision GAP-BRD-09. */
export const MIN_GESTATION_DAYS = 50;
export const MAX_GESTATION_DAYS = 75;

/** The largest stud fee: one million dollars. A larger amount is a typing error. */
export const MAX_STUD_FEE_CENTS = 100_000_000;

/**
 * The most breedings of a kennel. A search reads all of them with their parents in one transaction. Convex allows
 * 32,000 documents in a transaction.
 */
export const MAX_BREEDINGS_PER_KENNEL = 5000;

/** The kinds of entries in a breeding's account, besides the stud fee and the sales of puppies. */

export const FINANCE_KINDS = ["cost", "income"] as const;
export type FinanceKind = (typeof FINANCE_KINDS)[number];

/** The purpose of an entry. The last category fits both kinds. */
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

/** The largest amount of one entry: one million dollars. A larger amount is a typing error. */
export const MAX_AMOUNT_CENTS = 100_000_000;

/** The most entries of one breeding. */
export const MAX_ENTRIES_PER_BREEDING = 300;

/** How many years a report covers. */
export const MAX_REPORT_YEARS = 60;

/** The most records of one year that a report reads. No kennel has more. */
export const MAX_RECORDS_PER_YEAR = 2000;
