/** The limits of stored files: one place per number. */

/** Bytes of one file. */
export const MAX_FILE_BYTES = 1024 ** 3;

/**
 * Bytes of the disk that files leave free unless the operator sets another value: the database, its log and a copy
 * of both need room to continue after users have filled the disk.
 */
export const MIN_FREE_BYTES = 512 * 1024 ** 2;

/** Bytes of a file written between two checks of the disk. */
export const FREE_LOOK_BYTES = 8 * 1024 ** 2;
