/**
 * Updates a kennel's packed pedigree in the transaction of every change of a dog. changes/recorder.ts reports each
 * write. A new dog's coefficient is calculated immediately from its parents. If a dog's parents change, the
 * coefficients of its descendants become unknown. The transaction calculates as many of these coefficients as
 * possible. A background job calculates the remaining coefficients (model/pedigreeWork.ts). The revision increases
 * with every change, so that import plans and calculations notice the change.
 */
import { isSameValue } from "../../domain/history/differences";
import { CoefficientPass } from "../../domain/pedigree/coefficients";
import { descendantsOf } from "../../domain/pedigree/order";
import { NOBODY, PLACE_KINDS, uncalculated, UNKNOWN } from "../../domain/pedigree/packed";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx } from "../_generated/server";
import type { Follower } from "../changes/describing";
import { beginWork } from "./model/pedigreeScheduling";
import {
  describePlaced,
  listBreed,
  PedigreeParts,
  placeIn,
  type DogFacts,
  type Packed,
} from "./model/pedigreeParts";
import { changePedigreeState, getPedigreeState } from "../dogs/model/pedigreeStates";
import { packPedigreeOf } from "./model/pedigreeWork";

export interface DogChange {
  readonly id: Id<"dogs">;
  readonly before: DogFacts | null;
  readonly after: DogFacts | null;
}

/** Processing this many places takes some hundredths of a second. */
const WORK_AT_ONCE = 5_000_000;

const differs =
  (fields: readonly (keyof DogFacts)[]) =>
  ({ before, after }: DogChange): boolean =>
    fields.some((field) => !isSameValue(before?.[field], after?.[field]));

const isRelinked = differs(["sireId", "damId"]);

/** A dog without a kennel is not packed. */
const PACKED_FIELDS = ["kennelId", "sireId", "damId", "dateOfBirth", "isExternal"] as const;

const matters = differs([
  ...PACKED_FIELDS,
  ...(["gender", "breedKey", "status", "spayedOn", "isBreedingDog"] as const),
]);

/** The change concerns the dog's identity or relations. */
const isRevised = differs([
  ...PACKED_FIELDS,
  ...(["nameKey", "gender", "registrationKey", "otherRegistrations", "microchipKey"] as const),
]);

/** The change moves a dog in the order in which packing reads dogs, or removes the dog's place. */
const moves = differs(["nameKey", "pedigreePlace"]);

class PedigreeFollower {
  /** This transaction assigned places to dogs in these packed pedigrees. */
  private readonly packings = new Map<Id<"kennels">, Packed | null>();

  constructor(private readonly ctx: Pick<MutationCtx, "db">) {}

  async admit<Dog extends Pick<DogFacts, "kennelId" | "pedigreePlace">>(dog: Dog): Promise<Dog> {
    const packed = await this.packing(dog.kennelId);
    if (!packed) return { ...dog, pedigreePlace: undefined };
    this.packings.set(dog.kennelId, { ...packed, size: packed.size + 1 });
    return { ...dog, pedigreePlace: packed.first + packed.size };
  }

  /** If the kennel has no dogs, packing starts here. */
  private async packing(kennelId: Id<"kennels">): Promise<Packed | null> {
    const known = this.packings.get(kennelId);
    if (known !== undefined) return known;
    const { packed } = await getPedigreeState(this.ctx, kennelId);
    const found = packed ?? ((await this.hasDogs(kennelId)) ? null : EMPTY);
    this.packings.set(kennelId, found);
    return found;
  }

  private async hasDogs(kennelId: Id<"kennels">): Promise<boolean> {
    const dog = await this.ctx.db
      .query("dogs")
      .withIndex("by_kennel_and_external_and_name", (q) => q.eq("kennelId", kennelId))
      .first();
    return dog !== null;
  }

  /**
   * `find` returns a dog as it is after this transaction. Dogs that an import writes get their coefficients in the
   * background after the import, because no other dog descends from them before that.
   */
  async follow(
    ctx: MutationCtx,
    all: readonly DogChange[],
    isByImport: boolean,
    find: (id: Id<"dogs">) => Promise<DogFacts | null>,
  ): Promise<void> {
    const changes = all.filter((change) => isRevised(change) || matters(change) || moves(change));
    const kennels = new Set(
      changes.flatMap(({ before, after }) => before?.kennelId ?? after?.kennelId ?? []),
    );
    for (const kennelId of kennels) {
      const own = changes.filter(({ before, after }) => (before ?? after)?.kennelId === kennelId);
      await this.followKennel(ctx, kennelId, own, isByImport, find);
    }
  }

  private async followKennel(
    ctx: MutationCtx,
    kennelId: Id<"kennels">,
    all: readonly DogChange[],
    isByImport: boolean,
    find: (id: Id<"dogs">) => Promise<DogFacts | null>,
  ): Promise<void> {
    // An import was planned for the present revision. The revision increases only when the import's dogs become
    // visible.
    if (!isByImport && all.some(isRevised)) {
      const { revision } = await getPedigreeState(ctx, kennelId);
      await changePedigreeState(ctx, kennelId, { revision: revision + 1 });
    }
    const packed = await this.packing(kennelId);
    // A dog that was restored to a state without a place gets a place here. If this transaction packed the
    // pedigree, all places are new.
    for (const { id, before, after } of all) {
      const isMoved = before && after && before.pedigreePlace !== after.pedigreePlace;
      if (isMoved && (!packed || placeIn(packed, before) !== null)) {
        await ctx.db.patch("dogs", id, { pedigreePlace: before.pedigreePlace });
      }
    }
    // Until every dog has its parents, a change of name may move a dog behind the position that packing has
    // reached.
    const changes = all.filter((change) => matters(change) || (packed?.state !== "ready" && moves(change)));
    if (changes.length === 0) return;
    if (!packed) return await packPedigreeOf(ctx, kennelId);
    const work = new Following(ctx, kennelId, packed, find);
    await work.follow(changes, isByImport);
  }
}

const EMPTY: Packed = {
  state: "ready",
  first: 0,
  size: 0,
  cursor: null,
  done: 0,
  pending: 0,
  pendingOf: 0,
  breeds: [],
};

/** Handles the dogs of one kennel. */
class Following {
  private readonly places = new Map<Id<"dogs">, number>();

  constructor(
    private readonly ctx: MutationCtx,
    private readonly kennelId: Id<"kennels">,
    private packed: Packed,
    private readonly find: (id: Id<"dogs">) => Promise<DogFacts | null>,
  ) {}

  async follow(changes: readonly DogChange[], isByImport: boolean): Promise<void> {
    const { hiddenImportId } = await getPedigreeState(this.ctx, this.kennelId);
    for (const change of changes) {
      await this.place(change);
      if (change.after) this.packed = listBreed(this.packed, change.after);
    }
    const isReady = this.packed.state === "ready";
    const parts = new PedigreeParts(this.ctx, this.kennelId, this.packed);
    const relinked = changes.filter((change) => change.before && change.after && isRelinked(change));
    const isCalculated = isReady && !isByImport;
    const needsAll = isReady && (relinked.length > 0 || (isCalculated && changes.some(hasBothParents)));
    if (needsAll) await parts.load();
    else await parts.loadAround(this.places.values());
    const { pedigree } = parts;
    let pending = this.packed.pending;
    for (const change of changes) pending += await this.put(parts, change);
    if (needsAll) {
      const moved = relinked.flatMap(({ id }) => this.places.get(id) ?? []);
      const affected = moved.length > 0 ? descendantsOf(pedigree, moved) : [];
      for (const place of affected) {
        const { sire, dam } = pedigree.at(place);
        pedigree.coefficients[place] = uncalculated(sire, dam);
        parts.touch(place);
      }
      if (isCalculated) {
        // Dogs that a running import has written so far are left out.
        const own = hiddenImportId === undefined ? undefined : [...this.places.values(), ...affected];
        const pass = new CoefficientPass(pedigree, own);
        pass.advance(WORK_AT_ONCE);
        for (const place of pass.found) parts.touch(place);
      }
      pending = pedigree.countPending();
    }
    const saved = await parts.save(this.ctx);
    const pendingOf = pending === 0 ? 0 : Math.max(pending, this.packed.pendingOf);
    const packed = { ...this.packed, ...saved, pending, pendingOf };
    await changePedigreeState(this.ctx, this.kennelId, { packed });
    if (isReady && pending > 0 && hiddenImportId === undefined) await beginWork(this.ctx, this.kennelId);
  }

  private async place({ id, before, after }: DogChange): Promise<void> {
    const facts = before ?? after;
    const known = facts && placeIn(this.packed, facts);
    if (known !== null) {
      this.places.set(id, known);
      return;
    }
    if (!after) return;
    const place = this.packed.size;
    this.packed = { ...this.packed, size: place + 1 };
    this.places.set(id, place);
    await this.ctx.db.patch("dogs", id, { pedigreePlace: this.packed.first + place });
  }

  /** Returns how many additional coefficients are now unknown. */
  private async put(parts: PedigreeParts, { id, after }: DogChange): Promise<number> {
    const place = this.places.get(id);
    if (place === undefined) return 0;
    const former = parts.pedigree.at(place);
    const next = after ? { ...former, ...describePlaced(after, this.packed) } : NOBODY;
    if (after) {
      const [sire, dam] = [await this.placeOf(after.sireId), await this.placeOf(after.damId)];
      const isSame = former.kind !== PLACE_KINDS.nobody && sire === former.sire && dam === former.dam;
      Object.assign(next, { sire, dam, coefficient: isSame ? former.coefficient : uncalculated(sire, dam) });
    }
    parts.put(place, next);
    return Number(Number.isNaN(next.coefficient)) - Number(Number.isNaN(former.coefficient));
  }

  private async placeOf(id: Id<"dogs"> | undefined): Promise<number> {
    if (id === undefined) return UNKNOWN;
    const known = this.places.get(id);
    if (known !== undefined) return known;
    const dog = await this.find(id);
    return (dog && placeIn(this.packed, dog)) ?? UNKNOWN;
  }
}

const hasBothParents = ({ before, after }: DogChange): boolean =>
  !before && after?.sireId !== undefined && after.damId !== undefined;

/** The change recorder calls this with dogs only. */
export const pedigreeFollower: Follower = {
  table: "dogs",
  begin: (ctx) => {
    const follower = new PedigreeFollower(ctx);
    return {
      // The table shows that these rows are dogs.
      admit: async (row) => await follower.admit(row as Doc<"dogs">),
      follow: async (at, changes, isByImport, find) =>
        await follower.follow(
          at,
          changes as unknown as readonly DogChange[],
          isByImport,
          find as unknown as (id: Id<"dogs">) => Promise<DogFacts | null>,
        ),
    };
  },
};
