/**
 * Reads and writes a kennel's packed pedigree part by part. Parts that are not loaded are empty. `save` writes each
 * changed part once.
 */
import type { Infer } from "convex/values";
import {
  DOG_FLAGS,
  fingerprintOf,
  PackedPedigree,
  PLACE_KINDS,
  type PlacedDog,
} from "../../../domain/pedigree/packed";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import type { packedValidator } from "../../dogs/tables/pedigreeStates";

export type Packed = Infer<typeof packedValidator>;

/**
 * The number of places in one stored row of 43 kB. A breed of 100,000 dogs is read as 49 rows, and a change writes
 * one row again.
 */
const PART_PLACES = 2048;

/** The result is the first place of another packing. */
export const afterParts = (places: number): number => Math.ceil(places / PART_PLACES) * PART_PLACES;

const partsOf = (ctx: { db: QueryCtx["db"] }, kennelId: Id<"kennels">) =>
  ctx.db.query("pedigreeParts").withIndex("by_kennel_and_index", (q) => q.eq("kennelId", kennelId));

/** Returns null if the place belongs to another packing. */
export function placeIn(packed: Packed, dog: Pick<Doc<"dogs">, "pedigreePlace">): number | null {
  const place = (dog.pedigreePlace ?? -1) - packed.first;
  return place >= 0 && place < packed.size ? place : null;
}

/** The packed pedigree depends on these fields of a dog. */
export type DogFacts = Pick<
  Doc<"dogs">,
  | ("kennelId" | "pedigreePlace" | "nameKey" | "sireId" | "damId" | "dateOfBirth" | "isExternal")
  | ("gender" | "registrationKey" | "otherRegistrations" | "microchipKey")
  | ("breedKey" | "status" | "spayedOn" | "isBreedingDog")
>;

/** One byte can number this many breeds. Dogs of further breeds have the number 0. */
export const MOST_BREEDS = 255;

/** A pedigree in the old format is skipped, because it will be packed again. */
export function listBreed(packed: Packed, { breedKey }: Pick<DogFacts, "breedKey">): Packed {
  const { breeds } = packed;
  if (!breeds || breeds.includes(breedKey) || breeds.length >= MOST_BREEDS) return packed;
  return { ...packed, breeds: [...breeds, breedKey] };
}

/** The parents are left out. The breed must already be in the list of breeds. */
export const describePlaced = (
  { dateOfBirth, isExternal, gender, status, spayedOn, isBreedingDog, breedKey }: DogFacts,
  { breeds = [] }: Packed,
) => ({
  year: dateOfBirth === undefined ? 0 : Number(dateOfBirth.slice(0, 4)),
  kind: isExternal ? PLACE_KINDS.external : PLACE_KINDS.own,
  breed: breeds.indexOf(breedKey) + 1,
  flags:
    DOG_FLAGS[gender] +
    (status === "deceased" ? DOG_FLAGS.deceased : 0) +
    (status === "sold" ? DOG_FLAGS.sold : 0) +
    (spayedOn === undefined ? 0 : DOG_FLAGS.spayed) +
    (isBreedingDog ? DOG_FLAGS.breeding : 0),
});

/** Each part has its content hash. */
export interface KnownPedigree {
  readonly pedigree: PackedPedigree;
  readonly fingerprints: readonly string[];
}

export class PedigreeParts {
  readonly pedigree: PackedPedigree;
  private readonly rows = new Map<number, Id<"pedigreeParts"> | null>();
  private readonly changed = new Set<number>();
  private readonly firstIndex: number;
  private readonly fingerprints: string[];

  constructor(
    private readonly ctx: { readonly db: QueryCtx["db"] },
    private readonly kennelId: Id<"kennels">,
    { first, size, fingerprints = [] }: Packed,
  ) {
    this.pedigree = new PackedPedigree(size);
    this.firstIndex = first / PART_PLACES;
    const parts = afterParts(size) / PART_PLACES;
    this.fingerprints = Array.from({ length: parts }, (_, part) => fingerprints[part] ?? "");
  }

  async load(): Promise<PackedPedigree> {
    this.fingerprints.fill("");
    const rows = partsOf(this.ctx, this.kennelId);
    for await (const row of rows) this.take(row);
    return this.pedigree;
  }

  /** Unchanged parts of a cached pedigree are reused. */
  async loadBeside(known: KnownPedigree): Promise<PackedPedigree> {
    const others: number[] = [];
    this.fingerprints.forEach((fingerprint, part) => {
      const from = part * PART_PLACES;
      if (fingerprint !== "" && known.fingerprints[part] === fingerprint) {
        this.pedigree.copy(from, from + PART_PLACES, known.pedigree);
      } else others.push(from);
    });
    await this.loadAround(others);
    return this.pedigree;
  }

  get loaded(): KnownPedigree {
    return { pedigree: this.pedigree, fingerprints: this.fingerprints };
  }

  async loadAround(places: Iterable<number>): Promise<void> {
    for (const part of new Set([...places].map((place) => Math.floor(place / PART_PLACES)))) {
      if (this.rows.has(part)) continue;
      const row = await this.ctx.db
        .query("pedigreeParts")
        .withIndex("by_kennel_and_index", (q) =>
          q.eq("kennelId", this.kennelId).eq("index", part + this.firstIndex),
        )
        .unique();
      this.rows.set(part, null);
      this.fingerprints[part] = "";
      if (row) this.take(row);
    }
  }

  private take(row: Doc<"pedigreeParts">): void {
    const part = row.index - this.firstIndex;
    if (part < 0 || part * PART_PLACES >= this.pedigree.size) return;
    this.rows.set(part, row._id);
    this.pedigree.unpack(part * PART_PLACES, row);
    this.fingerprints[part] = fingerprintOf(row);
  }

  /** The part of the place must be loaded. */
  put(place: number, dog: PlacedDog): void {
    this.pedigree.put(place, dog);
    this.touch(place);
  }

  touch(place: number): void {
    this.changed.add(Math.floor(place / PART_PLACES));
  }

  /** Returns the new content hashes for the kennel's state. */
  async save(ctx: MutationCtx): Promise<Required<Pick<Packed, "fingerprints">>> {
    for (const part of this.changed) {
      const from = part * PART_PLACES;
      const packed = this.pedigree.pack(from, Math.min(from + PART_PLACES, this.pedigree.size));
      this.fingerprints[part] = fingerprintOf(packed);
      const id = this.rows.get(part);
      if (id) await ctx.db.patch("pedigreeParts", id, packed);
      else {
        const row = { kennelId: this.kennelId, index: part + this.firstIndex, ...packed };
        this.rows.set(part, await ctx.db.insert("pedigreeParts", row));
      }
    }
    this.changed.clear();
    return { fingerprints: [...this.fingerprints] };
  }
}

export async function dropFormerParts(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  { first }: Packed,
): Promise<void> {
  const former = ctx.db
    .query("pedigreeParts")
    .withIndex("by_kennel_and_index", (q) => q.eq("kennelId", kennelId).lt("index", first / PART_PLACES));
  for await (const { _id } of former) await ctx.db.delete("pedigreeParts", _id);
}
