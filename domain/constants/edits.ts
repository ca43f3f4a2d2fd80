/** How long it is remembered who changed which field of a record. Source: decision GAP-API-11. */

/** Longer than a form stays open, a holiday included. */
export const EDITS_KEPT_DAYS = 14;

/** Changes of one record that a conflict is explained with; beyond it only the newest are named. */
export const MAX_EDITS_TOLD = 200;
