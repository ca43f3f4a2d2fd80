/** How much a kennel and its owner may store, unless the operator says otherwise. */

export const GIGABYTE = 1024 * 1024 * 1024;

/** Gigabytes of files per kennel: a hundred dogs with all the photos that each may have, of the largest size. */
export const DEFAULT_STORAGE_GIGABYTES = 50;

/** How many times a kennel's bound all kennels of one owner may store together. */
export const STORAGE_SHARES_PER_OWNER = 2;
