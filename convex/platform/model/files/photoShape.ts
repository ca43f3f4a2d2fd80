/** The results that functions return for photos, and the order in which a dog's photos are shown. */
import { v, type Infer } from "convex/values";
import { MAX_PHOTOS_PER_DOG } from "../../../../domain/photos/rules";
import { fail } from "../../../../domain/errors";
import type { Doc } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import { DOG_PARTS } from "../../tables/dogs";
import { withPending } from "../../../changes/follow";
import { PhotoSigner } from "./photoAddresses";

/** A photo of a dog or a puppy, without its owner. */
export const pictureShape = v.object({
  _id: v.id("photos"),
  /** The path begins with /api, like those of the smaller sizes. */
  filePath: v.string(),
  previewPath: v.string(),
  thumbnailPath: v.string(),
  caption: v.union(v.string(), v.null()),
  createdAt: v.number(),
});
type Picture = Infer<typeof pictureShape>;

export const photoShape = pictureShape.extend({ dogId: v.id("dogs"), isPrimary: v.boolean() });
export type Photo = Infer<typeof photoShape>;

/** The oldest photo is first. After an undo or a restore, there may be more photos than the limit. */
export async function photoRowsOf(ctx: QueryCtx, dog: Doc<"dogs">): Promise<Doc<"photos">[]> {
  const { photoCount } = withPending(ctx, DOG_PARTS, dog);
  if (photoCount === 0) return [];
  return await ctx.db
    .query("photos")
    .withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", dog.kennelId).eq("dogId", dog._id))
    .take(Math.max(photoCount, MAX_PHOTOS_PER_DOG));
}

/**
 * First the primary photo, then the photos that the user has ordered, then the other photos with the newest first.
 * Source: decision GAP-PHO-07.
 */
export const inOrder = (oldestFirst: readonly Doc<"photos">[]): Doc<"photos">[] =>
  oldestFirst
    .toReversed()
    .sort((a, b) => Number(b.isPrimary) - Number(a.isPrimary) || placeOf(a) - placeOf(b));

const placeOf = ({ position }: Doc<"photos">): number => position ?? Number.MAX_SAFE_INTEGER;

/** The key that signs addresses is read only once. */
export class PhotoReader {
  private readonly signer: PhotoSigner;

  constructor(private readonly ctx: QueryCtx) {
    this.signer = new PhotoSigner(ctx);
  }

  /** The owner is left out. */
  async picture(row: Doc<"photos">): Promise<Picture> {
    return {
      _id: row._id,
      filePath: await this.signer.pathOf(row._id, "full"),
      previewPath: await this.signer.pathOf(row._id, "preview"),
      thumbnailPath: await this.signer.pathOf(row._id, "thumbnail"),
      caption: row.caption ?? null,
      createdAt: row._creationTime,
    };
  }

  /** Throws NOT_FOUND for a puppy's photo. */
  async describe(row: Doc<"photos">): Promise<Photo> {
    const { dogId = fail("NOT_FOUND"), isPrimary } = row;
    return { ...(await this.picture(row)), dogId, isPrimary };
  }

  async allOf(dog: Doc<"dogs">): Promise<Photo[]> {
    const rows = inOrder(await photoRowsOf(this.ctx, dog));
    return await Promise.all(rows.map((row) => this.describe(row)));
  }

  /** Lists need only the primary photo. */
  async primaryOf(dog: Doc<"dogs">): Promise<Photo[]> {
    const row = dog.primaryPhotoId && (await this.ctx.db.get("photos", dog.primaryPhotoId));
    return row ? [await this.describe(row)] : [];
  }
}
