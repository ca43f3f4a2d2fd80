/**
 * How much of a pedigree is known in each generation: the share of known ancestors among the 2^g places of
 * generation g (counted as by MacCluer et al. 1983, J. Hered. 74:394-399). A dog in two places counts twice.
 */
import { knownParents, type Pedigree } from "./pedigree";

export interface GenerationCompleteness {
  readonly generation: number;
  readonly known: number;
  readonly possible: number;
  /** From 0 to 1. */
  readonly completeness: number;
}

/** Counts the known places of each of the first generations. */
export function pedigreeCompleteness<Id extends string | number>(
  pedigree: Pedigree<Id>,
  dogId: Id,
  generations: number,
): GenerationCompleteness[] {
  let places = new Map([[dogId, 1]]);
  return Array.from({ length: generations }, (_, index) => {
    const next = new Map<Id, number>();
    for (const [id, count] of places) {
      for (const parentId of knownParents(pedigree, id)) {
        next.set(parentId, (next.get(parentId) ?? 0) + count);
      }
    }
    places = next;
    const known = [...next.values()].reduce((sum, count) => sum + count, 0);
    const possible = 2 ** (index + 1);
    return { generation: index + 1, known, possible, completeness: known / possible };
  });
}
