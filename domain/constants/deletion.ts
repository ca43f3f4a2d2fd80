/** How an account is deleted. Source: decision GAP-SET-12. */

/** Days in which a deletion can be cancelled. */
export const ACCOUNT_DELETION_DAYS = 14;

/** What is typed to confirm it. */
export const DELETION_WORD = "DELETE";
