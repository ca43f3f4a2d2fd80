/**
 * The pedigree of a whole breed in typed arrays. Each dog has a place, which gives the places of its parents, its
 * coefficient of inbreeding, its year of birth and its kind. 100,000 dogs take two megabytes, and one pass over all
 * of them takes milliseconds. The order of places does not depend on age: parents may come after their offspring.
 */
import type { Parents, Pedigree } from "./pedigree";

/** The place of an unknown parent. */
export const UNKNOWN = -1;

/** Where the dog at a place lives; `nobody` means that the place is empty. */
export const PLACE_KINDS = { nobody: 0, own: 1, external: 2 } as const;

/** The dog at a place. */
export interface PlacedDog {
  readonly sire: number;
  readonly dam: number;
  /** NaN while the coefficient is not calculated. */
  readonly coefficient: number;
  /** 0 if the year is unknown. */
  readonly year: number;
  readonly kind: number;
}

/** Some consecutive places as they are stored: the numbers of each field one after the other. */
export interface PackedPlaces {
  readonly sires: ArrayBuffer;
  readonly dams: ArrayBuffer;
  readonly coefficients: ArrayBuffer;
  readonly years: ArrayBuffer;
  readonly kinds: ArrayBuffer;
}

/**
 * Mixes numbers into one number of 53 bits (cyrb53 by bryc, public domain, but over 32-bit words instead of
 * characters).
 */
class Mixer {
  private high = 0xdeadbeef;
  private low = 0x41c6ce57;

  take(buffer: ArrayBuffer): void {
    const odd = buffer.byteLength % 4;
    const words = new Int32Array(buffer, 0, (buffer.byteLength - odd) / 4);
    for (const word of words) this.mix(word);
    for (const byte of new Uint8Array(buffer, buffer.byteLength - odd)) this.mix(byte);
    this.mix(buffer.byteLength);
  }

  private mix(word: number): void {
    this.high = Math.imul(this.high ^ word, 2654435761);
    this.low = Math.imul(this.low ^ word, 1597334677);
    // Without this step, the upper bits of a word would never affect the lower bits of the result.
    this.high ^= this.high >>> 15;
    this.low ^= this.low >>> 13;
  }

  end(): string {
    const high =
      Math.imul(this.high ^ (this.high >>> 16), 2246822507) ^
      Math.imul(this.low ^ (this.low >>> 13), 3266489909);
    const low =
      Math.imul(this.low ^ (this.low >>> 16), 2246822507) ^
      Math.imul(this.high ^ (this.high >>> 13), 3266489909);
    return (4294967296 * (2097151 & low) + (high >>> 0)).toString(36);
  }
}

/**
 * Returns a short hash of some places; different contents have different hashes, except by an extremely rare
 * chance.
 */
export function fingerprintOf({ sires, dams, coefficients, years, kinds }: PackedPlaces): string {
  const mixer = new Mixer();
  for (const field of [sires, dams, coefficients, years, kinds]) mixer.take(field);
  return mixer.end();
}

/** The parents of each place: the part of a packed pedigree that the calculations need. */
export interface Links {
  readonly sires: Int32Array;
  readonly dams: Int32Array;
}

/** A pedigree by places. */
export class PackedPedigree implements Pedigree<number>, Links {
  readonly sires: Int32Array;
  readonly dams: Int32Array;
  readonly coefficients: Float64Array;
  readonly years: Int16Array;
  readonly kinds: Uint8Array;

  constructor(readonly size: number) {
    this.sires = new Int32Array(size).fill(UNKNOWN);
    this.dams = new Int32Array(size).fill(UNKNOWN);
    this.coefficients = new Float64Array(size);
    this.years = new Int16Array(size);
    this.kinds = new Uint8Array(size);
  }

  /** Returns the parents of the dog at a place. */
  get(place: number): Parents<number> {
    const { sire, dam } = this.at(place);
    return { sireId: sire === UNKNOWN ? null : sire, damId: dam === UNKNOWN ? null : dam };
  }

  /** Returns the dog at a place. */
  at(place: number): PlacedDog {
    return {
      sire: this.sires[place] ?? UNKNOWN,
      dam: this.dams[place] ?? UNKNOWN,
      coefficient: this.coefficients[place] ?? 0,
      year: this.years[place] ?? 0,
      kind: this.kinds[place] ?? PLACE_KINDS.nobody,
    };
  }

  /** Puts a dog at a place. */
  put(place: number, { sire, dam, coefficient, year, kind }: PlacedDog): void {
    this.sires[place] = sire;
    this.dams[place] = dam;
    this.coefficients[place] = coefficient;
    this.years[place] = year;
    this.kinds[place] = kind;
  }

  /** Copies consecutive places from another pedigree, in which they have the same numbers. */
  copy(from: number, to: number, { sires, dams, coefficients, years, kinds }: PackedPedigree): void {
    const end = Math.min(to, this.size);
    this.sires.set(sires.subarray(from, end), from);
    this.dams.set(dams.subarray(from, end), from);
    this.coefficients.set(coefficients.subarray(from, end), from);
    this.years.set(years.subarray(from, end), from);
    this.kinds.set(kinds.subarray(from, end), from);
  }

  /** Copies consecutive places from their stored form. */
  unpack(from: number, packed: PackedPlaces): void {
    this.sires.set(new Int32Array(packed.sires), from);
    this.dams.set(new Int32Array(packed.dams), from);
    this.coefficients.set(new Float64Array(packed.coefficients), from);
    this.years.set(new Int16Array(packed.years), from);
    this.kinds.set(new Uint8Array(packed.kinds), from);
  }

  /** Returns consecutive places in their stored form. */
  pack(from: number, to: number): PackedPlaces {
    return {
      sires: this.sires.slice(from, to).buffer,
      dams: this.dams.slice(from, to).buffer,
      coefficients: this.coefficients.slice(from, to).buffer,
      years: this.years.slice(from, to).buffer,
      kinds: this.kinds.slice(from, to).buffer,
    };
  }

  /** Counts the dogs whose coefficient is not calculated yet. */
  countPending(): number {
    let pending = 0;
    for (const coefficient of this.coefficients) if (Number.isNaN(coefficient)) pending += 1;
    return pending;
  }
}

/** Returns a dog's coefficient before it is calculated: 0 if a parent is unknown, otherwise NaN. */
export const uncalculated = (sire: number, dam: number): number =>
  sire === UNKNOWN || dam === UNKNOWN ? 0 : Number.NaN;

/** A dog of a pedigree that is read in any order. */
export interface PedigreeEntry {
  readonly id: string;
  readonly sireId: string | null;
  readonly damId: string | null;
}

/** Packs dogs in the given order; a parent that is not among them is unknown. */
export function packPedigree(dogs: readonly PedigreeEntry[]): {
  pedigree: PackedPedigree;
  places: ReadonlyMap<string, number>;
} {
  const places = new Map(dogs.map(({ id }, place) => [id, place]));
  const pedigree = new PackedPedigree(dogs.length);
  const placeOf = (id: string | null): number => (id === null ? UNKNOWN : (places.get(id) ?? UNKNOWN));
  dogs.forEach(({ sireId, damId }, place) => {
    const [sire, dam] = [placeOf(sireId), placeOf(damId)];
    pedigree.put(place, { sire, dam, coefficient: uncalculated(sire, dam), year: 0, kind: PLACE_KINDS.own });
  });
  return { pedigree, places };
}
