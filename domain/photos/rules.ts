/**
 * Limits of a dog's photos, and the sizes in which they are shown. The source is decision GAP-PHO-03, unless
 * another source is named.
 */

export const MAX_PHOTOS_PER_DOG = 50;

/**
 * A deleted photo can be restored as long as there are no more photos than this, because the limit should not make
 * an undo fail.
 */
export const MAX_PHOTOS_WITH_RETURNED = 2 * MAX_PHOTOS_PER_DOG;

export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;

/** No phone takes larger photos, and the pixels still fit into a server's memory. */
export const MAX_PHOTO_PIXELS = 64_000_000;

/**
 * The limit of the sizes that a browser creates. A typical thumbnail has about 15 kB, so 96 thumbnails have less
 * than 2 MB.
 */
export const MAX_PREVIEW_BYTES = 2 * 1024 * 1024;
export const MAX_THUMBNAIL_BYTES = 96 * 1024;

export const MAX_SENT_BYTES = {
  full: MAX_PHOTO_BYTES,
  preview: MAX_PREVIEW_BYTES,
  thumbnail: MAX_THUMBNAIL_BYTES,
} as const;

export const MAX_CAPTION_LENGTH = 300;

/** The longest edges in pixels. */
export const PHOTO_EDGES = { full: 4096, preview: 1024, thumbnail: 256 } as const;

/** A full picture has at most this number, because the printer unpacks all pixels. */
export const MAX_PRINTED_PIXELS = PHOTO_EDGES.full ** 2;

export const PHOTO_QUALITY = { full: 0.9, preview: 0.82, thumbnail: 0.78 } as const;

export const PHOTO_SIZES = ["full", "preview", "thumbnail"] as const;
export type PhotoSize = (typeof PHOTO_SIZES)[number];

/** HEIC and HEIF become JPG. */
export const PHOTO_FILE_TYPES = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  heic: "image/heic",
  heif: "image/heif",
} as const;

export const PHOTO_ACCEPT = [
  ...new Set(Object.entries(PHOTO_FILE_TYPES).flatMap(([extension, type]) => [`.${extension}`, type])),
].join(",");

/** Every browser can show these types. Only these types are stored. */
export const STORED_PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
export type StoredPhotoType = (typeof STORED_PHOTO_TYPES)[number];

/** The key of photo addresses is renewed this often. An address is valid for one to two of these periods. */
export const PHOTO_KEY_HOURS = 12;
