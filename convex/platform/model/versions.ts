/** The versions of records, by which a save on an older one is told. */

/** Returns the instant of a save: later than the last one even within a millisecond, so that every save is told apart. */
export const nextVersion = ({ updatedAt }: { readonly updatedAt: number }): number =>
  Math.max(Date.now(), updatedAt + 1);
