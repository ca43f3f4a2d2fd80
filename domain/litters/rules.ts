/** Choices and limits of litters, puppies and the waiting list. */

/** Sources: document 001 section 3, decisions GAP-LIT-02, GAP-PUP-01 and GAP-PUP-02. */

/** The largest known litter had 24 puppies. Source: decision GAP-LIT-02. */
export const MAX_PUPPIES_BORN = 24;

export const PUPPY_STATUSES = ["available", "reserved", "sold", "kept", "deceased"] as const;
export type PuppyStatus = (typeof PUPPY_STATUSES)[number];

/**
 * The presentation at birth: head first or hind legs first (both normal in dogs), rump first with the legs tucked
 * under, or crosswise.
 */
export const PRESENTATIONS = ["head_first", "hind_legs_first", "breech", "transverse"] as const;
export type Presentation = (typeof PRESENTATIONS)[number];

export const BIRTH_ASSISTANCE = ["none", "helped", "veterinarian", "caesarean"] as const;
export type BirthAssistance = (typeof BIRTH_ASSISTANCE)[number];

/**
 * How a litter was born. Scotland's licensing law counts the dam's caesareans. It separately counts caesareans
 * because of the build of the puppies or the dam (Animal Licensing Regulations 2021, schedule 6, paragraph
 * 8(3)(d)).
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

/**
 * Newborn puppies weigh from about 70 grams (Chihuahua) to a kilogram (giant breeds). A larger weight is a typing
 * error.
 */
export const MAX_BIRTH_WEIGHT_GRAMS = 2000;

/** A dog of a giant breed has about this weight at six months. Older puppies are dogs, whose weight is in pounds. */
export const MAX_PUPPY_GRAMS = 60_000;

/** Enough for three weighings a day over four months. */
export const MAX_WEIGHTS_PER_PUPPY = 400;

export const MAX_CHECKS_PER_PUPPY = 100;

/**
 * Two weights of a puppy within this time are the same weighing entered by two people, or a correction. An equal
 * weight is stored only once. A different weight is stored and shown to the user.
 */
export const DOUBLE_WEIGHING_MS = 10 * 60_000;

/** Registries use one letter, some use two or three. */
export const MAX_LITTER_LETTER = 3;

export const RECENT_WEIGHTS_PER_PUPPY = 4;

/** One million dollars. */
export const MAX_PRICE_CENTS = 100_000_000;

/** The range that a thermometer can show. Newborn puppies start at 94 °F. */
export const MIN_TEMPERATURE_FAHRENHEIT = 80;
export const MAX_TEMPERATURE_FAHRENHEIT = 115;

/** `waiting` and `offered` applicants are on the list, in order. All other applicants have left the list. */
export const APPLICANT_STATUSES = ["waiting", "offered", "placed", "withdrawn"] as const;

export const MAX_APPLICANTS = 500;

/** The latest former applicants are shown. */
export const SHOWN_FORMER_APPLICANTS = 100;

/** The default number of days for the answer to an offer. */
export const OFFER_DAYS = 7;

/**
 * The age from which puppies may leave for their new homes (England's Regulations 2018, schedule 6, and most states and
 * breed clubs).
 */
export const GOING_HOME_DAYS = 56;

/** One million dollars. A larger amount is a typing error. */
export const MAX_DEPOSIT_CENTS = 100_000_000;
