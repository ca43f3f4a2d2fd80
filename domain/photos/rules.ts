/** What a photo of a dog may be, and the sizes it is shown in. Source: decision GAP-PHO-03 unless said otherwise. */

/** Photos one dog may have. */
export const MAX_PHOTOS_PER_DOG = 50;

/** Photos up to which one that was deleted still comes back, as an undo needs no room within reason. */
export const MAX_PHOTOS_WITH_RETURNED = 2 * MAX_PHOTOS_PER_DOG;

/** Bytes of a photo as it was taken. */
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;

/** Pixels of a photo: more than any telephone takes, and still what a server can hold in memory. */
export const MAX_PHOTO_PIXELS = 64_000_000;

/** Bytes of the sizes that a browser makes; a real thumbnail has about 15 kB, so that 96 of them stay under 2 MB. */
export const MAX_PREVIEW_BYTES = 2 * 1024 * 1024;
export const MAX_THUMBNAIL_BYTES = 96 * 1024;

/** Bytes that a browser may send of each size. */
export const MAX_SENT_BYTES = {
  full: MAX_PHOTO_BYTES,
  preview: MAX_PREVIEW_BYTES,
  thumbnail: MAX_THUMBNAIL_BYTES,
} as const;

/** Characters of a caption. */
export const MAX_CAPTION_LENGTH = 300;

/** The longest edge in pixels of each size a photo is kept in. */
export const PHOTO_EDGES = { full: 4096, preview: 1024, thumbnail: 256 } as const;

/** Pixels of a PNG that is printed: as many as a photo in full has, because the printer unpacks all of them. */
export const MAX_PRINTED_PIXELS = PHOTO_EDGES.full ** 2;

/** How strongly each size is compressed as JPG, from 0 to 1. */
export const PHOTO_QUALITY = { full: 0.9, preview: 0.82, thumbnail: 0.78 } as const;

export const PHOTO_SIZES = ["full", "preview", "thumbnail"] as const;
export type PhotoSize = (typeof PHOTO_SIZES)[number];

/** What may be chosen in the file dialog; HEIC and HEIF become JPG. */
export const PHOTO_FILE_TYPES = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  heic: "image/heic",
  heif: "image/heif",
} as const;

/** What a file chooser offers: the extensions and types of photos. */
export const PHOTO_ACCEPT = [
  ...new Set(Object.entries(PHOTO_FILE_TYPES).flatMap(([extension, type]) => [`.${extension}`, type])),
].join(",");

/** What every browser shows, and so what is stored. */
export const STORED_PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
export type StoredPhotoType = (typeof STORED_PHOTO_TYPES)[number];

/** How often the key of photo addresses changes; an address holds for one to two of these. */
export const PHOTO_KEY_HOURS = 12;
