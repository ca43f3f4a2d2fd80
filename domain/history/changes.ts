/** The kinds and causes of changes of a kennel's records, and for how many days a deletion can be undone. */

export const UNDELETE_DAYS = 30;

/** "noted" is an event without a changed record (domain/history/events.ts). */
export const CHANGE_KINDS = ["created", "changed", "deleted", "restored", "noted"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** The causes of changes that no person made in a form. */
export const CHANGE_SOURCES = ["import", "undo", "nightly", "family"] as const;
export type ChangeSource = (typeof CHANGE_SOURCES)[number];
