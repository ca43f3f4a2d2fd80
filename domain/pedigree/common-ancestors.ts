/**
 * The kinship of two dogs in a packed pedigree at any depth, and the ancestors who cause it. If the coefficients of
 * their ancestors are known, one pass up from each dog is enough: A = TDT' (Quaas 1976, Biometrics 32:949-953; the
 * passes are those of Colleau 2002, Genet. Sel. Evol. 34:409-421), so the kinship is half the sum of t(a,j) t(b,j)
 * D(j) over their common ancestors j. The contribution of an ancestor is Wright's term of the lines that first meet
 * in it (1922, Am. Nat. 56:330-338). It is calculated for the nearest ancestors, and as one sum for all others.
 */
import { ownVariance } from "./coefficients";
import { parentsFirst } from "./order";
import { UNKNOWN, type PackedPedigree } from "./packed";

/** Contributions are calculated separately for this many common ancestors. */
const NEAREST = 400;

/** Smaller contributions are rounding errors. */
const NOTHING = 1e-12;

type Source = Pick<PackedPedigree, "sires" | "dams" | "coefficients">;

interface CommonAncestor {
  readonly place: number;
  readonly contribution: number;
  readonly inbreeding: number;
}

export interface SharedAncestry {
  /** The coefficient of offspring of the two dogs; NaN if the coefficient of an ancestor is not calculated yet. */
  readonly coefficient: number;
  /** The largest contribution is first. */
  readonly commonAncestors: readonly CommonAncestor[];
  /** The contribution of more distant common ancestors. */
  readonly further: number;
}

/** The common ancestors of two dogs, with the weights of all lines from each dog. */
class Meeting {
  readonly coefficient: number;
  /** 0 for dogs that are not common ancestors. */
  private readonly pairs: Float64Array;
  private readonly common: number[] = [];

  constructor(
    private readonly pedigree: Source,
    dogs: readonly [number, number],
  ) {
    const order = parentsFirst(pedigree, dogs);
    const [fromA, fromB] = dogs.map((dog) => this.climb(order, dog)) as [Float64Array, Float64Array];
    this.pairs = new Float64Array(pedigree.sires.length);
    let sum = 0;
    for (let number = order.length - 1; number >= 0; number -= 1) {
      const place = order[number] ?? UNKNOWN;
      const pair = (fromA[place] ?? 0) * (fromB[place] ?? 0);
      if (pair === 0) continue;
      this.pairs[place] = pair;
      this.common.push(place);
      sum += pair * ownVariance(pedigree, pedigree.sires[place] ?? UNKNOWN, pedigree.dams[place] ?? UNKNOWN);
    }
    this.coefficient = sum / 2;
  }

  private climb(order: Int32Array, dog: number): Float64Array {
    const { sires, dams } = this.pedigree;
    const weights = new Float64Array(sires.length);
    weights[dog] = 1;
    for (let number = order.length - 1; number >= 0; number -= 1) {
      const place = order[number] ?? UNKNOWN;
      const half = (weights[place] ?? 0) / 2;
      if (half === 0) continue;
      const [sire, dam] = [sires[place] ?? UNKNOWN, dams[place] ?? UNKNOWN];
      if (sire !== UNKNOWN) weights[sire] = (weights[sire] ?? 0) + half;
      if (dam !== UNKNOWN) weights[dam] = (weights[dam] ?? 0) + half;
    }
    return weights;
  }

  private parents(place: number): number[] {
    const { sires, dams } = this.pedigree;
    return [sires[place] ?? UNKNOWN, dams[place] ?? UNKNOWN].filter((parent) => parent !== UNKNOWN);
  }

  /** Each ancestor comes after its descendants in the list. */
  private nearest(): number[] {
    const { sires, dams } = this.pedigree;
    const waitsFor = new Int32Array(sires.length);
    for (const place of this.common) {
      const [sire, dam] = [sires[place] ?? UNKNOWN, dams[place] ?? UNKNOWN];
      if (sire !== UNKNOWN) waitsFor[sire] = (waitsFor[sire] ?? 0) + 1;
      if (dam !== UNKNOWN) waitsFor[dam] = (waitsFor[dam] ?? 0) + 1;
    }
    const weight = (place: number): number => this.pairs[place] ?? 0;
    const ready = new Heap(weight);
    for (const place of this.common) if (waitsFor[place] === 0) ready.push(place);
    const nearest: number[] = [];
    for (let place = ready.pop(); place !== undefined && nearest.length < NEAREST; place = ready.pop()) {
      nearest.push(place);
      for (const parent of this.parents(place)) {
        const left = (waitsFor[parent] ?? 0) - 1;
        waitsFor[parent] = left;
        if (left === 0) ready.push(parent);
      }
    }
    return nearest;
  }

  /** Subtracts from each of the nearest ancestors the pairs of lines that have already met in a descendant. */
  contributions(): CommonAncestor[] {
    const nearest = this.nearest();
    const numbers = new Map(nearest.map((place, number) => [place, number]));
    const parents = nearest.map((place) =>
      this.parents(place)
        .map((parent) => numbers.get(parent))
        .filter((number) => number !== undefined),
    );
    const met = Float64Array.from(nearest, (place) => this.pairs[place] ?? 0);
    const found: CommonAncestor[] = [];
    nearest.forEach((place, number) => {
      const pairs = met[number] ?? 0;
      const inbreeding = this.pedigree.coefficients[place] ?? 0;
      const contribution = (pairs * (1 + inbreeding)) / 2;
      if (contribution <= NOTHING) return;
      found.push({ place, contribution, inbreeding });
      const up = new Float64Array(nearest.length);
      up[number] = 1;
      for (let at = number; at < nearest.length; at += 1) {
        const weight = up[at] ?? 0;
        if (weight === 0) continue;
        if (at > number) met[at] = (met[at] ?? 0) - pairs * weight * weight;
        for (const parent of parents[at] ?? []) up[parent] = (up[parent] ?? 0) + weight / 2;
      }
    });
    return found;
  }
}

/** The greatest weight is first. */
class Heap {
  private readonly items: number[] = [];

  constructor(private readonly weight: (place: number) => number) {}

  private isBefore(a: number, b: number): boolean {
    return this.weight(this.items[a] ?? 0) > this.weight(this.items[b] ?? 0);
  }

  private swap(a: number, b: number): void {
    [this.items[a], this.items[b]] = [this.items[b] ?? 0, this.items[a] ?? 0];
  }

  push(place: number): void {
    let at = this.items.push(place) - 1;
    for (let above = (at - 1) >> 1; at > 0 && this.isBefore(at, above); above = (at - 1) >> 1) {
      this.swap(at, above);
      at = above;
    }
  }

  pop(): number | undefined {
    const [first] = this.items;
    const last = this.items.pop();
    if (last === undefined || this.items.length === 0) return first;
    this.items[0] = last;
    for (let at = 0; ;) {
      let heaviest = at;
      for (const below of [2 * at + 1, 2 * at + 2]) {
        if (below < this.items.length && this.isBefore(below, heaviest)) heaviest = below;
      }
      if (heaviest === at) return first;
      this.swap(at, heaviest);
      at = heaviest;
    }
  }
}

/** The two dogs must be different. */
export function shareAncestors(pedigree: Source, sire: number, dam: number): SharedAncestry {
  if (sire === UNKNOWN || dam === UNKNOWN) return { coefficient: 0, commonAncestors: [], further: 0 };
  const meeting = new Meeting(pedigree, [sire, dam]);
  const commonAncestors = meeting
    .contributions()
    .sort((a, b) => b.contribution - a.contribution || a.place - b.place);
  const told = commonAncestors.reduce((sum, { contribution }) => sum + contribution, 0);
  // If the coefficient of an ancestor is unknown, the ancestor's contribution is also unknown.
  const coefficient = Number.isNaN(told) ? told : meeting.coefficient;
  const further = coefficient - told;
  return { coefficient, commonAncestors, further: further > NOTHING ? further : 0 };
}

/** The two dogs must be different. Returns NaN while the coefficient is unknown. */
export const offspringCoefficient = (pedigree: Source, sire: number, dam: number): number =>
  sire === UNKNOWN || dam === UNKNOWN ? 0 : new Meeting(pedigree, [sire, dam]).coefficient;
