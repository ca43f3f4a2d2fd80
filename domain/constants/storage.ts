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
