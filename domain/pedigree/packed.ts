/**
 * A pedigree of a whole breed in typed arrays: each dog has a place, and by its place its parents' places, its
 * coefficient of inbreeding, its year of birth and what kind of dog it is. 100,000 dogs take two megabytes, and one
 * pass over all of them takes milliseconds. A dog's place says nothing of its age: parents may stand behind their
 * offspring.
 */
import type { Parents, Pedigree } from "./pedigree";

/** The place of an unknown parent. */
export const UNKNOWN = -1;

/** Where a dog lives, or that nobody stands at a place. */
export const PLACE_KINDS = { nobody: 0, own: 1, external: 2 } as const;

/** What a place holds. */
export interface PlacedDog {
  readonly sire: number;
  readonly dam: number;
  /** NaN while it is not calculated. */
  readonly coefficient: number;
  /** 0 while unknown. */
  readonly year: number;
  readonly kind: number;
}

/** The same for some consecutive places, as they are stored: each field's numbers one after the other. */
export interface PackedPlaces {
  readonly sires: ArrayBuffer;
  readonly dams: ArrayBuffer;
  readonly coefficients: ArrayBuffer;
  readonly years: ArrayBuffer;
  readonly kinds: ArrayBuffer;
}

/** Mixes numbers into one of 53 bits (cyrb53 by bryc, public domain, over 32-bit words instead of characters). */
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
    // Else the upper bits of a word would never reach the lower ones of the result.
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

/** Says in a few characters what some places hold: the same for the same content alone. */
export function fingerprintOf({ sires, dams, coefficients, years, kinds }: PackedPlaces): string {
  const mixer = new Mixer();
  for (const field of [sires, dams, coefficients, years, kinds]) mixer.take(field);
  return mixer.end();
}

/** Who stands where; what the calculations need of a packed pedigree. */
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

  /** Returns what a place holds. */
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

  /** Takes in consecutive places of another pedigree, which stand at the same places there. */
  copy(from: number, to: number, { sires, dams, coefficients, years, kinds }: PackedPedigree): void {
    const end = Math.min(to, this.size);
    this.sires.set(sires.subarray(from, end), from);
    this.dams.set(dams.subarray(from, end), from);
    this.coefficients.set(coefficients.subarray(from, end), from);
    this.years.set(years.subarray(from, end), from);
    this.kinds.set(kinds.subarray(from, end), from);
  }

  /** Takes in consecutive places from where they were stored. */
  unpack(from: number, packed: PackedPlaces): void {
    this.sires.set(new Int32Array(packed.sires), from);
    this.dams.set(new Int32Array(packed.dams), from);
    this.coefficients.set(new Float64Array(packed.coefficients), from);
    this.years.set(new Int16Array(packed.years), from);
    this.kinds.set(new Uint8Array(packed.kinds), from);
  }

  /** Packs consecutive places as they are stored. */
  pack(from: number, to: number): PackedPlaces {
    return {
      sires: this.sires.slice(from, to).buffer,
      dams: this.dams.slice(from, to).buffer,
      coefficients: this.coefficients.slice(from, to).buffer,
      years: this.years.slice(from, to).buffer,
      kinds: this.kinds.slice(from, to).buffer,
    };
  }

  /** Counts the dogs whose coefficient is not calculated. */
  countPending(): number {
    let pending = 0;
    for (const coefficient of this.coefficients) if (Number.isNaN(coefficient)) pending += 1;
    return pending;
  }
}

/** Says what a dog's coefficient is before it is calculated: nothing where a parent is unknown. */
export const uncalculated = (sire: number, dam: number): number =>
  sire === UNKNOWN || dam === UNKNOWN ? 0 : Number.NaN;

/** A dog of a pedigree as it is read, in any order. */
export interface PedigreeEntry {
  readonly id: string;
  readonly sireId: string | null;
  readonly damId: string | null;
}

/** Packs dogs in the order in which they come; a parent who is not among them is unknown. */
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
