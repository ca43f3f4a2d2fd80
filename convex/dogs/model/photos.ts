/**
 * Adds, changes and deletes photos. Rows, files and the dog's `primaryPhotoId` change in one transaction. A dog
 * with photos always has exactly one primary photo. Sources: decisions GAP-PHO-02, 03, 05 and 06.
 */
import { v, type Infer, type ObjectType } from "convex/values";
import {
  MAX_CAPTION_LENGTH,
  MAX_PHOTO_BYTES,
  MAX_PHOTOS_PER_DOG,
  MAX_PHOTOS_WITH_RETURNED,
  MAX_SENT_BYTES,
  PHOTO_SIZES,
  type PhotoSize,
} from "../../../domain/photos/rules";
import { fail } from "../../../domain/errors";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { photoFilesValidator, photoTypeValidator } from "../../platform/tables/photos";
import { logPhotosActivity } from "./dogActivities";
import { removeRow } from "../../platform/model/changes/removing";
import type { Access } from "../../platform/model/people/identity";
import { spend } from "../../platform/model/people/limits";
import { ensurePhotoKeys, isSignedForPhoto } from "../../platform/model/files/photoAddresses";
import { settleNow } from "../../changes/follow";
import { inOrder, PhotoReader, photoRowsOf, type Photo } from "../../platform/model/files/photoShape";
import { requireRoom } from "../../platform/model/files/storedBytes";
import { isOwned } from "../../platform/model/files/storedFiles";
import { giveAddresses, sizeOf, takeRoom } from "../../platform/model/files/uploadAddresses";
import { findRow, getOrFail } from "../../platform/model/paging/rows";

export type PhotoFiles = Infer<typeof photoFilesValidator>;

export const photoSizeValidator = v.union(...PHOTO_SIZES.map((size) => v.literal(size)));

export const photoFileShape = v.object({ storageId: v.id("_storage"), type: photoTypeValidator });

/** A dog or a puppy. */
export type Photographed = Pick<Doc<"dogs">, "kennelId" | "photoCount"> & { isPuppy?: true };

/** Throws PHOTO_LIMIT_REACHED or PUPPY_PHOTO_LIMIT_REACHED. */
export function checkRoom(
  { photoCount, isPuppy }: Pick<Photographed, "photoCount" | "isPuppy">,
  most = MAX_PHOTOS_PER_DOG,
): null {
  const code = isPuppy ? "PUPPY_PHOTO_LIMIT_REACHED" : "PHOTO_LIMIT_REACHED";
  if (photoCount >= most) fail(code, { count: most });
  return null;
}

/**
 * A deleted photo can be restored even if that exceeds the limit for new photos. Throws the errors of `checkRoom`.
 */
export const checkReturn = (photographed: Pick<Photographed, "photoCount" | "isPuppy">): null =>
  checkRoom(photographed, MAX_PHOTOS_WITH_RETURNED);

export const photoBytesArgs = v.optional(
  v.object({ full: v.number(), preview: v.number(), thumbnail: v.number() }),
);

/**
 * The client states how many bytes each size has. Throws PHOTO_TOO_LARGE, STORAGE_FULL, RATE_LIMITED or the errors
 * of `checkRoom`.
 */
export async function giveUploadAddresses(
  ctx: MutationCtx,
  { user }: Access,
  { kennelId, ...photographed }: Photographed,
  bytes: Infer<typeof photoBytesArgs>,
): Promise<string[]> {
  checkRoom(photographed);
  await spend(ctx, user._id, "photoUploads");
  const sizes = PHOTO_SIZES.map((size) => sizeOf(bytes?.[size], MAX_SENT_BYTES[size], "PHOTO_TOO_LARGE"));
  return await giveAddresses(ctx, kennelId, sizes);
}

/** Throws STORAGE_FULL, RATE_LIMITED or the errors of `checkRoom`. */
export async function admitUpload(
  ctx: MutationCtx,
  { user }: Access,
  { kennelId, ...photographed }: Photographed,
): Promise<null> {
  checkRoom(photographed);
  await requireRoom(ctx, kennelId);
  await spend(ctx, user._id, "photoUploads");
  return null;
}

/** An empty caption becomes undefined. */
export function toCaption(caption: string | null | undefined): string | undefined {
  const text = caption?.trim() ?? "";
  if (text.length > MAX_CAPTION_LENGTH) {
    const message = `Caption can have at most ${MAX_CAPTION_LENGTH} characters`;
    fail("VALIDATION_FAILED", { fields: { caption: message } });
  }
  return text === "" ? undefined : text;
}

/** Each file is counted once. Throws unless the files are stored, small enough, and uploaded by the caller. */
async function checkFiles(ctx: QueryCtx, files: PhotoFiles): Promise<number> {
  let bytes = 0;
  const ids = new Set<Id<"_storage">>();
  for (const file of [files.full, files.preview, files.thumbnail]) {
    if (!file) continue;
    const stored = (await ctx.db.system.get("_storage", file.storageId)) ?? fail("NOT_FOUND");
    if (stored.size > MAX_PHOTO_BYTES) fail("PHOTO_TOO_LARGE");
    if (ids.has(stored._id) || (await isOwned(ctx, stored._id))) fail("NOT_FOUND");
    ids.add(stored._id);
    bytes += stored.size;
  }
  return bytes;
}

/** Throws NOT_FOUND for a puppy's photo. */
const requireDog = async (ctx: QueryCtx, { dogId }: Doc<"photos">): Promise<Doc<"dogs">> =>
  (dogId && (await ctx.db.get("dogs", dogId))) ?? fail("NOT_FOUND");

const describe = async (ctx: QueryCtx, photoId: Id<"photos">): Promise<Photo> =>
  await new PhotoReader(ctx).describe(await getOrFail(ctx, "photos", photoId));

/** Returns null if no photo was created from the upload. */
export const photoOfUpload = async (
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  uploadId: string,
): Promise<Doc<"photos"> | null> =>
  await ctx.db
    .query("photos")
    .withIndex("by_kennel_and_upload", (q) => q.eq("kennelId", kennelId).eq("uploadId", uploadId))
    .first();

/** Returns null if no photo of the dog was created from the upload. */
export async function findUploaded(
  ctx: QueryCtx,
  { kennelId, _id: dogId }: Doc<"dogs">,
  uploadId: string,
): Promise<Photo | null> {
  const row = await photoOfUpload(ctx, kennelId, uploadId);
  return row?.dogId === dogId ? await describe(ctx, row._id) : null;
}

export const newPhotoArgs = {
  files: photoFilesValidator,
  /** The bytes that were sent to upload addresses with reserved storage. */
  awaitedBytes: v.optional(v.number()),
  /** If the response was lost, a client sends the upload again, and no second photo is added. */
  uploadId: v.optional(v.string()),
  caption: v.optional(v.union(v.string(), v.null())),
};
type NewPhoto = ObjectType<typeof newPhotoArgs>;

/** The caller must have checked the limit. */
export async function insertPhoto(
  ctx: MutationCtx,
  of: Pick<Doc<"photos">, "kennelId" | "dogId" | "puppyId">,
  { files, awaitedBytes = 0, uploadId, caption, isPrimary = false }: NewPhoto & { isPrimary?: boolean },
): Promise<Id<"photos">> {
  const text = toCaption(caption);
  const bytes = await checkFiles(ctx, files);
  await takeRoom(ctx, of.kennelId, bytes, awaitedBytes);
  await ensurePhotoKeys(ctx);
  const fullId = files.full.storageId;
  return await ctx.db.insert("photos", {
    ...of,
    files,
    fullId,
    uploadId,
    bytes,
    isPrimary,
    caption: text,
  });
}

/** The first photo of a dog becomes the primary photo even if the client did not request that. */
export async function addPhoto(
  ctx: MutationCtx,
  dog: Doc<"dogs">,
  sent: NewPhoto & { isPrimary?: boolean },
): Promise<Photo> {
  const known = sent.uploadId === undefined ? null : await findUploaded(ctx, dog, sent.uploadId);
  if (known) return known;
  checkRoom(dog);
  const { kennelId, _id: dogId } = dog;
  const photoId = await insertPhoto(ctx, { kennelId, dogId }, sent);
  await settleNow(ctx);
  await logPhotosActivity(ctx, dog, "Photos added");
  return await describe(ctx, photoId);
}

/** Null clears the caption. Throws VALIDATION_FAILED if the caption is too long. */
export async function setCaption(
  ctx: MutationCtx,
  photo: Doc<"photos">,
  caption: string | null,
): Promise<Photo> {
  await ctx.db.patch("photos", photo._id, { caption: toCaption(caption) });
  await logPhotosActivity(ctx, await requireDog(ctx, photo), "Photos changed");
  return await describe(ctx, photo._id);
}

export async function setPrimary(ctx: MutationCtx, photo: Doc<"photos">): Promise<Photo> {
  const dog = await requireDog(ctx, photo);
  await ctx.db.patch("photos", photo._id, { isPrimary: true });
  await settleNow(ctx);
  await logPhotosActivity(ctx, dog, "Photos changed");
  return await describe(ctx, photo._id);
}

/**
 * Unknown ids are ignored. Photos that are not named come after the other photos in their present order, so nothing
 * is lost if two people sort at the same time.
 */
export async function setOrder(
  ctx: MutationCtx,
  dog: Doc<"dogs">,
  photoIds: readonly string[],
): Promise<null> {
  const rows = inOrder(await photoRowsOf(ctx, dog));
  const known = new Map(rows.map((row): [string, Doc<"photos">] => [row._id, row]));
  const named = [...new Set(photoIds)].flatMap((id) => known.get(id) ?? []);
  const ordered = [...new Set([...named, ...rows])];
  for (const [position, row] of ordered.entries()) {
    if (row.position !== position) await ctx.db.patch("photos", row._id, { position });
  }
  return null;
}

/**
 * The limit applies to each dog or puppy. It exceeds the limit for new photos, because deleted photos can be
 * restored.
 */
export const MOST_PHOTOS = 5000;

/** The oldest photo is first. */
export const photosOfDog = (ctx: QueryCtx, { kennelId, _id }: Pick<Doc<"dogs">, "_id" | "kennelId">) =>
  ctx.db.query("photos").withIndex("by_kennel_and_dog", (q) => q.eq("kennelId", kennelId).eq("dogId", _id));

/** The oldest photo is first unless the query is reversed. */
export const photosOfPuppy = (ctx: QueryCtx, { kennelId, _id }: Pick<Doc<"puppies">, "_id" | "kennelId">) =>
  ctx.db
    .query("photos")
    .withIndex("by_kennel_and_puppy", (q) => q.eq("kennelId", kennelId).eq("puppyId", _id));

/**
 * The files are kept for some time. If the photo was the primary photo, the oldest remaining photo becomes primary.
 * If the dog was a puppy of the kennel, a photo of the puppy that was left out for lack of room is moved to the
 * dog.
 */
export async function removePhoto(ctx: MutationCtx, photo: Doc<"photos">): Promise<null> {
  const dog = await requireDog(ctx, photo);
  await removeRow(ctx, "photos", photo);
  await logPhotosActivity(ctx, dog, "Photos deleted");
  return null;
}

/** If the size does not exist, returns the full picture. */
export const fileOf = (photo: Doc<"photos">, size: PhotoSize): Infer<typeof photoFileShape> =>
  photo.files[size] ?? photo.files.full;

/** Returns null if the signature is wrong or expired, or if the person may no longer read the file. */
export async function findSignedFile(
  ctx: QueryCtx,
  { photoId, size, signature }: { photoId: string; size: PhotoSize; signature: string },
): Promise<Infer<typeof photoFileShape> | null> {
  const photo = await findRow(ctx, "photos", photoId);
  return photo && (await isSignedForPhoto(ctx, photo, size, signature)) ? fileOf(photo, size) : null;
}
