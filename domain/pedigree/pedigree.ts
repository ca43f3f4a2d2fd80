/**
 * What a pedigree is to the calculations: who is whose parent. Unknown parents are null, and a dog that is not
 * in the pedigree has none. A pedigree has no cycles; the server refuses them when a parent is chosen.
 */

export interface Parents {
  readonly sireId: string | null;
  readonly damId: string | null;
}

/** Parents by dog id. */
export type Pedigree = ReadonlyMap<string, Parents>;

const UNKNOWN: Parents = { sireId: null, damId: null };

/** Returns a dog's parents, both null for a founder. */
export const parentsOf = (pedigree: Pedigree, id: string): Parents => pedigree.get(id) ?? UNKNOWN;

/** Lists the known parents of a dog. */
export function knownParents(pedigree: Pedigree, id: string): string[] {
  const { sireId, damId } = parentsOf(pedigree, id);
  return [sireId, damId].filter((parentId) => parentId !== null);
}
