/** Length limits of typed text, the same in forms, functions and REST. Source: decision GAP-API-12. */

/** Characters a short field (a name, a number, a colour) may hold. */
export const SHORT_TEXT_MAX = 200;

/** Characters of a first or last name, and of what a mail repeats of a name that others chose. */
export const NAME_MAX = 80;

/** Characters a notes field may hold. */
export const LONG_TEXT_MAX = 5000;
