/** Choices and limits of a dog and of the saved views of the table of dogs. */

/** The limit applies to each person in a kennel. A menu shows all views. */
export const MAX_DOG_VIEWS = 30;

export const DOG_LAYOUTS = ["cards", "table"] as const;

/** Choices and limits of a dog. Sources: document 000 sections 3, 5 and 9, decisions GAP-DOG-11, 18, 21. */

export const GENDERS = ["male", "female"] as const;
export type Gender = (typeof GENDERS)[number];

export const DOG_STATUSES = ["active", "retired", "deceased", "sold"] as const;
export type DogStatus = (typeof DOG_STATUSES)[number];

export const BREEDING_RIGHTS = ["none", "limited", "full"] as const;
export type BreedingRights = (typeof BREEDING_RIGHTS)[number];

export const ACQUIRED_HOW = ["bred_here", "bought", "gift", "lease", "returned", "rescue"] as const;

/** How it is known that a recorded parent is the true parent. */
export const PARENT_PROOFS = ["dna", "paper", "import", "hearsay"] as const;
export type ParentProof = (typeof PARENT_PROOFS)[number];

export const REGISTRATION_KINDS = [
  "full",
  "limited",
  "import",
  "export_pedigree",
  "appendix",
  "litter",
] as const;

/** The first registration is not counted. */
export const MAX_OTHER_REGISTRATIONS = 4;

export const OWNER_ROLES = ["owner", "co_owner", "lessee", "guardian"] as const;

/** Former owners are counted. */
export const MAX_OWNERS_PER_DOG = 20;

/** Breed clubs ask for these causes. */
export const CAUSES_OF_DEATH = [
  "old_age",
  "cancer",
  "heart",
  "kidney_or_liver",
  "gastric_torsion",
  "infection",
  "neurological",
  "orthopedic",
  "immune",
  "birth_or_pregnancy",
  "congenital",
  "accident",
  "euthanasia_for_behavior",
  "killed_by_dam",
  "fading_puppy",
  "unknown",
  "other",
] as const;

/** Age bands in whole years. The lower end is included, the upper end is not. */
export const AGE_BANDS = {
  puppy: { fromYears: 0, toYears: 1 },
  young: { fromYears: 1, toYears: 3 },
  adult: { fromYears: 3, toYears: 7 },
  senior: { fromYears: 7, toYears: Infinity },
} as const;
export type AgeBand = keyof typeof AGE_BANDS;
export const AGE_BAND_NAMES = ["puppy", "young", "adult", "senior"] as const satisfies readonly AgeBand[];

/** A million dollars. */
export const MAX_ACQUISITION_CENTS = 100_000_000;
export const MAX_WEIGHT_LBS = 400;
export const MAX_HEIGHT_INCHES = 60;

/** If a dam was younger than this at the birth of her offspring, there is a warning. */
export const MIN_DAM_AGE_MONTHS = 8;

/**
 * The ages at mating that registries accept without evidence: from this number of months, up to the twelfth
 * birthday. Source: American Kennel Club, Rules Applying to Dog Registration, chapter 3, section 5.
 */
export const REGISTRABLE_AGE = { fromMonths: { sire: 7, dam: 8 }, toYears: 12 } as const;

/**
 * External ancestors are not counted. Filtered lists read all dogs of a kennel in one transaction, and Convex allows 16 MiB
 * for a transaction.
 */
export const MAX_DOGS_PER_KENNEL = 5000;

export const PARENT_CHOICES_LIMIT = 20;

export const MAX_DOGS_CHANGED = 100;
