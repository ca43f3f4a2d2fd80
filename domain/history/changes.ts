/** The kinds and causes of changes of a kennel's records, and how long a deletion can be undone. */

/** For how many days a deleted record can be restored. */
export const UNDELETE_DAYS = 30;

/** "noted" is an event without a changed record (domain/history/events.ts). */
export const CHANGE_KINDS = ["created", "changed", "deleted", "restored", "noted"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** The cause of a change that was not made by a person in a form. */
export const CHANGE_SOURCES = ["import", "undo", "nightly", "family"] as const;
export type ChangeSource = (typeof CHANGE_SOURCES)[number];
