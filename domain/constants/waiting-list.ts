/** What an entry of a kennel's waiting list may be. */

/** `waiting` and `offered` stand in the order of the list; the others have left it. */
export const APPLICANT_STATUSES = ["waiting", "offered", "placed", "withdrawn"] as const;

/** People who may wait at once. */
export const MAX_APPLICANTS = 500;

/** People who left the list that a screen shows, the latest first. */
export const SHOWN_FORMER_APPLICANTS = 100;

/** Days in which an offer is answered, unless the breeder says otherwise. */
export const OFFER_DAYS = 7;

/** The age at which puppies go to their homes: eight weeks, the youngest that most states and breed clubs allow. */
export const GOING_HOME_DAYS = 56;

/** The largest deposit, a million dollars: beyond it somebody's finger stayed on a key. */
export const MAX_DEPOSIT_CENTS = 100_000_000;
