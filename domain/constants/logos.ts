/** What a kennel's logo may be. Source: decision GAP-SET-14; no SVG, because it can carry script. */

/** Bytes of a logo as it is sent. */
export const MAX_LOGO_BYTES = 2 * 1024 * 1024;

/** Pixels of a logo as it is sent: more than any has, and still little for a server to hold in memory. */
export const MAX_LOGO_PIXELS = 25_000_000;

/** The longest edge in pixels that a logo is kept in: enough for print, and one file for every place. */
export const LOGO_EDGE = 640;

/** How strongly a logo without transparency is compressed as JPG, from 0 to 1. */
export const LOGO_QUALITY = 0.9;

/** What may be chosen in the file dialog. */
export const LOGO_FILE_TYPES = ["image/png", "image/jpeg", "image/webp"] as const;

/** What is stored: both stand in a PDF, so a WEBP becomes a PNG. */
export const STORED_LOGO_TYPES = ["image/png", "image/jpeg"] as const;
export type StoredLogoType = (typeof STORED_LOGO_TYPES)[number];
