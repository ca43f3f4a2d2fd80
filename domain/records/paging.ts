/** Page sizes of lists. Sources: document 000 section 9 (screen), decision GAP-API-08 (server). */

/** Rows a server page holds when the caller names no limit. */
export const DEFAULT_PAGE_LIMIT = 20;

/** The most rows of a server page; a larger limit is reduced to this, never refused. */
export const MAX_PAGE_LIMIT = 1000;

/** Rows the dog list on screen shows per page at first. */
export const DEFAULT_DOGS_PER_PAGE = 12;

/** Choices of the dog list's Per Page control. */
export const DOGS_PER_PAGE_CHOICES = [12, 24, 48, 96] as const;
