/** What a breeding and a litter may be. Sources: document 001 sections 3, 4 and 9, decision GAP-LIT-02. */

export const BREEDING_TYPES = ["natural", "artificial_insemination", "frozen_semen"] as const;
export type BreedingType = (typeof BREEDING_TYPES)[number];

export const BREEDING_STATUSES = ["planned", "bred", "confirmed", "whelped", "completed", "failed"] as const;
export type BreedingStatus = (typeof BREEDING_STATUSES)[number];

/** In which part a dog took part in its breedings; `both` asks for either. Source: decision GAP-ANC-03. */
export const BREEDING_ROLES = ["sire", "dam", "both"] as const;
export type BreedingRole = (typeof BREEDING_ROLES)[number];

/** Breedings of one dog that its history shows, the newest ones. */
export const BREEDING_HISTORY_LIMIT = 500;

/** Litters of one breeding: more than one only where a record was split. */
export const LITTERS_PER_BREEDING = 20;

/** Offspring shown at once, and added by 'Show more'. */
export const OFFSPRING_STEP = 60;

/** Siblings shown of each kind. */
export const SIBLINGS_LIMIT = 60;
