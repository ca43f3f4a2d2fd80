/**
 * The limits of an import and its division into transactions. Sources: decisions GAP-DOG-03 and GAP-DOG-17,
 * Convex's limits of a transaction (4,096 ranges read, 16,000 documents written, 1 MiB a document).
 */

export const IMPORT_KINDS = ["dogs", "ancestors"] as const;
/** Dogs of the kennel, or the external ancestors of a pedigree database. */
export type ImportKind = (typeof IMPORT_KINDS)[number];

/** Rows one file may hold. */
export const MAX_IMPORT_ROWS = { dogs: 5000, ancestors: 150_000 } as const satisfies Record<
  ImportKind,
  number
>;

/** Megabytes of a file that is still plausible as a list of dogs. */
export const MAX_IMPORT_FILE_MEGABYTES = { dogs: 10, ancestors: 60 } as const satisfies Record<
  ImportKind,
  number
>;

/**
 * The most external ancestors of one kennel. They do not count like a kennel's own dogs (GAP-DOG-17); this keeps
 * the calculation of a whole breed within the memory of one action.
 */
export const MAX_ANCESTORS_PER_KENNEL = 250_000;

/** Rows and characters uploaded at once; a staged chunk is one document. */
export const CHUNK_ROWS = 400;
export const CHUNK_CHARACTERS = 300_000;

/**
 * Entries of one planned step, which is never split, and their bytes as JSON; fewer changes, as each also stores
 * the former values, which may be as long as the longest entry.
 */
export const STEP_ADDS = 80;
export const STEP_CHANGES = 20;
export const STEP_BYTES = 400_000;

/**
 * Entries written in one transaction while other people's changes wait: about 30 ms of work. A transaction itself
 * costs only as much as a few entries, so 500 at once were no faster and made others wait 200 ms.
 */
export const WRITE_ENTRIES = 80;

/** Changes of known dogs that fit one transaction with everything else it reads and the former values. */
export const MAX_CHANGES_AT_ONCE = 1500;

/**
 * New dogs that fit one transaction: 5,000 take a second of the function's own time on a busy machine, the most it
 * has.
 */
export const MAX_ADDED_AT_ONCE = 1500;

/** Problems that a report lists; further ones are counted. */
export const MAX_LISTED_PROBLEMS = 500;

/** Bytes of each list of a report as JSON: together they are one document. */
export const LISTED_BYTES = {
  errors: 100_000,
  refusedRows: 200_000,
  warnings: 80_000,
  skipped: 80_000,
  ancestors: 120_000,
  questions: 300_000,
  changes: 120_000,
} as const;

/** Bytes of all answers to the questions of one import as JSON: about 3,000 of them. */
export const MAX_ANSWER_BYTES = 500_000;

/** Known dogs whose changes are compared before they are written. */
export const MAX_COMPARED_CHANGES = 5000;

/** Messages about parts of a file that no field keeps. */
export const MAX_IMPORT_NOTES = 200;

/** How long an unconfirmed import is kept, and how long a finished one of dogs. */
export const UNCONFIRMED_IMPORT_DAYS = 7;
export const REMEMBERED_IMPORT_DAYS = 30;
