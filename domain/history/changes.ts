/** What a change of a kennel's records can be, what it came from, and how long a deletion can be taken back. */

/** Days for which a deleted record can be brought back. */
export const UNDELETE_DAYS = 30;

/** "noted" is what happened to no record: it has an event (domain/history/events.ts). */
export const CHANGE_KINDS = ["created", "changed", "deleted", "restored", "noted"] as const;
export type ChangeKind = (typeof CHANGE_KINDS)[number];

/** What a change came from, where a person did not make it on a page. */
export const CHANGE_SOURCES = ["import", "undo", "nightly"] as const;
export type ChangeSource = (typeof CHANGE_SOURCES)[number];
