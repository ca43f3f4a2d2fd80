/** The order of kinds of records in a list: each table says its own place in it. */

interface Placed {
  /** The lowest comes first; what has none comes last, by its name. */
  readonly place?: number;
}

/** Sorts what tables say of themselves, by their names, into its order. */
export const inPlace = <Name extends string, Told extends Placed>(
  told: readonly (readonly [Name, Told])[],
): (readonly [Name, Told])[] =>
  told.toSorted(
    ([name, { place = Number.MAX_VALUE }], [other, { place: otherPlace = Number.MAX_VALUE }]) =>
      place - otherPlace || (name < other ? -1 : 1),
  );
