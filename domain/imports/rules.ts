/**
 * The limits of an import, and how it is divided into transactions. Sources: decisions GAP-DOG-03 and GAP-DOG-17,
 * Convex's limits of a transaction (4,096 ranges read, 16,000 documents written, 1 MiB a document).
 */

export const IMPORT_KINDS = ["dogs", "ancestors"] as const;
/** Ancestors are the external dogs of a pedigree database. */
export type ImportKind = (typeof IMPORT_KINDS)[number];

export const MAX_IMPORT_ROWS = { dogs: 5000, ancestors: 150_000 } as const satisfies Record<
  ImportKind,
  number
>;

/** A larger file is not plausible as a list of dogs. */
export const MAX_IMPORT_FILE_MEGABYTES = { dogs: 10, ancestors: 60 } as const satisfies Record<
  ImportKind,
  number
>;

/**
 * The kennel's own dogs have another limit (GAP-DOG-17). With this limit, the calculation of a whole breed fits
 * into the memory of one action.
 */
export const MAX_ANCESTORS_PER_KENNEL = 250_000;

/** Rows and characters that are uploaded together. Such a chunk is stored as one document. */
export const CHUNK_ROWS = 400;
export const CHUNK_CHARACTERS = 300_000;

/**
 * The most entries of one planned step, and their bytes as JSON. A step is never split. A step has fewer changes
 * than entries, because each change also stores former values, which may be as long as the longest entry.
 */
export const STEP_ADDS = 80;
export const STEP_CHANGES = 20;
export const STEP_BYTES = 400_000;

/**
 * The limit applies to one transaction, while other people's changes wait: about 30 ms of work. The transaction
 * itself costs only as much as a few entries. Therefore 500 entries together were not faster, and others had to
 * wait 200 ms.
 */
export const WRITE_ENTRIES = 80;

/** The limit applies to one transaction and includes all other reads and the former values. */
export const MAX_CHANGES_AT_ONCE = 1500;

/**
 * The limit applies to one transaction. On a busy machine, 5,000 dogs take one second of the function's own time,
 * which is the maximum.
 */
export const MAX_ADDED_AT_ONCE = 1500;

/** Further problems are only counted. */
export const MAX_LISTED_PROBLEMS = 500;

/** The size is measured as JSON. All lists of a report are one document. */
export const LISTED_BYTES = {
  errors: 100_000,
  refusedRows: 200_000,
  warnings: 80_000,
  skipped: 80_000,
  ancestors: 120_000,
  questions: 300_000,
  changes: 120_000,
} as const;

/** The size is measured as JSON and is enough for about 3,000 answers. */
export const MAX_ANSWER_BYTES = 500_000;

/** Known dogs are compared with the file before they are written. */
export const MAX_COMPARED_CHANGES = 5000;

/** Messages about parts of a file that no field contains. */
export const MAX_IMPORT_NOTES = 200;

/** How many days an unconfirmed import is kept, and a finished import of dogs. */
export const UNCONFIRMED_IMPORT_DAYS = 7;
export const REMEMBERED_IMPORT_DAYS = 30;
