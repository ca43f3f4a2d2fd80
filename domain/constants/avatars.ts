/** What a person's picture may be. Source: decision GAP-SET-02. */

/** Bytes of a picture as it is sent. */
export const MAX_AVATAR_BYTES = 5 * 1024 * 1024;

/** The edge in pixels of the square that is kept: sharp in its largest place on a phone of today. */
export const AVATAR_EDGE = 512;

/** How strongly the square is compressed as JPG, from 0 to 1. */
export const AVATAR_QUALITY = 0.85;

/** What may be chosen in the file dialog. */
export const AVATAR_FILE_TYPES = [
  "image/jpeg",
  "image/png",
  "image/webp",
  "image/heic",
  "image/heif",
] as const;
