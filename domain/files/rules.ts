/** The types of attachable files, and the limits of stored files. */

/** Sources: decision GAP-BRD-14 and document 001 sections 5 and 9. */

export const DOCUMENT_TYPES = ["contract", "registration", "health_certificate", "photo", "other"] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** A litter needs far fewer contracts, certificates and other documents. */
export const MAX_DOCUMENTS_PER_BREEDING = 200;

export const FILE_TYPES = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  txt: "text/plain",
} as const;
export type FileType = (typeof FILE_TYPES)[keyof typeof FILE_TYPES];

/** A browser may show these types in its own window. All other types are downloaded. */
export const SHOWN_FILE_TYPES: readonly FileType[] = [
  "application/pdf",
  "image/jpeg",
  "image/png",
  "image/webp",
];

export const GIGABYTE = 1024 * 1024 * 1024;

/** Enough for a hundred dogs with the maximum number and size of photos. */
export const DEFAULT_STORAGE_GIGABYTES = 50;

/** The limit of all kennels of one owner together, as a multiple of one kennel's limit. */
export const STORAGE_SHARES_PER_OWNER = 2;

/** Convex's own upload addresses are valid for the same time. */
export const UPLOAD_ADDRESS_MINUTES = 60;

/**
 * The age at which a file without a row is deleted. Browsers add a photo, or a file of a restore, within minutes of
 * its upload, even on the slowest connection. A file that an action stores gets its row within the ten minutes that
 * an action may take.
 */
export const UNCLAIMED_MINUTES = 45;
