/** How much a kennel may store, unless the operator says otherwise. */

export const GIGABYTE = 1024 * 1024 * 1024;

/** Gigabytes of files per kennel: a hundred dogs with all the photos that each may have, of the largest size. */
export const DEFAULT_STORAGE_GIGABYTES = 50;
