/**
 * The exact coefficients of inbreeding of dogs in a packed pedigree, ancestors first: F = sum of L(j)² D(j) over a
 * dog and its ancestors, minus 1, by the decomposition A = LDL' (Quaas 1976, Biometrics 32:949-953) with the
 * tracing of Meuwissen and Luo (1992, Genet. Sel. Evol. 24:305-313). Known values are reused, and full siblings
 * share one calculation. A pass can stop at any dog and continue later.
 */
import { parentsFirst } from "./order";
import { UNKNOWN, type PackedPedigree } from "./packed";

/** D of A = LDL' (Quaas 1976); NaN if the variance is unknown. */
export function ownVariance(
  { coefficients }: Pick<PackedPedigree, "coefficients">,
  sire: number,
  dam: number,
): number {
  let variance = 1;
  if (sire !== UNKNOWN) variance -= (1 + (coefficients[sire] ?? 0)) / 4;
  if (dam !== UNKNOWN) variance -= (1 + (coefficients[dam] ?? 0)) / 4;
  return variance;
}

/** Sums below this limit are zero except for rounding errors. */
const NOTHING = 1e-12;

type Source = Pick<PackedPedigree, "sires" | "dams" | "coefficients">;

/**
 * Calculates coefficients that are NaN, and writes them into the pedigree itself. With `only`, calculates only the
 * given dogs and their ancestors.
 */
export class CoefficientPass {
  readonly found: number[] = [];
  private readonly order: Int32Array;
  // By the dogs' numbers in the order of the pass, in which parents come first.
  private readonly sires: Int32Array;
  private readonly dams: Int32Array;
  private readonly variances: Float64Array;
  private readonly lines: Float64Array;
  private readonly litters = new Map<number, number>();
  private at = 0;

  constructor(
    private readonly pedigree: Source,
    only: Iterable<number> = pedigree.coefficients.keys(),
  ) {
    const wanted: number[] = [];
    for (const place of only) if (Number.isNaN(pedigree.coefficients[place])) wanted.push(place);
    this.order = parentsFirst(pedigree, wanted);
    const numbers = new Int32Array(pedigree.sires.length).fill(UNKNOWN);
    this.order.forEach((place, number) => (numbers[place] = number));
    const numberOf = (parent: number | undefined, before: number): number => {
      const number = parent === undefined || parent === UNKNOWN ? UNKNOWN : (numbers[parent] ?? UNKNOWN);
      return number < before ? number : UNKNOWN;
    };
    this.sires = this.order.map((place, number) => numberOf(pedigree.sires[place], number));
    this.dams = this.order.map((place, number) => numberOf(pedigree.dams[place], number));
    this.variances = new Float64Array(this.order.length);
    this.lines = new Float64Array(this.order.length);
  }

  get isDone(): boolean {
    return this.at >= this.order.length;
  }

  /** Stops when about this many places were processed. */
  advance(work: number): void {
    for (let left = work; left > 0 && !this.isDone; this.at += 1) left -= this.take(this.at);
  }

  private placeOf(number: number): number {
    return number === UNKNOWN ? UNKNOWN : (this.order[number] ?? UNKNOWN);
  }

  /** Returns the number of processed places, which is 0 if the coefficient was known. */
  private take(number: number): number {
    const place = this.order[number] ?? UNKNOWN;
    const [sire, dam] = [this.sires[number] ?? UNKNOWN, this.dams[number] ?? UNKNOWN];
    const { coefficients } = this.pedigree;
    this.variances[number] = ownVariance(this.pedigree, this.placeOf(sire), this.placeOf(dam));
    if (!Number.isNaN(coefficients[place])) return 0;
    this.found.push(place);
    if (sire === UNKNOWN || dam === UNKNOWN) {
      coefficients[place] = 0;
      return 1;
    }
    const litter = sire * this.order.length + dam;
    const known = this.litters.get(litter);
    const coefficient = known ?? this.trace(number, sire, dam);
    coefficients[place] = coefficient;
    this.litters.set(litter, coefficient);
    return known === undefined ? Math.max(sire, dam) + 1 : 1;
  }

  private trace(number: number, sire: number, dam: number): number {
    const { lines, variances, sires, dams } = this;
    // This code calls no function, for speed: for a breed of 100,000 dogs, it runs some hundred million times.
    lines[sire] = 0.5;
    lines[dam] = (lines[dam] ?? 0) + 0.5;
    let sum = variances[number] ?? 0;
    let last = Math.min(sire, dam);
    for (let ancestor = Math.max(sire, dam); ancestor >= last; ancestor -= 1) {
      const weight = lines[ancestor] ?? 0;
      if (weight === 0) continue;
      lines[ancestor] = 0;
      sum += weight * weight * (variances[ancestor] ?? 0);
      // After more than a thousand generations in a line, the halves become zero in floating point and add nothing.
      const half = weight / 2;
      if (half === 0) continue;
      const above = sires[ancestor] ?? UNKNOWN;
      if (above !== UNKNOWN) {
        lines[above] = (lines[above] ?? 0) + half;
        if (above < last) last = above;
      }
      const beside = dams[ancestor] ?? UNKNOWN;
      if (beside !== UNKNOWN) {
        lines[beside] = (lines[beside] ?? 0) + half;
        if (beside < last) last = beside;
      }
    }
    return sum - 1 < NOTHING ? 0 : sum - 1;
  }
}
