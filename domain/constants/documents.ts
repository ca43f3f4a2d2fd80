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
