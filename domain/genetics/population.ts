/**
 * Figures of a group of dogs, the reference: its mean kinship and values that are derived from it, its founders,
 * and its influential ancestors. A founder is a dog whose parents are both unknown. If only one parent is unknown,
 * that parent also counts as a founder.
 */
import { UNKNOWN } from "../pedigree/packed";
import type { Relationship } from "./relationship";

/** The results are by place. Each dog of the reference is included in its own mean (Ballou and Lacy 1995). */
export function meanKinships(
  relationship: Relationship,
  reference: readonly number[],
): { readonly byPlace: Float64Array; readonly mean: number } {
  const byPlace = relationship.kinships(relationship.alike(reference));
  let sum = 0;
  for (const place of reference) sum += byPlace[place] ?? 0;
  return { byPlace, mean: sum / reference.length };
}

/** Rare lines are first. Equal dogs keep the given order. */
export function rankByKinship(byPlace: Float64Array, reference: readonly number[]): number[] {
  const NOTHING = 1e-12;
  return [...reference].sort((a, b) => {
    const difference = (byPlace[a] ?? 0) - (byPlace[b] ?? 0);
    return Math.abs(difference) < NOTHING ? 0 : difference;
  });
}

export interface Founders {
  /** Dogs whose parents are both unknown and that are in the reference or have descendants there. */
  readonly count: number;
  /** Unknown parents of dogs with one known parent. */
  readonly unknownParents: number;
  /** Effective founders, 1/sum p² (Lacy 1989; Boichard, Maignel and Verrier 1997). */
  readonly effective: number;
  /** The same over known founders only, with their shares scaled to a sum of 1. */
  readonly effectiveKnown: number;
}

/** `shares` are the shares of all dogs in the genes of the reference. */
export function summarizeFounders({ order, sires, dams }: Relationship, shares: Float64Array): Founders {
  let [squares, count, unknownParents, known, knownSquares] = [0, 0, 0, 0, 0];
  for (let n = 0; n < order.length; n += 1) {
    const share = shares[n] ?? 0;
    const gaps = Number(sires[n] === UNKNOWN) + Number(dams[n] === UNKNOWN);
    if (share === 0 || gaps === 0) continue;
    const part = gaps === 2 ? share : share / 2;
    squares += part * part;
    if (gaps === 2) [count, known, knownSquares] = [count + 1, known + part, knownSquares + part * part];
    else unknownParents += 1;
  }
  return { count, unknownParents, effective: 1 / squares, effectiveKnown: (known * known) / knownSquares };
}

export interface InfluentialAncestors {
  /** The largest share is first. The place is UNKNOWN if the ancestor is an unknown parent. */
  readonly found: readonly { readonly place: number; readonly share: number }[];
  /** The sum of these shares, from 0 to 1. */
  readonly explained: number;
  /** The effective number of ancestors, if all ancestors were found. */
  readonly effective: number;
  /** The limits of the effective number if not all ancestors were found. */
  readonly lower: number;
  readonly upper: number;
}

/** Smaller shares are rounding errors. */
const NOTHING = 1e-9;
/** Shares with a smaller difference count as equal. */
const EQUAL = 1e-12;

/** Searches ancestors in a copy of the pedigree. In this copy, chosen ancestors lose their parents. */
class AncestorSearch {
  // Each unknown parent of a dog with one known parent counts as a separate dog here, before all others.
  private readonly sires: Int32Array;
  private readonly dams: Int32Array;
  /** The places by number. Unknown parents have numbers after the last place. */
  private readonly places: Int32Array;
  private readonly weights: Float64Array;
  private readonly isTaken: Uint8Array;
  /** The share of each dog's genes that comes from chosen ancestors. */
  private readonly explained: Float64Array;
  private readonly shares: Float64Array;
  private readonly size: number;

  constructor(
    private readonly relationship: Relationship,
    reference: readonly number[],
  ) {
    const { order, pedigree } = relationship;
    const gaps: number[] = [];
    for (let n = 0; n < order.length; n += 1) {
      if ((relationship.sires[n] === UNKNOWN) !== (relationship.dams[n] === UNKNOWN)) gaps.push(n);
    }
    const added = gaps.length;
    this.size = order.length + added;
    this.sires = new Int32Array(this.size).fill(UNKNOWN);
    this.dams = new Int32Array(this.size).fill(UNKNOWN);
    this.places = new Int32Array(this.size);
    const moved = (parent = UNKNOWN): number => (parent === UNKNOWN ? UNKNOWN : parent + added);
    for (let n = 0; n < order.length; n += 1) {
      this.sires[n + added] = moved(relationship.sires[n]);
      this.dams[n + added] = moved(relationship.dams[n]);
      this.places[n + added] = order[n] ?? UNKNOWN;
    }
    gaps.forEach((n, index) => {
      const side = this.sires[n + added] === UNKNOWN ? this.sires : this.dams;
      side[n + added] = index;
      this.places[index] = pedigree.size + index;
    });
    this.weights = new Float64Array(this.size);
    for (const place of reference) this.weights[relationship.numberOf(place) + added] = 1 / reference.length;
    this.isTaken = new Uint8Array(this.size);
    this.explained = new Float64Array(this.size);
    this.shares = new Float64Array(this.size);
  }

  /** Chooses the next ancestor and removes its parents. Returns null if no ancestor is left. */
  next(): { place: number; share: number } | null {
    const { sires, dams, explained, isTaken, size } = this;
    this.share();
    let best = 0;
    for (let n = 0; n < size; n += 1) {
      if (isTaken[n]) {
        explained[n] = 1;
        continue;
      }
      const [sire, dam] = [sires[n] ?? UNKNOWN, dams[n] ?? UNKNOWN];
      const ofSire = sire === UNKNOWN ? 0 : (explained[sire] ?? 0);
      const ofDam = dam === UNKNOWN ? 0 : (explained[dam] ?? 0);
      explained[n] = (ofSire + ofDam) / 2;
      best = Math.max(best, this.marginal(n));
    }
    if (best <= NOTHING) return null;
    let chosen = UNKNOWN;
    for (let n = 0; n < size; n += 1) {
      if (isTaken[n] || this.marginal(n) < best - EQUAL) continue;
      if (chosen === UNKNOWN || this.placeAt(n) < this.placeAt(chosen)) chosen = n;
    }
    const share = this.marginal(chosen);
    isTaken[chosen] = 1;
    sires[chosen] = UNKNOWN;
    dams[chosen] = UNKNOWN;
    const place = this.placeAt(chosen);
    return { place: place < this.relationship.pedigree.size ? place : UNKNOWN, share };
  }

  private placeAt(number: number): number {
    return this.places[number] ?? UNKNOWN;
  }

  private marginal(number: number): number {
    return (this.shares[number] ?? 0) * (1 - (this.explained[number] ?? 0));
  }

  /** Calculates the share of each dog in the genes of the reference. */
  private share(): void {
    const { sires, dams, shares } = this;
    shares.set(this.weights);
    for (let n = this.size - 1; n >= 0; n -= 1) {
      const half = (shares[n] ?? 0) / 2;
      if (half === 0) continue;
      const [sire, dam] = [sires[n] ?? UNKNOWN, dams[n] ?? UNKNOWN];
      if (sire !== UNKNOWN) shares[sire] = (shares[sire] ?? 0) + half;
      if (dam !== UNKNOWN) shares[dam] = (shares[dam] ?? 0) + half;
    }
  }
}

/**
 * Finds the ancestors that explain the reference (Boichard, Maignel and Verrier 1997, Genet. Sel. Evol. 29:5-23):
 * repeatedly chooses the dog with the largest marginal share and removes its parents. Dogs of the reference are
 * also candidates. Among equal dogs, the dog at the first place is chosen. Stops after `most` dogs. `founders` is
 * the number of founders, which gives the upper limit.
 */
export function findAncestors(
  relationship: Relationship,
  reference: readonly number[],
  most: number,
  founders: number,
): InfluentialAncestors {
  const search = new AncestorSearch(relationship, reference);
  const found: { place: number; share: number }[] = [];
  let [explained, squares] = [0, 0];
  while (found.length < most) {
    const next = search.next();
    if (!next) break;
    found.push(next);
    explained += next.share;
    squares += next.share * next.share;
  }
  const rest = Math.max(0, 1 - explained);
  const last = found.at(-1)?.share ?? 0;
  const others = founders - found.length;
  return {
    found,
    explained,
    effective: 1 / squares,
    lower: 1 / (squares + rest * last),
    upper: others > 0 ? 1 / (squares + (rest * rest) / others) : 1 / squares,
  };
}

export interface PlannedLitter {
  /** The number of dogs in the reference, and their mean kinship. */
  readonly dogs: number;
  readonly mean: number;
  /** The mean kinships of the parents with the reference. */
  readonly sireMean: number;
  readonly damMean: number;
  readonly sireInbreeding: number;
  readonly damInbreeding: number;
  /** The coefficient of the puppies, which is the kinship of their parents. */
  readonly coefficient: number;
}

/**
 * The result is exact. The sum of all kinships increases by three parts: the kinships of the puppies with the
 * reference, with each other, and of each puppy with itself.
 */
export function meanKinshipAfter(litter: PlannedLitter, puppies: number): number {
  const { dogs, mean, sireMean, damMean, sireInbreeding, damInbreeding, coefficient } = litter;
  const siblings = ((1 + sireInbreeding) / 2 + (1 + damInbreeding) / 2 + 2 * coefficient) / 4;
  const sum =
    dogs * dogs * mean +
    puppies * dogs * (sireMean + damMean) +
    puppies * (puppies - 1) * siblings +
    (puppies * (1 + coefficient)) / 2;
  return sum / (dogs + puppies) ** 2;
}
