/** Page sizes of lists. Sources: document 000 section 9 (screen), decision GAP-API-08 (server). */

/** The default number of rows of a page of the server. */
export const DEFAULT_PAGE_LIMIT = 20;

/** The most rows of a page. A larger limit is lowered to this number, not refused. */
export const MAX_PAGE_LIMIT = 1000;

/** How many rows a page of the dog list shows at first. */
export const DEFAULT_DOGS_PER_PAGE = 12;

/** The choices of the dog list's Per Page control. */
export const DOGS_PER_PAGE_CHOICES = [12, 24, 48, 96] as const;
