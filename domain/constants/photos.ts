/** What a photo of a dog may be, and the sizes it is shown in. Source: decision GAP-PHO-03 unless said otherwise. */

/** Photos one dog may have. */
export const MAX_PHOTOS_PER_DOG = 50;

/** Bytes of a photo as it was taken. */
export const MAX_PHOTO_BYTES = 10 * 1024 * 1024;

/** Characters of a caption. */
export const MAX_CAPTION_LENGTH = 300;

/** The longest edge in pixels of each size a photo is kept in. */
export const PHOTO_EDGES = { full: 4096, preview: 1024, thumbnail: 256 } as const;

export const PHOTO_SIZES = ["full", "preview", "thumbnail"] as const;
export type PhotoSize = (typeof PHOTO_SIZES)[number];

/** What may be chosen in the file dialog; HEIC and HEIF become JPG before they are sent. */
export const PHOTO_FILE_TYPES = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  heic: "image/heic",
  heif: "image/heif",
} as const;

/** What every browser shows, and so what is stored. */
export const STORED_PHOTO_TYPES = ["image/jpeg", "image/png", "image/webp"] as const;
export type StoredPhotoType = (typeof STORED_PHOTO_TYPES)[number];

/** How often the key of photo addresses changes; an address holds for one to two of these. */
export const PHOTO_KEY_HOURS = 12;
