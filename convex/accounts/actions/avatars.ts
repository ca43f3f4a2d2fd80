"use node";
/**
 * Crops a user's picture to a square around the most striking part of the picture. The square is upright, has a
 * white background and contains no metadata. Runs in Node, because sharp is native code.
 */
import { v } from "convex/values";
import sharp, { type Sharp } from "sharp";
import { AVATAR_EDGE, AVATAR_QUALITY, MAX_AVATAR_BYTES } from "../../../domain/accounts/rules";
import { MAX_PHOTO_PIXELS } from "../../../domain/photos/rules";
import { fail, getErrorData } from "../../../domain/errors";
import { imageTypeOf } from "../../../domain/photos/image-type";
import { internalAction } from "../../platform/functions";
// oxlint-disable-next-line @convex-dev/import-wrong-runtime -- this module runs in Node too, which the rule overlooks
import { decodeHeic } from "../../platform/actions/heic";
// oxlint-disable-next-line @convex-dev/import-wrong-runtime -- as above
import { drawInTurn, openPicture } from "../../platform/actions/pictures";

async function open(file: Uint8Array<ArrayBuffer>): Promise<Sharp> {
  const type = imageTypeOf(file);
  if (type === "image/heic") {
    const decoded = await decodeHeic(file, MAX_PHOTO_PIXELS);
    if (decoded === "tooDetailed") return fail("AVATAR_TOO_LARGE");
    if (decoded === "unreadable") return fail("AVATAR_TYPE_UNSUPPORTED");
    const { pixels, width, height } = decoded;
    return sharp(pixels, { raw: { width, height, channels: 4 } });
  }
  const opened = type === null ? "unreadable" : await openPicture(file, type, MAX_PHOTO_PIXELS);
  if (opened === "unreadable") return fail("AVATAR_TYPE_UNSUPPORTED");
  return opened === "tooDetailed" ? fail("AVATAR_TOO_LARGE") : opened.picture;
}

async function draw(file: Uint8Array<ArrayBuffer>): Promise<Buffer> {
  try {
    return await (
      await open(file)
    )
      .autoOrient()
      .resize({
        width: AVATAR_EDGE,
        height: AVATAR_EDGE,
        fit: "cover",
        position: sharp.strategy.attention,
      })
      .flatten({ background: "#ffffff" })
      .jpeg({ quality: Math.round(AVATAR_QUALITY * 100) })
      .toBuffer();
  } catch (error) {
    if (getErrorData(error)) throw error;
    // oxlint-disable-next-line no-console -- the decoder's words are for the operator's log
    console.warn(`A profile picture of ${file.length} bytes could not be read: ${String(error)}`);
    return fail("AVATAR_TYPE_UNSUPPORTED");
  }
}

/** Throws AVATAR_TYPE_UNSUPPORTED or AVATAR_TOO_LARGE. */
export const cut = internalAction({
  args: { storageId: v.id("_storage") },
  returns: v.id("_storage"),
  handler: async (ctx, { storageId }) => {
    const sent = (await ctx.storage.get(storageId)) ?? fail("NOT_FOUND");
    if (sent.size > MAX_AVATAR_BYTES) fail("AVATAR_TOO_LARGE");
    const file = new Uint8Array(await sent.arrayBuffer());
    const square = await drawInTurn(() => draw(file));
    return await ctx.storage.store(new Blob([new Uint8Array(square)], { type: "image/jpeg" }));
  },
});
