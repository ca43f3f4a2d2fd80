/**
 * Products of the relationship matrix A of a packed pedigree with a vector, without creating the matrix: A = T D
 * T'. T contains the lines of descent and D the within-family variances (Colleau 2002, Genet. Sel. Evol.
 * 34:409-421). One product needs two passes over the dogs. It needs every coefficient of inbreeding. An unknown
 * parent is related to no other dog.
 */
import { ownVariance } from "../pedigree/coefficients";
import { parentsFirst } from "../pedigree/order";
import { PLACE_KINDS, UNKNOWN, type PackedPedigree } from "../pedigree/packed";

/** Dogs are numbered so that parents come before offspring; `order` contains their places. */
export class Relationship {
  readonly order: Int32Array;
  readonly sires: Int32Array;
  readonly dams: Int32Array;
  private readonly numbers: Int32Array;
  private readonly variances: Float64Array;

  constructor(readonly pedigree: PackedPedigree) {
    this.order = parentsFirst(pedigree, pedigree.sires.keys()).filter(
      (place) => pedigree.kinds[place] !== PLACE_KINDS.nobody,
    );
    this.numbers = new Int32Array(pedigree.size).fill(UNKNOWN);
    this.order.forEach((place, number) => (this.numbers[place] = number));
    const size = this.order.length;
    this.sires = new Int32Array(size);
    this.dams = new Int32Array(size);
    this.variances = new Float64Array(size);
    for (let number = 0; number < size; number += 1) {
      const { sire, dam } = pedigree.at(this.order[number] ?? UNKNOWN);
      this.sires[number] = this.numberOf(sire);
      this.dams[number] = this.numberOf(dam);
      this.variances[number] = ownVariance(pedigree, sire, dam);
    }
  }

  /** Returns UNKNOWN if there is no dog at the place. */
  numberOf(place: number): number {
    return place === UNKNOWN ? UNKNOWN : (this.numbers[place] ?? UNKNOWN);
  }

  /** Calculates the share of each dog, by number, in the genes of a group that is weighted by place: T'x. */
  shares(weights: Float64Array): Float64Array {
    const { order, sires, dams } = this;
    const shares = new Float64Array(order.length);
    for (let n = order.length - 1; n >= 0; n -= 1) {
      const share = (shares[n] ?? 0) + (weights[order[n] ?? 0] ?? 0);
      shares[n] = share;
      if (share === 0) continue;
      const [sire, dam] = [sires[n] ?? UNKNOWN, dams[n] ?? UNKNOWN];
      if (sire !== UNKNOWN) shares[sire] = (shares[sire] ?? 0) + share / 2;
      if (dam !== UNKNOWN) shares[dam] = (shares[dam] ?? 0) + share / 2;
    }
    return shares;
  }

  /**
   * Calculates the kinship of each dog, by place, with a group that is weighted by place: Ax/2. If one dog has the
   * weight 1, the results are the kinships of this dog. They are also the coefficients of its offspring with every
   * mate.
   */
  kinships(weights: Float64Array): Float64Array {
    const { order, sires, dams, variances, pedigree } = this;
    const values = this.shares(weights);
    const byPlace = new Float64Array(pedigree.size);
    for (let n = 0; n < order.length; n += 1) {
      const [sire, dam] = [sires[n] ?? UNKNOWN, dams[n] ?? UNKNOWN];
      let value = (values[n] ?? 0) * (variances[n] ?? 0);
      if (sire !== UNKNOWN) value += (values[sire] ?? 0) / 2;
      if (dam !== UNKNOWN) value += (values[dam] ?? 0) / 2;
      values[n] = value;
      byPlace[order[n] ?? 0] = value / 2;
    }
    return byPlace;
  }

  /** The kinships are by place. */
  kinshipsOf(place: number): Float64Array {
    return this.kinships(this.alike([place]));
  }

  /** The weights of the group are equal and add up to 1. */
  alike(group: readonly number[]): Float64Array {
    const weights = new Float64Array(this.pedigree.size);
    for (const place of group) weights[place] = 1 / group.length;
    return weights;
  }

  /**
   * Calculates the equivalent generations of each dog, by number: the sum of 1/2^g over the known places of its
   * ancestors (Maignel et al. 1996).
   */
  equivalentGenerations(): Float64Array {
    const { order, sires, dams } = this;
    const generations = new Float64Array(order.length);
    for (let n = 0; n < order.length; n += 1) {
      const [sire, dam] = [sires[n] ?? UNKNOWN, dams[n] ?? UNKNOWN];
      let sum = 0;
      if (sire !== UNKNOWN) sum += (1 + (generations[sire] ?? 0)) / 2;
      if (dam !== UNKNOWN) sum += (1 + (generations[dam] ?? 0)) / 2;
      generations[n] = sum;
    }
    return generations;
  }
}
