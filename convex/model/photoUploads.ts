/** Takes uploaded files in: looks at what they really are before a photo is made of them. */
import { IMAGE_HEAD_BYTES, imageTypeOf, type ImageType } from "../../domain/photos/image-type";
import { stripMetadata } from "../../domain/photos/strip-metadata";
import { MAX_PHOTO_BYTES, type StoredPhotoType } from "../../domain/constants/photos";
import { fail } from "../../domain/errors";
import { api, internal } from "../_generated/api";
import type { Id } from "../_generated/dataModel";
import type { ActionCtx } from "../_generated/server";
import type { Photo } from "./photoShape";

interface Details {
  readonly caption?: string | null;
  readonly isPrimary?: boolean;
}

interface SentFiles {
  readonly fullId: Id<"_storage">;
  readonly previewId: Id<"_storage">;
  readonly thumbnailId: Id<"_storage">;
}

/** Answers the type of an image that every browser shows; throws PHOTO_TYPE_UNSUPPORTED for anything else. */
function storedTypeOf(type: ImageType | null): StoredPhotoType {
  return type === null || type === "image/heic" ? fail("PHOTO_TYPE_UNSUPPORTED") : type;
}

async function describeFile(ctx: ActionCtx, storageId: Id<"_storage">) {
  const blob = (await ctx.storage.get(storageId)) ?? fail("NOT_FOUND");
  if (blob.size > MAX_PHOTO_BYTES) fail("PHOTO_TOO_LARGE");
  const head = new Uint8Array(await blob.slice(0, IMAGE_HEAD_BYTES).arrayBuffer());
  return { storageId, type: storedTypeOf(imageTypeOf(head)) };
}

/** Makes a photo of files that were sent to upload addresses. */
export async function acceptSentFiles(
  ctx: ActionCtx,
  dogId: string,
  { fullId, previewId, thumbnailId }: SentFiles,
  details: Details,
): Promise<Photo> {
  await ctx.runQuery(api.photos.checkUpload, { dogId });
  const files = {
    full: await describeFile(ctx, fullId),
    preview: await describeFile(ctx, previewId),
    thumbnail: await describeFile(ctx, thumbnailId),
  };
  return await ctx.runMutation(internal.photos.insert, { dogId, files, ...details });
}

/** Makes a photo of one file in a request: it is stored without its metadata, in this size alone. */
export async function acceptFile(
  ctx: ActionCtx,
  dogId: string,
  file: Blob,
  details: Details,
): Promise<Photo> {
  await ctx.runMutation(internal.photos.admit, { dogId });
  if (file.size > MAX_PHOTO_BYTES) fail("PHOTO_TOO_LARGE");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const type = storedTypeOf(imageTypeOf(bytes));
  const clean = stripMetadata(bytes, type) ?? fail("PHOTO_TYPE_UNSUPPORTED");
  const storageId = await ctx.storage.store(new Blob([clean], { type }));
  try {
    return await ctx.runMutation(internal.photos.insert, {
      dogId,
      files: { full: { storageId, type } },
      ...details,
    });
  } catch (error) {
    await ctx.storage.delete(storageId);
    throw error;
  }
}
