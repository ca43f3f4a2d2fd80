/** The limits of stored files. */

export const MAX_FILE_BYTES = 1024 ** 3;

/**
 * The space that files leave free unless the operator sets another value. When users have filled the disk, the
 * database, its log and a copy of both still need this space.
 */
export const MIN_FREE_BYTES = 512 * 1024 ** 2;

/** The free space is checked again after this many bytes of a file. */
export const FREE_LOOK_BYTES = 8 * 1024 ** 2;
