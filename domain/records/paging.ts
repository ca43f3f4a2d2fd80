/** Page sizes of lists. Sources: document 000 section 9 (screen), decision GAP-API-08 (server). */

export const DEFAULT_PAGE_LIMIT = 20;

/** A larger limit is lowered to this number, not refused. */
export const MAX_PAGE_LIMIT = 1000;

export const DEFAULT_DOGS_PER_PAGE = 12;

export const DOGS_PER_PAGE_CHOICES = [12, 24, 48, 96] as const;
