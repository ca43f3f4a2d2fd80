/**
 * The exact coefficients of inbreeding of all dogs of a pedigree in one pass, ancestors first: F = sum of L(j)² D(j)
 * over a dog and its ancestors, less 1, by the decomposition A = LDL' (Quaas 1976, Biometrics 32:949-953) with the
 * tracing of Meuwissen and Luo (1992, Genet. Sel. Evol. 24:305-313). Full siblings share one reckoning. Typed arrays
 * keep a whole breed small, and the pass can stop anywhere and be taken up again.
 */

/** A pedigree by places: a dog's sire and dam stand at places before its own, -1 for unknown. */
export interface OrderedPedigree {
  readonly sires: Int32Array;
  readonly dams: Int32Array;
}

const UNKNOWN = -1;

/** Reckons every dog's coefficient, place by place. */
export class CoefficientPass {
  /** The coefficients of the places before `next`. */
  readonly coefficients: Float64Array;
  private readonly variances: Float64Array;
  private readonly lines: Float64Array;
  private readonly litters = new Map<number, number>();
  private at: number;

  constructor(
    private readonly pedigree: OrderedPedigree,
    /** What an earlier pass found, for the first `done` places. */
    found?: Float64Array,
    done = 0,
  ) {
    const size = pedigree.sires.length;
    this.coefficients = new Float64Array(size);
    this.variances = new Float64Array(size);
    this.lines = new Float64Array(size);
    if (found) this.coefficients.set(found.subarray(0, done));
    this.at = done;
    for (let place = 0; place < done; place += 1) this.settle(place, this.coefficients[place] ?? 0);
  }

  /** The first place without a coefficient. */
  get next(): number {
    return this.at;
  }

  get isDone(): boolean {
    return this.at >= this.coefficients.length;
  }

  /** Goes on until about so many places were looked at, or the end. */
  advance(work: number): void {
    for (let left = work; left > 0 && !this.isDone; this.at += 1) left -= this.reckon(this.at);
  }

  private parent(of: Int32Array, place: number): number {
    return of[place] ?? UNKNOWN;
  }

  private litterOf(place: number): number | null {
    const sire = this.parent(this.pedigree.sires, place);
    const dam = this.parent(this.pedigree.dams, place);
    return sire === UNKNOWN || dam === UNKNOWN ? null : sire * this.coefficients.length + dam;
  }

  private settle(place: number, coefficient: number): void {
    this.coefficients[place] = coefficient;
    const litter = this.litterOf(place);
    if (litter !== null) this.litters.set(litter, coefficient);
    // Half the variance comes anew from each parent, less what the parent's own inbreeding took.
    let variance = 1;
    for (const of of [this.pedigree.sires, this.pedigree.dams]) {
      const parent = this.parent(of, place);
      if (parent !== UNKNOWN) variance -= (1 + (this.coefficients[parent] ?? 0)) / 4;
    }
    this.variances[place] = variance;
  }

  /** Reckons one place and answers how many places it looked at. */
  private reckon(place: number): number {
    const litter = this.litterOf(place);
    if (litter === null) {
      this.settle(place, 0);
      return 1;
    }
    const known = this.litters.get(litter);
    if (known !== undefined) {
      this.settle(place, known);
      return 1;
    }
    const start = Math.max(this.parent(this.pedigree.sires, place), this.parent(this.pedigree.dams, place));
    this.settle(place, 0);
    const coefficient = this.trace(place, start);
    this.settle(place, coefficient);
    return start + 1;
  }

  private trace(place: number, start: number): number {
    const { lines, variances } = this;
    const { sires, dams } = this.pedigree;
    let waiting = 0;
    const pass = (parent: number, weight: number) => {
      // Along a line of more than a thousand generations the halves become too small for a number: they add nothing.
      if (parent === UNKNOWN || weight === 0) return;
      if (lines[parent] === 0) waiting += 1;
      lines[parent] = (lines[parent] ?? 0) + weight;
    };
    pass(sires[place] ?? UNKNOWN, 0.5);
    pass(dams[place] ?? UNKNOWN, 0.5);
    let sum = variances[place] ?? 0;
    for (let ancestor = start; waiting > 0 && ancestor >= 0; ancestor -= 1) {
      const weight = lines[ancestor] ?? 0;
      if (weight === 0) continue;
      sum += weight * weight * (variances[ancestor] ?? 0);
      lines[ancestor] = 0;
      waiting -= 1;
      pass(sires[ancestor] ?? UNKNOWN, weight / 2);
      pass(dams[ancestor] ?? UNKNOWN, weight / 2);
    }
    // What rounding leaves of zero is zero.
    return sum - 1 < 1e-12 ? 0 : sum - 1;
  }
}

/** A dog of a pedigree as it is read, in any order. */
export interface PedigreeEntry {
  readonly id: string;
  readonly sireId: string | null;
  readonly damId: string | null;
}

/**
 * Puts dogs in an order in which parents come first, and their parents into places. A parent through whom a dog would
 * be its own ancestor, as a reading between two changes may show, counts as unknown.
 */
export function orderPedigree<Entry extends PedigreeEntry>(
  dogs: readonly Entry[],
): OrderedPedigree & { readonly dogs: Entry[] } {
  const byId = new Map(dogs.map((dog) => [dog.id, dog]));
  const places = new Map<string, number>();
  const open = new Set<string>();
  const ordered: Entry[] = [];
  for (const start of dogs) {
    const stack = [start];
    for (let dog = stack.at(-1); dog; dog = stack.at(-1)) {
      if (places.has(dog.id)) {
        stack.pop();
        continue;
      }
      const missing = [dog.sireId, dog.damId]
        .map((id) => (id === null ? undefined : byId.get(id)))
        .filter((parent) => parent !== undefined && !places.has(parent.id) && !open.has(parent.id));
      if (!open.has(dog.id) && missing.length > 0) {
        open.add(dog.id);
        for (const parent of missing) if (parent) stack.push(parent);
        continue;
      }
      stack.pop();
      open.delete(dog.id);
      places.set(dog.id, ordered.length);
      ordered.push(dog);
    }
  }
  const placeOf = (id: string | null, before: number): number => {
    const place = id === null ? undefined : places.get(id);
    return place === undefined || place >= before ? UNKNOWN : place;
  };
  return {
    dogs: ordered,
    sires: Int32Array.from(ordered, (dog, place) => placeOf(dog.sireId, place)),
    dams: Int32Array.from(ordered, (dog, place) => placeOf(dog.damId, place)),
  };
}
