/** The limits of stored files. */

/** The maximum size of one file in bytes. */
export const MAX_FILE_BYTES = 1024 ** 3;

/**
 * The number of bytes on the disk that files leave free unless the operator sets another value. After users have
 * filled the disk, the database, its log and a copy of both still need this space.
 */
export const MIN_FREE_BYTES = 512 * 1024 ** 2;

/** Bytes of a file written between two checks of the disk. */
export const FREE_LOOK_BYTES = 8 * 1024 ** 2;
