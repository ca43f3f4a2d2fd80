/** Whose the photos of puppies are after a restore. */
import { MAX_PHOTOS_PER_DOG } from "../../../domain/constants/photos";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { releaseFile } from "../../kennels/model/fileReferences";
import { filesOf } from "../../platform/model/tableReferences";

/** Says whether a dog has room for one more photo, whatever it counts now. */
async function hasRoom(ctx: QueryCtx, { kennelId, _id }: Doc<"dogs">): Promise<boolean> {
  const rows = await ctx.db
    .query("photos")
    .withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", kennelId).eq("dogId", _id))
    .take(MAX_PHOTOS_PER_DOG);
  return rows.length < MAX_PHOTOS_PER_DOG;
}

/**
 * Keeps a photo where it is shown: with the dog that its puppy has become, where that has room. One whose dog or puppy
 * the restore has removed goes too, as a backup without photos leaves photos where they are.
 */
export async function comparePhoto(ctx: MutationCtx, photo: Doc<"photos">): Promise<void> {
  const puppy = photo.puppyId && (await ctx.db.get("puppies", photo.puppyId));
  const dogId = photo.dogId ?? puppy?.dogId;
  const dog = dogId && (await ctx.db.get("dogs", dogId));
  if (dog) {
    if (photo.dogId === undefined && (await hasRoom(ctx, dog))) {
      await ctx.db.patch("photos", photo._id, { dogId, puppyId: undefined });
    }
  } else if (!puppy && (photo.dogId ?? photo.puppyId) !== undefined) {
    await ctx.db.delete("photos", photo._id);
    for (const file of filesOf("photos", photo)) await releaseFile(ctx, file);
  }
}
