/**
 * Takes uploaded files in: looks at what they really are before a photo is made of them. The web app sends all three
 * sizes, made in the browser; they are believed to be pictures only when they look like it, and whatever else they
 * carry is taken out. A file sent alone gets its sizes here.
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

/** What is sent of a photo whose sizes have gone to upload addresses. */
export const uploadedPhotoArgs = {
  fullId: v.id("_storage"),
  previewId: v.id("_storage"),
  thumbnailId: v.id("_storage"),
  caption: v.optional(v.union(v.string(), v.null())),
};

/** Whose photo it becomes. */
interface Target<Stored> {
  /** Returns the photo that has been made of an upload already; throws unless one may be added now. */
  readonly find: (uploadId: string) => Promise<Stored | null>;
  readonly insert: (photo: ObjectType<typeof newPhotoArgs>) => Promise<Stored>;
}

/** Files that were stored on the way and go again when no photo comes of them. */
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

/** Refuses a picture that would unpack to more than everybody who sees it has room for. */
function checkPixels({ width, height }: ImageSize, size: PhotoSize): void {
  const isFit =
    size === "full" ? width * height <= MAX_PHOTO_PIXELS : Math.max(width, height) <= PHOTO_EDGES[size];
  if (!isFit) fail("PHOTO_TOO_DETAILED");
}

/** Looks at a file that a browser sent; one with more than the picture in it is stored again without that. */
async function checkUploadedFile(ctx: ActionCtx, stored: Stored, storageId: Id<"_storage">, size: PhotoSize) {
  const blob = (await ctx.storage.get(storageId)) ?? fail("NOT_FOUND");
  if (blob.size > MAX_SENT_BYTES[size]) fail("PHOTO_TOO_LARGE");
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const type = imageTypeOf(bytes);
  // The browser turns HEIC into JPG, because the other browsers could not show it.
  if (type === null || type === "image/heic") return fail("PHOTO_TYPE_UNSUPPORTED");
  checkPixels(imageSizeOf(bytes, type) ?? fail("PHOTO_TYPE_UNSUPPORTED"), size);
  const clean = stripMetadata(bytes, type) ?? fail("PHOTO_TYPE_UNSUPPORTED");
  const isAsSent = clean.length === bytes.length;
  return {
    file: { storageId: isAsSent ? storageId : await stored.store(new Blob([clean], { type })), type },
    awaitedBytes: isAsSent ? bytes.length : 0,
  };
}

/**
 * Makes a photo of files that were sent to upload addresses; asked again, it returns the same photo. Files that were
 * stored again are left for the sweep, which knows whose they are.
 */
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
      // What was sent and stored again is still there, and its room set aside, until the sweep.
      awaitedBytes: full.awaitedBytes + preview.awaitedBytes + thumbnail.awaitedBytes,
      uploadId: fullId,
      caption,
    });
  } catch (error) {
    await stored.deleteAll();
    throw error;
  }
}

/** Whose photo a file in a request becomes. */
interface Recipient<Added> {
  /** Counts the file; throws unless the caller may add a photo now. */
  readonly admit: () => Promise<unknown>;
  readonly insert: (files: PhotoFiles) => Promise<Added>;
}

/** Makes a photo of one file in a request, in all sizes. */
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
  // A part of the file is not read before it is stored; a copy in memory would be.
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

/** Adds the photo, or deletes the files that were made for it. */
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
