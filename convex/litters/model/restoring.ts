/** Photos of nobody after a restore. */
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { releaseFile } from "../../kennels/model/fileReferences";
import { filesOf } from "../../platform/model/changes/tableReferences";

/** Deletes a photo whose dog or puppy the restore has removed, as a backup without photos leaves photos where they are. */
export async function comparePhoto(ctx: MutationCtx, photo: Doc<"photos">): Promise<void> {
  const { dogId, puppyId } = photo;
  const owner = dogId ? await ctx.db.get("dogs", dogId) : puppyId && (await ctx.db.get("puppies", puppyId));
  if (owner || (dogId ?? puppyId) === undefined) return;
  await ctx.db.delete("photos", photo._id);
  for (const file of filesOf("photos", photo)) await releaseFile(ctx, file);
}
