/** Choices and limits of litters, puppies and the waiting list. */

/**
 * Choices for litters, puppies and weighings. Sources: document 001 section 3, decisions GAP-LIT-02, GAP-PUP-01 and
 * GAP-PUP-02.
 */

/** The most puppies of one litter; the largest on record was 24. Source: decision GAP-LIT-02. */
export const MAX_PUPPIES_BORN = 24;

export const PUPPY_STATUSES = ["available", "reserved", "sold", "kept", "deceased"] as const;
export type PuppyStatus = (typeof PUPPY_STATUSES)[number];

/**
 * The presentation at birth: head first or hind legs first (both normal in dogs), rump first with the legs tucked
 * under, or crosswise.
 */
export const PRESENTATIONS = ["head_first", "hind_legs_first", "breech", "transverse"] as const;
export type Presentation = (typeof PRESENTATIONS)[number];

/** What help its birth took. */
export const BIRTH_ASSISTANCE = ["none", "helped", "veterinarian", "caesarean"] as const;
export type BirthAssistance = (typeof BIRTH_ASSISTANCE)[number];

/**
 * How a litter was born. Scotland's licensing law counts the dam's caesareans, and those for the puppies' or her own
 * build apart (Animal Licensing Regulations 2021, schedule 6, paragraph 8(3)(d)).
 */
export const BIRTH_KINDS = ["natural", "assisted", "caesarean"] as const;
export type BirthKind = (typeof BIRTH_KINDS)[number];
export const CAESAREAN_URGENCIES = ["planned", "emergency"] as const;
export const CAESAREAN_REASONS = [
  "conformation",
  "fetal_size_or_position",
  "inertia",
  "single_puppy",
  "dam_ill",
  "puppies_distressed",
  "elective",
  "unknown",
  "other",
] as const;

/** Newborns weigh from about 70 grams (Chihuahua) to a kilogram (giant breeds); more is a typing error. */
export const MAX_BIRTH_WEIGHT_GRAMS = 2000;

/** The weight of a giant breed's puppy at six months; older ones are dogs with a weight in pounds. */
export const MAX_PUPPY_GRAMS = 60_000;

/** The most weighings of one puppy: three a day for four months. */
export const MAX_WEIGHTS_PER_PUPPY = 400;

/** Checks of one puppy. */
export const MAX_CHECKS_PER_PUPPY = 100;

/**
 * Two entries for one puppy within this time are one weighing typed by two people, or a correction: the same number
 * is stored once, a different one is stored and pointed out.
 */
export const DOUBLE_WEIGHING_MS = 10 * 60_000;

/** Earlier weighings of each puppy on the weighing screen. */
export const RECENT_WEIGHTS_PER_PUPPY = 4;

/** The largest price or deposit, a million dollars. */
export const MAX_PRICE_CENTS = 100_000_000;

/** Puppy temperatures that a thermometer can show, in degrees Fahrenheit: newborns start at 94 °F. */
export const MIN_TEMPERATURE_FAHRENHEIT = 80;
export const MAX_TEMPERATURE_FAHRENHEIT = 115;

/** Choices for an applicant on a kennel's waiting list. */

/** `waiting` and `offered` are on the list, in order; the others have left it. */
export const APPLICANT_STATUSES = ["waiting", "offered", "placed", "withdrawn"] as const;

/** People who may wait at once. */
export const MAX_APPLICANTS = 500;

/** The latest former applicants on the screen. */
export const SHOWN_FORMER_APPLICANTS = 100;

/** Days to answer an offer, by default. */
export const OFFER_DAYS = 7;

/** The age at which puppies go to their homes: eight weeks, the youngest that most states and breed clubs allow. */
export const GOING_HOME_DAYS = 56;

/** The largest deposit, a million dollars: more is a typing error. */
export const MAX_DEPOSIT_CENTS = 100_000_000;
