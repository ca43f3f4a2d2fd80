/** Which papers may be attached, and how many gigabytes of files are stored. */

/** What a document of a breeding may be. Sources: decision GAP-BRD-14 and document 001 sections 5 and 9. */

export const DOCUMENT_TYPES = ["contract", "registration", "health_certificate", "photo", "other"] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

/** Bytes of one file. */
export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** Documents one breeding may have: a litter's contracts, certificates and papers several times over. */
export const MAX_DOCUMENTS_PER_BREEDING = 200;

/** What may be chosen in the file dialog, by the end of its name. */
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

/** What a browser may show in its own window; everything else is saved. */
export const SHOWN_FILE_TYPES: readonly FileType[] = [
  "application/pdf",
  "image/jpeg",
  "image/png",
  "image/webp",
];

/** How much a kennel and its owner may store, unless the operator says otherwise. */

export const GIGABYTE = 1024 * 1024 * 1024;

/** Gigabytes of files per kennel: a hundred dogs with all the photos that each may have, of the largest size. */
export const DEFAULT_STORAGE_GIGABYTES = 50;

/** How many times a kennel's bound all kennels of one owner may store together. */
export const STORAGE_SHARES_PER_OWNER = 2;

/** How long an upload address takes files, as Convex has it. */
export const UPLOAD_ADDRESS_MINUTES = 60;

/**
 * How old a file is that nothing has come to own when it is deleted. A photo is added as soon as its three sizes are
 * sent, and a file of a restore with those around it, within minutes on the slowest line; what an action stores is owned
 * before the ten minutes are over that an action may take.
 */
export const UNCLAIMED_MINUTES = 45;
