"use node";
/**
 * Accepts a kennel's logo. It determines the file's real type and draws the picture again in the one stored size,
 * so that no other contents of the file are stored. Transparent logos are stored as PNG. WEBP becomes PNG, because
 * a PDF cannot contain WEBP. Runs in Node, because sharp is native code.
 */
import { v } from "convex/values";
import {
  LOGO_EDGE,
  LOGO_QUALITY,
  MAX_LOGO_BYTES,
  MAX_LOGO_PIXELS,
  type StoredLogoType,
} from "../../../domain/kennels/rules";
import type { StoredPhotoType } from "../../../domain/photos/rules";
import { fail, getErrorData } from "../../../domain/errors";
import { imageTypeOf } from "../../../domain/photos/image-type";
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
// oxlint-disable-next-line @convex-dev/import-wrong-runtime -- this module runs in Node too, which the rule overlooks
import { drawInTurn, openPicture } from "../../platform/actions/pictures";
import { signedInAction } from "../../platform/functions";
import { kennelShape, type Kennel } from "../model/kennels";

type Drawn = { readonly bytes: Uint8Array<ArrayBuffer>; readonly type: StoredLogoType };

/** The result is upright, and no larger than the stored size. */
async function draw(file: Uint8Array, type: StoredPhotoType): Promise<Drawn> {
  const opened = await openPicture(file, type, MAX_LOGO_PIXELS);
  if (opened === "unreadable") return fail("LOGO_TYPE_UNSUPPORTED");
  if (opened === "tooDetailed") return fail("LOGO_TOO_LARGE");
  const sized = opened.picture
    .autoOrient()
    .resize({ width: LOGO_EDGE, height: LOGO_EDGE, fit: "inside", withoutEnlargement: true });
  const isJpeg = type === "image/jpeg";
  const drawn = isJpeg
    ? sized.jpeg({ quality: Math.round(LOGO_QUALITY * 100) })
    : sized.png({ compressionLevel: 9 });
  return { bytes: new Uint8Array(await drawn.toBuffer()), type: isJpeg ? type : "image/png" };
}

/** The type is determined by the content. Throws LOGO_TOO_LARGE or LOGO_TYPE_UNSUPPORTED. */
async function read(content: ArrayBuffer): Promise<Drawn> {
  if (content.byteLength > MAX_LOGO_BYTES) fail("LOGO_TOO_LARGE");
  const file = new Uint8Array(content);
  const type = imageTypeOf(file);
  if (type === null || type === "image/heic") return fail("LOGO_TYPE_UNSUPPORTED");
  try {
    return await drawInTurn(() => draw(file, type));
  } catch (error) {
    if (getErrorData(error)) throw error;
    // oxlint-disable-next-line no-console -- the decoder's words are for the operator's log
    console.warn(`A logo of ${content.byteLength} bytes could not be read: ${String(error)}`);
    return fail("LOGO_TYPE_UNSUPPORTED");
  }
}

async function store(ctx: ActionCtx, kennelId: string, { bytes, type }: Drawn): Promise<Kennel> {
  const storageId = await ctx.storage.store(new Blob([bytes], { type }));
  try {
    return await ctx.runMutation(internal.kennels.kennelLogos.replace, {
      kennelId,
      file: { storageId, type },
    });
  } catch (error) {
    await ctx.storage.delete(storageId);
    throw error;
  }
}

/** Throws LOGO_TOO_LARGE, LOGO_TYPE_UNSUPPORTED or RATE_LIMITED. */
export const set = signedInAction({
  permission: "settings:write",
  args: { kennelId: v.string(), content: v.bytes() },
  returns: kennelShape,
  handler: async (ctx, { kennelId, content }): Promise<Kennel> => {
    await ctx.runMutation(internal.kennels.kennelLogos.admit, { kennelId });
    return await store(ctx, kennelId, await read(content));
  },
});
