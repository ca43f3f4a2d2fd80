/**
 * What a litter, a puppy and a weighing may be. Sources: document 001 section 3, decisions GAP-LIT-02, GAP-PUP-01 and
 * GAP-PUP-02.
 */

/** The most puppies one litter may have; the largest on record was 24. Source: decision GAP-LIT-02. */
export const MAX_PUPPIES_BORN = 24;

export const PUPPY_STATUSES = ["available", "reserved", "sold", "kept", "deceased"] as const;

/**
 * How a puppy came: head first or hind legs first (both normal in dogs), rump first with the legs tucked under,
 * or crosswise.
 */
export const PRESENTATIONS = ["head_first", "hind_legs_first", "breech", "transverse"] as const;

/** What help its birth took. */
export const BIRTH_ASSISTANCE = ["none", "helped", "veterinarian", "caesarean"] as const;
