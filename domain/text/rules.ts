/**
 * The length limits of texts that users enter, the same in forms, functions and REST. Source: decision GAP-API-12.
 */

/** A short field is a name, a number or a color. */
export const SHORT_TEXT_MAX = 200;

/** The same limit applies to other people's names in a mail. */
export const NAME_MAX = 80;

export const LONG_TEXT_MAX = 5000;
