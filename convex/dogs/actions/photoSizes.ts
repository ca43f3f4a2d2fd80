"use node";
/**
 * Creates the three stored sizes of a photo from an uploaded file. JPG, PNG and WEBP files keep their full picture
 * and lose only metadata; HEIC and HEIF files become JPG. Smaller sizes are upright JPGs on a white background.
 * Runs in Node, because sharp is native code and decoding HEIC takes seconds.
 */
import { v } from "convex/values";
import sharp, { type Sharp } from "sharp";
import {
  MAX_PHOTO_BYTES,
  MAX_PHOTO_PIXELS,
  PHOTO_EDGES,
  PHOTO_QUALITY,
  type PhotoSize,
  type StoredPhotoType,
} from "../../../domain/photos/rules";
import { fail, getErrorData } from "../../../domain/errors";
import { heifColourProfile, withColourProfile } from "../../../domain/photos/colour-profile";
import { imageTypeOf } from "../../../domain/photos/image-type";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import { internalAction } from "../../platform/functions";
import { photoFilesValidator } from "../../platform/tables/photos";
// oxlint-disable-next-line @convex-dev/import-wrong-runtime -- this module runs in Node too, which the rule overlooks
import { decodeHeic } from "../../platform/actions/heic";
// oxlint-disable-next-line @convex-dev/import-wrong-runtime -- as above
import { drawInTurn, openPicture } from "../../platform/actions/pictures";

type Bytes = Uint8Array<ArrayBuffer>;
type Picture = { readonly bytes: Bytes; readonly type: StoredPhotoType };
type Pictures = Record<PhotoSize, Picture>;

/** Transparent parts become white. */
async function paint(picture: Sharp, size: PhotoSize): Promise<Bytes> {
  const edge = PHOTO_EDGES[size];
  const painted = await picture
    .clone()
    .autoOrient()
    .resize({ width: edge, height: edge, fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#ffffff" })
    .jpeg({ quality: Math.round(PHOTO_QUALITY[size] * 100), progressive: size !== "thumbnail" })
    .toBuffer();
  return new Uint8Array(painted);
}

const asJpeg = (bytes: Bytes): Picture => ({ bytes, type: "image/jpeg" });

/** Every browser can show the file, which itself is the full size. */
async function sizesOf(file: Bytes, type: StoredPhotoType): Promise<Pictures> {
  const opened = await openPicture(file, type, MAX_PHOTO_PIXELS);
  if (opened === "unreadable") return fail("PHOTO_TYPE_UNSUPPORTED");
  if (opened === "tooDetailed") return fail("PHOTO_TOO_DETAILED");
  const { picture, bytes } = opened;
  return {
    full: { bytes, type },
    preview: asJpeg(await paint(picture, "preview")),
    thumbnail: asJpeg(await paint(picture, "thumbnail")),
  };
}

async function sizesOfHeic(file: Bytes): Promise<Pictures> {
  const decoded = await decodeHeic(file, MAX_PHOTO_PIXELS);
  if (decoded === "unreadable") return fail("PHOTO_TYPE_UNSUPPORTED");
  if (decoded === "tooDetailed") return fail("PHOTO_TOO_DETAILED");
  const { pixels, width, height } = decoded;
  const picture = sharp(pixels, { raw: { width, height, channels: 4 } });
  const profile = heifColourProfile(file);
  const size = async (name: PhotoSize) => asJpeg(withColourProfile(await paint(picture, name), profile));
  return { full: await size("full"), preview: await size("preview"), thumbnail: await size("thumbnail") };
}

/** Throws if the file cannot be decoded. */
async function makeSizes(file: Bytes): Promise<Pictures> {
  const type = imageTypeOf(file) ?? fail("PHOTO_TYPE_UNSUPPORTED");
  try {
    return await drawInTurn(() => (type === "image/heic" ? sizesOfHeic(file) : sizesOf(file, type)));
  } catch (error) {
    if (getErrorData(error)) throw error;
    // oxlint-disable-next-line no-console -- the decoder's words are for the operator's log
    console.warn(`A photo of ${file.length} bytes could not be read: ${String(error)}`);
    return fail("PHOTO_TYPE_UNSUPPORTED");
  }
}

async function storeAll(ctx: ActionCtx, { full, preview, thumbnail }: Pictures) {
  const stored: Id<"_storage">[] = [];
  const store = async ({ bytes, type }: Picture) => {
    const storageId = await ctx.storage.store(new Blob([bytes], { type }));
    stored.push(storageId);
    return { storageId, type };
  };
  try {
    return { full: await store(full), preview: await store(preview), thumbnail: await store(thumbnail) };
  } catch (error) {
    for (const storageId of stored) await ctx.storage.delete(storageId);
    throw error;
  }
}

/** Throws PHOTO_TYPE_UNSUPPORTED and PHOTO_TOO_DETAILED. */
export const make = internalAction({
  args: { storageId: v.id("_storage") },
  returns: photoFilesValidator,
  handler: async (ctx, { storageId }) => {
    const sent = (await ctx.storage.get(storageId)) ?? fail("NOT_FOUND");
    if (sent.size > MAX_PHOTO_BYTES) fail("PHOTO_TOO_LARGE");
    return await storeAll(ctx, await makeSizes(new Uint8Array(await sent.arrayBuffer())));
  },
});
