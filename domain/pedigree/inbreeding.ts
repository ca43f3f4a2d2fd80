/**
 * Wright's coefficient of inbreeding F = sum over common ancestors A of (1/2)^(n1 + n2 + 1) (1 + F_A), where n1 and
 * n2 are the steps from sire and dam to A (Wright 1922, Am. Nat. 56:330-338). Over the whole pedigree F is exact
 * and equals the tabular method's (Emik and Terrill 1949, J. Hered. 40:51-55). The F of the ancestors is calculated
 * by the decomposition A = TDT' (Quaas 1976, Biometrics 32:949-953; Meuwissen and Luo 1992, Genet. Sel. Evol.
 * 24:305-313). Over N generations, an ancestor counts if it occurs within N rows on its side. Its own F is
 * calculated from the rows that remain above its nearer occurrence, as GENLIB's gen.f(depth = N) does (Gauvin et
 * al. 2015, BMC Bioinformatics 16:160; `Kinship` and `consan` in its apparentement.cpp and consanguinite.cpp).
 * Unknown ancestors count as unrelated.
 */
import { ascend, Ranks } from "./lineage";
import { findMeetings } from "./meetings";
import { parentsOf, type Pedigree } from "./pedigree";

export const WHOLE_PEDIGREE = Infinity;

export interface CommonAncestor<Id = string> {
  readonly id: Id;
  /** All contributions add up to the coefficient. */
  readonly contribution: number;
  /** At the nearest place of the ancestor. */
  readonly inbreeding: number;
}

export interface Inbreeding<Id = string> {
  readonly coefficient: number;
  /** The largest contribution is first. */
  readonly commonAncestors: readonly CommonAncestor<Id>[];
}

/** Smaller contributions are zero except for rounding errors. */
const NOTHING = 1e-12;

/** Caches the coefficients of ancestors. */
export class InbreedingCalculator<Id extends string | number = string> {
  private readonly ranks: Ranks<Id>;
  private readonly exact = new Map<Id, number>();
  private readonly limited = new Map<string, number>();

  constructor(private readonly pedigree: Pedigree<Id>) {
    this.ranks = new Ranks(pedigree);
  }

  ofDog(dogId: Id, generations: number): Inbreeding<Id> {
    const { sireId, damId } = parentsOf(this.pedigree, dogId);
    return this.ofOffspring(sireId, damId, generations);
  }

  /** The parents are the first generation. */
  ofOffspring(sireId: Id | null, damId: Id | null, generations: number): Inbreeding<Id> {
    if (sireId === null || damId === null || generations < 1) return { coefficient: 0, commonAncestors: [] };
    return this.share([sireId, damId], generations - 1);
  }

  /** Uses the whole pedigree. The kinship of a dog with itself is (1 + F) / 2. */
  kinship(a: Id, b: Id): number {
    return this.share([a, b], Infinity).coefficient;
  }

  private share(dogs: readonly [Id, Id], reach: number): Inbreeding<Id> {
    const parts = new Map<Id, { contribution: number; inbreeding: number }>();
    for (const { ancestorId, stepsA, stepsB, weight } of findMeetings(
      this.pedigree,
      this.ranks,
      dogs,
      reach,
    )) {
      const inbreeding = this.coefficient(ancestorId, reach - Math.min(stepsA, stepsB));
      const part = parts.get(ancestorId) ?? { contribution: 0, inbreeding };
      part.contribution += (weight * (1 + inbreeding)) / 2;
      part.inbreeding = Math.max(part.inbreeding, inbreeding);
      parts.set(ancestorId, part);
    }
    const commonAncestors = [...parts]
      .map(([id, part]) => ({ id, ...part }))
      .filter(({ contribution }) => contribution > NOTHING)
      .sort((a, b) => b.contribution - a.contribution || (a.id < b.id ? -1 : 1));
    const coefficient = commonAncestors.reduce((sum, { contribution }) => sum + contribution, 0);
    return { coefficient, commonAncestors };
  }

  private coefficient(dogId: Id, generations: number): number {
    if (generations === Infinity) return this.exactOf(dogId);
    const key = `${generations} ${dogId}`;
    const known = this.limited.get(key) ?? this.ofDog(dogId, generations).coefficient;
    this.limited.set(key, known);
    return known;
  }

  private exactOf(dogId: Id): number {
    const known = this.exact.get(dogId) ?? this.calculateExact(dogId);
    this.exact.set(dogId, known);
    return known;
  }

  private calculateExact(dogId: Id): number {
    const { sireId, damId } = parentsOf(this.pedigree, dogId);
    if (sireId === null || damId === null) return 0;
    const sireLines = ascend(this.pedigree, this.ranks, sireId, Infinity);
    const damLines = ascend(this.pedigree, this.ranks, damId, Infinity);
    let sum = 0;
    for (const [id, [fromSire = 0]] of sireLines) {
      const [fromDam = 0] = damLines.get(id) ?? [];
      if (fromDam > 0) sum += fromSire * fromDam * this.ownVariance(id);
    }
    return sum / 2;
  }

  /** The part of a dog's genes that does not come from the average of its parents: D of A = TDT'. */
  private ownVariance(dogId: Id): number {
    const { sireId, damId } = parentsOf(this.pedigree, dogId);
    return [sireId, damId]
      .filter((id) => id !== null)
      .reduce((rest, id) => rest - (1 + this.exactOf(id)) / 4, 1);
  }
}
