/**
 * The lines from a dog to its ancestors. At each step of a line, a gene is passed on with a probability of one
 * half. `ascend` adds up these probabilities over all lines, separately by length. With an infinite reach, the
 * lengths are not distinguished. The work then grows with the number of ancestors, not with the number of lines.
 */
import { knownParents, type Pedigree } from "./pedigree";

/** The index is the number of steps. With an infinite reach, all weights are at index 0. */
export type Weights = readonly number[];
export type Lineage<Id extends string | number> = ReadonlyMap<Id, Weights>;

/** Adds one step to the distance. */
const stepOn = (distance: number, reach: number): number => (reach === Infinity ? 0 : distance + 1);

/** Ranks dogs by the number of generations above them. An ancestor always has a lower rank than its descendants. */
export class Ranks<Id extends string | number> {
  private readonly known = new Map<Id, number>();

  constructor(private readonly pedigree: Pedigree<Id>) {}

  /** 0 for a founder. */
  of(id: Id): number {
    const known = this.known.get(id);
    if (known !== undefined) return known;
    const rank = Math.max(0, ...knownParents(this.pedigree, id).map((parentId) => this.of(parentId) + 1));
    this.known.set(id, rank);
    return rank;
  }

  /** Every dog comes before its ancestors. */
  youngestFirst(ids: Iterable<Id>): Id[] {
    return [...ids].sort((a, b) => this.of(b) - this.of(a));
  }
}

/** The result contains the dog itself, and each ancestor that is at most `reach` steps away. */
export function ascend<Id extends string | number>(
  pedigree: Pedigree<Id>,
  ranks: Ranks<Id>,
  start: Id,
  reach: number,
): Lineage<Id> {
  const lineage = new Map<Id, number[]>([[start, [1]]]);
  for (const id of ranks.youngestFirst(ancestorsWithin(pedigree, start, reach))) {
    const weights = lineage.get(id) ?? [];
    for (const parentId of knownParents(pedigree, id)) {
      const above = lineage.get(parentId) ?? [];
      weights.forEach((weight, distance) => {
        const place = stepOn(distance, reach);
        if (place <= reach) above[place] = (above[place] ?? 0) + weight / 2;
      });
      // `forEach` skips distances at which no line ends.
      if (above.length > 0) lineage.set(parentId, above);
    }
  }
  return lineage;
}

function ancestorsWithin<Id extends string | number>(
  pedigree: Pedigree<Id>,
  start: Id,
  reach: number,
): Set<Id> {
  const found = new Set([start]);
  let generation = [start];
  for (let step = 0; step < reach && generation.length > 0; step += 1) {
    const next = new Set<Id>();
    for (const id of generation) {
      for (const parentId of knownParents(pedigree, id)) if (!found.has(parentId)) next.add(parentId);
    }
    generation = [...next];
    for (const id of generation) found.add(id);
  }
  return found;
}
