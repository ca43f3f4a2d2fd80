/** Finds the closest relationships of two dogs from their own records and their parents' records. */

export type KinshipName = "parent" | "siblings" | "half-siblings" | "grandparent";

export interface Kin {
  readonly id: string;
  readonly sireId: string | null;
  readonly damId: string | null;
  readonly dateOfBirth: string | null;
  /** Only grandparents with a record. */
  readonly grandparentIds: readonly string[];
}

const isSame = (a: string | null, b: string | null): boolean => a !== null && a === b;

/** Returns null if the records show no relationship. */
export function describeKinship(sire: Kin, dam: Kin): { name: KinshipName; words: string } | null {
  if (dam.sireId === sire.id) return { name: "parent", words: "father and daughter" };
  if (sire.damId === dam.id) return { name: "parent", words: "son and mother" };
  const [sameSire, sameDam] = [isSame(sire.sireId, dam.sireId), isSame(sire.damId, dam.damId)];
  if (sameSire && sameDam) {
    const areLittermates = isSame(sire.dateOfBirth, dam.dateOfBirth);
    return { name: "siblings", words: areLittermates ? "of the same litter" : "full brother and sister" };
  }
  if (sameSire) return { name: "half-siblings", words: "half siblings by their sire" };
  if (sameDam) return { name: "half-siblings", words: "half siblings by their dam" };
  if (dam.grandparentIds.includes(sire.id))
    return { name: "grandparent", words: "grandfather and granddaughter" };
  if (sire.grandparentIds.includes(dam.id)) return { name: "grandparent", words: "grandson and grandmother" };
  return null;
}
