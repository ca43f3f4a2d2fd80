/** What a dog says of other records, calculated again after a restore. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { MOST_COMPARED } from "../../platform/model/restoring";
import { DOG_PARTS } from "../../platform/tables/dogs";
import { refoldDog } from "./refolding";

/** Has a dog begin without parts, which are counted after it, and keeps exactly one photo the primary one. */
export async function compareDog(ctx: MutationCtx, dog: Doc<"dogs">): Promise<void> {
  const { kennelId, _id: dogId } = dog;
  const photos = await ctx.db
    .query("photos")
    .withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", kennelId).eq("dogId", dogId))
    .take(MOST_COMPARED);
  const primary =
    photos.find(({ _id }) => _id === dog.primaryPhotoId) ??
    photos.find(({ isPrimary }) => isPrimary) ??
    photos[0];
  for (const { _id, isPrimary } of photos) {
    if (isPrimary !== (_id === primary?._id)) await ctx.db.patch("photos", _id, { isPrimary: !isPrimary });
  }
  await ctx.db.patch("dogs", dogId, {
    ...refoldDog(dog),
    ...DOG_PARTS.fresh,
    primaryPhotoId: primary?._id,
  });
}
