/**
 * Accepts uploaded photos after checking the real type of the files. The web app sends three sizes, which the
 * browser created. The server checks that they are pictures and removes everything except the picture. If only one
 * file is sent, the server creates the sizes.
 */
import { v, type ObjectType } from "convex/values";
import { imageSizeOf, type ImageSize } from "../../../domain/photos/image-size";
import { IMAGE_HEAD_BYTES, imageTypeOf } from "../../../domain/photos/image-type";
import { stripMetadata } from "../../../domain/photos/strip-metadata";
import {
  MAX_PHOTO_BYTES,
  MAX_PHOTO_PIXELS,
  MAX_SENT_BYTES,
  PHOTO_EDGES,
  type PhotoSize,
} from "../../../domain/photos/rules";
import { fail } from "../../../domain/errors";
import { internal } from "../../_generated/api";
import type { Id } from "../../_generated/dataModel";
import type { ActionCtx } from "../../_generated/server";
import type { newPhotoArgs, PhotoFiles } from "./photos";

/** The sizes must have been sent to upload addresses before. */
export const uploadedPhotoArgs = {
  fullId: v.id("_storage"),
  previewId: v.id("_storage"),
  thumbnailId: v.id("_storage"),
  caption: v.optional(v.union(v.string(), v.null())),
};

interface Target<Stored> {
  /**
   * Returns null if no photo was created from the upload yet. Throws if there is no such photo and no photo may be
   * added now.
   */
  readonly find: (uploadId: string) => Promise<Stored | null>;
  readonly insert: (photo: ObjectType<typeof newPhotoArgs>) => Promise<Stored>;
}

/** The files are deleted if the photo is not added. */
class Stored {
  private readonly ids: Id<"_storage">[] = [];

  constructor(private readonly ctx: ActionCtx) {}

  async store(file: Blob): Promise<Id<"_storage">> {
    const storageId = await this.ctx.storage.store(file);
    this.ids.push(storageId);
    return storageId;
  }

  async deleteAll(): Promise<void> {
    for (const storageId of this.ids.splice(0)) await this.ctx.storage.delete(storageId);
  }
}

/** Viewers' devices have too little memory to decode such a picture. */
function checkPixels({ width, height }: ImageSize, size: PhotoSize): void {
  const isFit =
    size === "full" ? width * height <= MAX_PHOTO_PIXELS : Math.max(width, height) <= PHOTO_EDGES[size];
  if (!isFit) fail("PHOTO_TOO_DETAILED");
}

/** If the file contains more than the picture, the picture alone is stored again. */
async function checkUploadedFile(ctx: ActionCtx, stored: Stored, storageId: Id<"_storage">, size: PhotoSize) {
  const blob = (await ctx.storage.get(storageId)) ?? fail("NOT_FOUND");
  if (blob.size > MAX_SENT_BYTES[size]) fail("PHOTO_TOO_LARGE");
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const type = imageTypeOf(bytes);
  // The browser converts HEIC to JPG, because other browsers cannot show HEIC.
  if (type === null || type === "image/heic") return fail("PHOTO_TYPE_UNSUPPORTED");
  checkPixels(imageSizeOf(bytes, type) ?? fail("PHOTO_TYPE_UNSUPPORTED"), size);
  const clean = stripMetadata(bytes, type) ?? fail("PHOTO_TYPE_UNSUPPORTED");
  const isAsSent = clean.length === bytes.length;
  return {
    file: { storageId: isAsSent ? storageId : await stored.store(new Blob([clean], { type })), type },
    awaitedBytes: isAsSent ? bytes.length : 0,
  };
}

/** A repeated call returns the same photo. If a file was stored again, the sweep deletes the original. */
export async function acceptUploadedFiles<Stored>(
  ctx: ActionCtx,
  { fullId, previewId, thumbnailId, caption }: ObjectType<typeof uploadedPhotoArgs>,
  { find, insert }: Target<Stored>,
): Promise<Stored> {
  const known = await find(fullId);
  if (known) return known;
  const stored = new Stored(ctx);
  try {
    const full = await checkUploadedFile(ctx, stored, fullId, "full");
    const preview = await checkUploadedFile(ctx, stored, previewId, "preview");
    const thumbnail = await checkUploadedFile(ctx, stored, thumbnailId, "thumbnail");
    return await insert({
      files: { full: full.file, preview: preview.file, thumbnail: thumbnail.file },
      // The original and the stored copy both exist until the sweep, together with the storage reserved for the
      // originals.
      awaitedBytes: full.awaitedBytes + preview.awaitedBytes + thumbnail.awaitedBytes,
      uploadId: fullId,
      caption,
    });
  } catch (error) {
    await stored.deleteAll();
    throw error;
  }
}

/** A dog or a puppy. */
interface Recipient<Added> {
  /** Throws if the caller may not add a photo now. */
  readonly admit: () => Promise<unknown>;
  readonly insert: (files: PhotoFiles) => Promise<Added>;
}

/** Creates all sizes from the file. */
export async function acceptFile<Added>(
  ctx: ActionCtx,
  file: Blob,
  { admit, insert }: Recipient<Added>,
): Promise<Added> {
  await admit();
  if (file.size > MAX_PHOTO_BYTES) fail("PHOTO_TOO_LARGE");
  const head = new Uint8Array(await file.slice(0, IMAGE_HEAD_BYTES).arrayBuffer());
  const type = imageTypeOf(head) ?? fail("PHOTO_TYPE_UNSUPPORTED");
  const stored = new Stored(ctx);
  // This part of a file is read only when it is stored. A copy would stay in memory.
  const sentId = await stored.store(file.slice(0, file.size, type));
  try {
    const files: PhotoFiles = await ctx.runAction(internal.dogs.actions.photoSizes.make, {
      storageId: sentId,
    });
    return await insertOrDelete(ctx, files, insert);
  } finally {
    await stored.deleteAll();
  }
}

/** If the photo cannot be added, the files that were created for it are deleted. */
async function insertOrDelete<Added>(
  ctx: ActionCtx,
  files: PhotoFiles,
  insert: Recipient<Added>["insert"],
): Promise<Added> {
  try {
    return await insert(files);
  } catch (error) {
    for (const file of [files.full, files.preview, files.thumbnail]) {
      if (file) await ctx.storage.delete(file.storageId);
    }
    throw error;
  }
}
