/**
 * Popular sires: the share of the dogs born in a year that descend from a male within three generations. If many
 * dogs of a breed have the same sire, soon all dogs of the breed descend from him.
 */
import { UNKNOWN } from "../pedigree/packed";
import type { Relationship } from "./relationship";

/** Offspring, grand-offspring and great-grand-offspring are counted. */
const GENERATIONS = 3;

export interface SiresOfYear {
  readonly year: number;
  /** Only dogs with a known sire are counted. */
  readonly dogs: number;
  /**
   * For each generation, the males with the number of these dogs that descend from them. The largest number is
   * first.
   */
  readonly generations: readonly (readonly { readonly place: number; readonly dogs: number }[])[];
}

/** A dog counts once for each male. With `only`, only the dogs at the given places are counted. */
export function listPopularSires(
  { order, sires, dams, pedigree }: Relationship,
  first: number,
  last: number,
  most: number,
  only?: ReadonlySet<number>,
): SiresOfYear[] {
  const years = new Map<number, { dogs: number; counts: Map<number, number>[] }>();
  for (let n = 0; n < order.length; n += 1) {
    const year = pedigree.years[order[n] ?? UNKNOWN] ?? 0;
    if (year < first || year > last || sires[n] === UNKNOWN) continue;
    if (only && !only.has(order[n] ?? UNKNOWN)) continue;
    const counted = years.get(year) ?? {
      dogs: 0,
      counts: Array.from({ length: GENERATIONS }, () => new Map<number, number>()),
    };
    years.set(year, counted);
    counted.dogs += 1;
    let row = [n];
    for (const counts of counted.counts) {
      for (const sire of new Set(row.map((dog) => sires[dog] ?? UNKNOWN))) {
        if (sire !== UNKNOWN) counts.set(sire, (counts.get(sire) ?? 0) + 1);
      }
      row = row
        .flatMap((dog) => [sires[dog] ?? UNKNOWN, dams[dog] ?? UNKNOWN])
        .filter((parent) => parent !== UNKNOWN);
    }
  }
  return [...years]
    .sort(([a], [b]) => a - b)
    .map(([year, { dogs, counts }]) => ({
      year,
      dogs,
      generations: counts.map((generation) =>
        [...generation]
          .map(([sire, count]) => ({ place: order[sire] ?? UNKNOWN, dogs: count }))
          .sort((a, b) => b.dogs - a.dogs || a.place - b.place)
          .slice(0, most),
      ),
    }));
}
