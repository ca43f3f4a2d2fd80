/**
 * The pedigree of a whole breed in typed arrays, in which each dog has a place. 100,000 dogs need about two
 * megabytes, and one pass over all of them takes milliseconds. The order of places does not depend on age: parents
 * may come after their offspring.
 */
import type { Parents, Pedigree } from "./pedigree";

export const UNKNOWN = -1;

/** `nobody` means that the place is empty. */
export const PLACE_KINDS = { nobody: 0, own: 1, external: 2 } as const;

/** Each property is one bit. */
export const DOG_FLAGS = { male: 1, female: 2, deceased: 4, sold: 8, spayed: 16, breeding: 32 } as const;

export interface PlacedDog {
  readonly sire: number;
  readonly dam: number;
  /** NaN until the coefficient is calculated. */
  readonly coefficient: number;
  /** 0 if the year is unknown. */
  readonly year: number;
  readonly kind: number;
  /** A sum of `DOG_FLAGS`. */
  readonly flags: number;
  /** The number of the breed in the pedigree's list of breeds; 0 if the list does not contain the breed. */
  readonly breed: number;
}

/** The numbers are hashed in this order. */
const COLUMNS = {
  sires: Int32Array,
  dams: Int32Array,
  coefficients: Float64Array,
  years: Int16Array,
  kinds: Uint8Array,
  flags: Uint8Array,
  breeds: Uint8Array,
} as const;
type Column = keyof typeof COLUMNS;
const COLUMN_NAMES = Object.keys(COLUMNS) as Column[];

/**
 * The numbers of each field one after another, for some consecutive places. Flags and breeds are absent if the
 * places were stored before these fields existed.
 */
export type PackedPlaces = Readonly<
  Record<Exclude<Column, "flags" | "breeds">, ArrayBuffer> & Partial<Record<"flags" | "breeds", ArrayBuffer>>
>;

/** cyrb53 (by bryc, public domain) over 32-bit words instead of characters. The result has 53 bits. */
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

/** Different contents have different hashes, except in extremely rare cases. */
export function fingerprintOf(places: PackedPlaces): string {
  const mixer = new Mixer();
  for (const column of COLUMN_NAMES) {
    const numbers = places[column];
    if (numbers) mixer.take(numbers);
  }
  return mixer.end();
}

/** Calculations need only this part of a packed pedigree. */
export interface Links {
  readonly sires: Int32Array;
  readonly dams: Int32Array;
}

export class PackedPedigree implements Pedigree<number>, Links {
  readonly sires: Int32Array;
  readonly dams: Int32Array;
  readonly coefficients: Float64Array;
  readonly years: Int16Array;
  readonly kinds: Uint8Array;
  readonly flags: Uint8Array;
  readonly breeds: Uint8Array;

  constructor(readonly size: number) {
    this.sires = new Int32Array(size).fill(UNKNOWN);
    this.dams = new Int32Array(size).fill(UNKNOWN);
    this.coefficients = new Float64Array(size);
    this.years = new Int16Array(size);
    this.kinds = new Uint8Array(size);
    this.flags = new Uint8Array(size);
    this.breeds = new Uint8Array(size);
  }

  get(place: number): Parents<number> {
    const { sire, dam } = this.at(place);
    return { sireId: sire === UNKNOWN ? null : sire, damId: dam === UNKNOWN ? null : dam };
  }

  at(place: number): PlacedDog {
    return {
      sire: this.sires[place] ?? UNKNOWN,
      dam: this.dams[place] ?? UNKNOWN,
      coefficient: this.coefficients[place] ?? 0,
      year: this.years[place] ?? 0,
      kind: this.kinds[place] ?? PLACE_KINDS.nobody,
      flags: this.flags[place] ?? 0,
      breed: this.breeds[place] ?? 0,
    };
  }

  put(place: number, { sire, dam, coefficient, year, kind, flags, breed }: PlacedDog): void {
    this.sires[place] = sire;
    this.dams[place] = dam;
    this.coefficients[place] = coefficient;
    this.years[place] = year;
    this.kinds[place] = kind;
    this.flags[place] = flags;
    this.breeds[place] = breed;
  }

  /** The places must have the same numbers in the other pedigree. */
  copy(from: number, to: number, other: PackedPedigree): void {
    for (const column of COLUMN_NAMES) {
      this[column].set(other[column].subarray(from, Math.min(to, this.size)), from);
    }
  }

  unpack(from: number, packed: PackedPlaces): void {
    for (const column of COLUMN_NAMES) {
      const numbers = packed[column];
      if (numbers) this[column].set(new COLUMNS[column](numbers), from);
    }
  }

  pack(from: number, to: number): Required<PackedPlaces> {
    return {
      sires: this.sires.slice(from, to).buffer,
      dams: this.dams.slice(from, to).buffer,
      coefficients: this.coefficients.slice(from, to).buffer,
      years: this.years.slice(from, to).buffer,
      kinds: this.kinds.slice(from, to).buffer,
      flags: this.flags.slice(from, to).buffer,
      breeds: this.breeds.slice(from, to).buffer,
    };
  }

  /** Dogs whose coefficient is not calculated yet are pending. */
  countPending(): number {
    let pending = 0;
    for (const coefficient of this.coefficients) if (Number.isNaN(coefficient)) pending += 1;
    return pending;
  }
}

/** 0 if a parent is unknown, otherwise NaN. */
export const uncalculated = (sire: number, dam: number): number =>
  sire === UNKNOWN || dam === UNKNOWN ? 0 : Number.NaN;

export const NOBODY: PlacedDog = {
  ...{ sire: UNKNOWN, dam: UNKNOWN, coefficient: 0, year: 0, kind: PLACE_KINDS.nobody, flags: 0, breed: 0 },
};

/** The dogs of a pedigree may be read in any order. */
export interface PedigreeEntry {
  readonly id: string;
  readonly sireId: string | null;
  readonly damId: string | null;
}

/** A parent that is not among the dogs is unknown. */
export function packPedigree(dogs: readonly PedigreeEntry[]): {
  pedigree: PackedPedigree;
  places: ReadonlyMap<string, number>;
} {
  const places = new Map(dogs.map(({ id }, place) => [id, place]));
  const pedigree = new PackedPedigree(dogs.length);
  const placeOf = (id: string | null): number => (id === null ? UNKNOWN : (places.get(id) ?? UNKNOWN));
  dogs.forEach(({ sireId, damId }, place) => {
    const [sire, dam] = [placeOf(sireId), placeOf(damId)];
    pedigree.put(place, {
      ...NOBODY,
      sire,
      dam,
      coefficient: uncalculated(sire, dam),
      kind: PLACE_KINDS.own,
    });
  });
  return { pedigree, places };
}
