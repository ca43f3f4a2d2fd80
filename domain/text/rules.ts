/**
 * The length limits of texts that users enter, the same in forms, functions and REST. Source: decision GAP-API-12.
 */

/** The most characters of a short field (a name, a number, a color). */
export const SHORT_TEXT_MAX = 200;

/** The most characters of a first or last name, and of other people's names in a mail. */
export const NAME_MAX = 80;

/** The most characters of a notes field. */
export const LONG_TEXT_MAX = 5000;
