/** The order of the kinds of records in a list. Each table states its own position. */

interface Placed {
  /** The lowest position comes first. Kinds without a position come last, by name. */
  readonly place?: number;
}

export const inPlace = <Name extends string, Told extends Placed>(
  told: readonly (readonly [Name, Told])[],
): (readonly [Name, Told])[] =>
  told.toSorted(
    ([name, { place = Number.MAX_VALUE }], [other, { place: otherPlace = Number.MAX_VALUE }]) =>
      place - otherPlace || (name < other ? -1 : 1),
  );
