/**
 * A breeding as the screens show it: with what a card needs of its parents, and its litter. Each dog is read once,
 * however many breedings of a page it has.
 */
import { v, type Infer } from "convex/values";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { breedingShape, toBreeding } from "./breedingShape";
import { photoShape, PhotoReader } from "../../platform/model/files/photoShape";

const mateShape = v.object({
  _id: v.id("dogs"),
  name: v.string(),
  callName: v.union(v.string(), v.null()),
  breed: v.string(),
  isExternal: v.boolean(),
  /** The primary photo, if there is one. */
  photos: v.array(photoShape),
});
type Mate = Infer<typeof mateShape>;

const mateOrNull = v.union(mateShape, v.null());

/** A breeding with its parents, null if only the name is known. */
export const breedingCardShape = breedingShape.extend({
  sire: mateOrNull,
  dam: mateOrNull,
  /** The litter of the breeding, the first one where a record was split. */
  litterId: v.union(v.id("litters"), v.null()),
});
export type BreedingCard = Infer<typeof breedingCardShape>;

/** Makes cards of stored breedings. */
export class CardReader {
  private readonly mates = new Map<Id<"dogs">, Promise<Mate | null>>();
  private readonly photos: PhotoReader;

  constructor(private readonly ctx: QueryCtx) {
    this.photos = new PhotoReader(ctx);
  }

  /** Makes the card of one breeding. */
  async describe(row: Doc<"breedings">): Promise<BreedingCard> {
    const [sire, dam, litterId] = await Promise.all([
      this.mate(row.sireId),
      this.mate(row.damId),
      this.litterOf(row),
    ]);
    return { ...toBreeding(row), sire, dam, litterId };
  }

  private async mate(id: Id<"dogs"> | undefined): Promise<Mate | null> {
    if (id === undefined) return null;
    const known = this.mates.get(id) ?? this.load(id);
    this.mates.set(id, known);
    return await known;
  }

  private async load(id: Id<"dogs">): Promise<Mate | null> {
    const dog = await this.ctx.db.get("dogs", id);
    if (!dog) return null;
    const { _id, name, callName = null, breed, isExternal } = dog;
    return { _id, name, callName, breed, isExternal, photos: await this.photos.primaryOf(dog) };
  }

  private async litterOf({ kennelId, _id }: Doc<"breedings">): Promise<Id<"litters"> | null> {
    const litter = await this.ctx.db
      .query("litters")
      .withIndex("by_kennel_and_breeding", (q) => q.eq("kennelId", kennelId).eq("breedingId", _id))
      .first();
    return litter?._id ?? null;
  }
}
