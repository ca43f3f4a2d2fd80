/**
 * The pedigree in the form that calculations need: the parents of each dog. Unknown parents are null, and a dog
 * that is not in the pedigree has no parents. A pedigree has no circles, because the server refuses them.
 */

/** Ids, or places in a packed pedigree. */
type Name = string | number;

export interface Parents<Id extends Name = string> {
  readonly sireId: Id | null;
  readonly damId: Id | null;
}

export interface Pedigree<Id extends Name = string> {
  get: (id: Id) => Parents<Id> | undefined;
}

const UNKNOWN = { sireId: null, damId: null };

/** Both parents of a founder are null. */
export const parentsOf = <Id extends Name>(pedigree: Pedigree<Id>, id: Id): Parents<Id> =>
  pedigree.get(id) ?? UNKNOWN;

export function knownParents<Id extends Name>(pedigree: Pedigree<Id>, id: Id): Id[] {
  const { sireId, damId } = parentsOf(pedigree, id);
  return [sireId, damId].filter((parentId) => parentId !== null);
}

/** The dogs of the last generation have no parents in the result. */
export function nearestAncestors<Id extends Name>(
  pedigree: Pedigree<Id>,
  starts: readonly Id[],
  generations: number,
): Map<Id, Parents<Id>> {
  const nearest = new Map<Id, Parents<Id>>();
  let row = new Set(starts);
  for (let generation = 0; generation < generations && row.size > 0; generation += 1) {
    const next = new Set<Id>();
    for (const id of row) {
      nearest.set(id, parentsOf(pedigree, id));
      for (const parentId of knownParents(pedigree, id)) if (!nearest.has(parentId)) next.add(parentId);
    }
    row = next;
  }
  return nearest;
}
