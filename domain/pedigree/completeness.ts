/**
 * How much of a pedigree is known in each generation: the share of known ancestors among the 2^g places of
 * generation g (counted as by MacCluer et al. 1983, J. Hered. 74:394-399). A dog in two places counts twice.
 */
import { knownParents, type Parents, type Pedigree } from "./pedigree";

export interface GenerationCompleteness {
  readonly generation: number;
  readonly known: number;
  readonly possible: number;
  /** From 0 to 1. */
  readonly completeness: number;
}

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

/**
 * The index is 2 Cs Cd/(Cs + Cd). Cs and Cd are the mean completeness of the sire's and the dam's side over a
 * number of generations, the parent itself being the first (MacCluer et al. 1983).
 */
export function completenessIndex<Id extends string | number>(
  pedigree: Pedigree<Id>,
  { sireId, damId }: Parents<Id>,
  generations: number,
): number {
  const ofSide = (parentId: Id | null): number => {
    if (parentId === null) return 0;
    const above = pedigreeCompleteness(pedigree, parentId, generations - 1);
    return above.reduce((sum, { completeness }) => sum + completeness, 1) / generations;
  };
  const [sire, dam] = [ofSide(sireId), ofSide(damId)];
  return sire + dam === 0 ? 0 : (2 * sire * dam) / (sire + dam);
}

/** Several places of a pedigree may have the same ancestor. */
export interface AncestorLoss {
  /** The places of all generations. */
  readonly possible: number;
  readonly known: number;
  readonly different: number;
  /** Different ancestors divided by places, from 0 to 1. Each unknown ancestor counts as a different ancestor. */
  readonly coefficient: number;
  /** Counts only the known places; null if no place is known. */
  readonly coefficientOfKnown: number | null;
}

/** German clubs call this AVK. The dog has the given parents. */
export function ancestorLoss<Id extends string | number>(
  pedigree: Pedigree<Id>,
  { sireId, damId }: Parents<Id>,
  generations: number,
): AncestorLoss {
  const different = new Set<Id>();
  let row = new Map<Id, number>();
  const place = (id: Id | null, count: number, into: Map<Id, number>) => {
    if (id !== null) into.set(id, (into.get(id) ?? 0) + count);
  };
  place(sireId, 1, row);
  place(damId, 1, row);
  let known = 0;
  for (let generation = 1; generation <= generations && row.size > 0; generation += 1) {
    const next = new Map<Id, number>();
    for (const [id, count] of row) {
      different.add(id);
      known += count;
      for (const parentId of knownParents(pedigree, id)) place(parentId, count, next);
    }
    row = next;
  }
  const possible = 2 ** (generations + 1) - 2;
  return {
    possible,
    known,
    different: different.size,
    coefficient: (different.size + possible - known) / possible,
    coefficientOfKnown: known === 0 ? null : different.size / known,
  };
}
