/** Accepts a user's picture. The uploaded file is always deleted afterwards. Only the square picture is kept. */
import { imageTypeOf } from "../../../domain/photos/image-type";
import { fail } from "../../../domain/errors";
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import type { UserDescription } from "./users";

/** Throws AVATAR_TOO_LARGE, AVATAR_TYPE_UNSUPPORTED or RATE_LIMITED. */
export async function acceptAvatar(ctx: ActionCtx, bytes: Uint8Array<ArrayBuffer>): Promise<UserDescription> {
  await ctx.runMutation(internal.accounts.profiles.admit, {});
  const type = imageTypeOf(bytes) ?? fail("AVATAR_TYPE_UNSUPPORTED");
  const sentId = await ctx.storage.store(new Blob([bytes], { type }));
  try {
    const storageId = await ctx.runAction(internal.accounts.actions.avatars.cut, { storageId: sentId });
    try {
      return await ctx.runMutation(internal.accounts.profiles.replace, { storageId });
    } catch (error) {
      await ctx.storage.delete(storageId);
      throw error;
    }
  } finally {
    await ctx.storage.delete(sentId);
  }
}
