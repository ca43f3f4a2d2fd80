/** What stored files may take: one place per number. */

/** Bytes of one file. */
export const MAX_FILE_BYTES = 1024 ** 3;

/**
 * Bytes of the disk that files leave free unless the operator says otherwise: the database, its log and a copy of both
 * need room to go on when people have sent all that the disk takes.
 */
export const MIN_FREE_BYTES = 512 * 1024 ** 2;

/** Bytes of a file that are written between two looks at the disk. */
export const FREE_LOOK_BYTES = 8 * 1024 ** 2;
