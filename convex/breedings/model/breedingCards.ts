/**
 * A breeding as the screens show it, with the details of its parents and its litter. Each dog is read once, even if
 * several breedings of a page have the same dog.
 */
import { v, type Infer } from "convex/values";
import { KINSHIP_SEVERITY } from "../../../domain/breedings/compatibility";
import { describeKinship, type Kin } from "../../../domain/pedigree/kinship";
import { hasPermission } from "../../../domain/permissions/permissions";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { breedingShape, toBreeding } from "./breedingShape";
import { photoShape, PhotoReader } from "../../platform/model/files/photoShape";
import type { Access } from "../../platform/model/people/identity";

const mateShape = v.object({
  _id: v.id("dogs"),
  name: v.string(),
  callName: v.union(v.string(), v.null()),
  breed: v.string(),
  isExternal: v.boolean(),
  /** Contains at most the primary photo. */
  photos: v.array(photoShape),
});
type Mate = Infer<typeof mateShape>;

const mateOrNull = v.union(mateShape, v.null());

/** A parent is null if only the name is known. */
export const breedingCardShape = breedingShape.extend({
  sire: mateOrNull,
  dam: mateOrNull,
  /** The first litter if there are several. */
  litterId: v.union(v.id("litters"), v.null()),
  /** Set only for a planned breeding; null for a distant relation, or if the caller may not read dogs. */
  kinship: v.union(
    v.object({ words: v.string(), severity: v.union(v.literal("serious"), v.literal("caution")) }),
    v.null(),
  ),
});
export type BreedingCard = Infer<typeof breedingCardShape>;

export class CardReader {
  private readonly dogs = new Map<Id<"dogs">, Promise<Doc<"dogs"> | null>>();
  private readonly mates = new Map<Id<"dogs">, Promise<Mate | null>>();
  private readonly photos: PhotoReader;

  constructor(
    private readonly ctx: QueryCtx,
    private readonly access: Access,
  ) {
    this.photos = new PhotoReader(ctx);
  }

  async describe(row: Doc<"breedings">): Promise<BreedingCard> {
    const [sire, dam, litterId, kinship] = await Promise.all([
      this.mate(row.sireId),
      this.mate(row.damId),
      this.litterOf(row),
      this.kinshipOf(row),
    ]);
    return { ...toBreeding(row), sire, dam, litterId, kinship };
  }

  private async mate(id: Id<"dogs"> | undefined): Promise<Mate | null> {
    if (id === undefined) return null;
    const known = this.mates.get(id) ?? this.load(id);
    this.mates.set(id, known);
    return await known;
  }

  private async load(id: Id<"dogs">): Promise<Mate | null> {
    const dog = await this.dog(id);
    if (!dog) return null;
    const { _id, name, callName = null, breed, isExternal } = dog;
    return { _id, name, callName, breed, isExternal, photos: await this.photos.primaryOf(dog) };
  }

  private async dog(id: Id<"dogs"> | undefined): Promise<Doc<"dogs"> | null> {
    if (id === undefined) return null;
    const known = this.dogs.get(id) ?? this.ctx.db.get("dogs", id);
    this.dogs.set(id, known);
    return await known;
  }

  private async kinshipOf({ status, sireId, damId }: Doc<"breedings">): Promise<BreedingCard["kinship"]> {
    if (status !== "planned" || !hasPermission(this.access.permissions, "dogs", "read")) return null;
    const [sire, dam] = await Promise.all([this.kin(sireId), this.kin(damId)]);
    const kinship = sire && dam && describeKinship(sire, dam);
    return kinship && { words: kinship.words, severity: KINSHIP_SEVERITY[kinship.name] };
  }

  private async kin(id: Id<"dogs"> | undefined): Promise<Kin | null> {
    const dog = await this.dog(id);
    if (!dog) return null;
    const parents = await Promise.all([this.dog(dog.sireId), this.dog(dog.damId)]);
    return {
      id: dog._id,
      sireId: dog.sireId ?? null,
      damId: dog.damId ?? null,
      dateOfBirth: dog.dateOfBirth ?? null,
      grandparentIds: parents.flatMap((parent) => [parent?.sireId ?? [], parent?.damId ?? []].flat()),
    };
  }

  private async litterOf({ kennelId, _id }: Doc<"breedings">): Promise<Id<"litters"> | null> {
    const litter = await this.ctx.db
      .query("litters")
      .withIndex("by_kennel_and_breeding", (q) => q.eq("kennelId", kennelId).eq("breedingId", _id))
      .first();
    return litter?._id ?? null;
  }
}
