/**
 * Photos of puppies, from the first day on. They are ordered by time; the newest is shown on the puppy's card. They
 * become the dog's when the puppy becomes a dog of the kennel.
 */
import { v, type Infer, type ObjectType } from "convex/values";
import { fail } from "../../../domain/errors";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import {
  addPhoto,
  checkReturn as checkReturnTo,
  checkRoom,
  findUploaded as findUploadedOfDog,
  insertPhoto,
  photoOfUpload,
  MOST_PHOTOS,
  photosOfPuppy,
  toCaption,
  type newPhotoArgs,
  type Photographed,
} from "../../dogs/model/photos";
import { checkPermission } from "../../platform/model/people/identity";
import { PhotoReader, photoShape, pictureShape } from "../../platform/model/files/photoShape";
import { removeRow } from "../../platform/model/changes/removing";
import { logPuppyActivity } from "./puppyActivities";
import type { ReachedPuppy } from "./puppies";
import { puppiesOf } from "./puppyRows";
import { getOrFail } from "../../platform/model/paging/rows";

export const puppyPhotoShape = pictureShape.extend({ puppyId: v.id("puppies") });
export type PuppyPhoto = Infer<typeof puppyPhotoShape>;

/** The owner of a photo that is sent to a puppy: the puppy, or its dog once it has become one. */
export const addedPhotoShape = v.union(puppyPhotoShape, photoShape);
export type AddedPhoto = Infer<typeof addedPhotoShape>;

type Puppy = Pick<Doc<"puppies">, "_id" | "kennelId">;

const newestFirst = (ctx: QueryCtx, puppy: Puppy) => photosOfPuppy(ctx, puppy).order("desc");

const rowsOf = async (ctx: QueryCtx, puppy: Puppy): Promise<Doc<"photos">[]> =>
  // More than the limit, because restored photos may exceed it.
  await newestFirst(ctx, puppy).take(MOST_PHOTOS);

/** Converts a puppy's stored photo to its result; throws NOT_FOUND for a dog's. */
async function toPuppyPhoto(photos: PhotoReader, row: Doc<"photos">): Promise<PuppyPhoto> {
  const { puppyId = fail("NOT_FOUND") } = row;
  return { ...(await photos.picture(row)), puppyId };
}

/** Lists a puppy's photos, the newest first. */
export async function listPuppyPhotos(ctx: QueryCtx, puppy: Puppy): Promise<PuppyPhoto[]> {
  const photos = new PhotoReader(ctx);
  return await Promise.all((await rowsOf(ctx, puppy)).map((row) => toPuppyPhoto(photos, row)));
}

/** What a card shows: a small picture, of the dog if the puppy has become one, and whether there are photos. */
export const portraitShape = v.object({
  puppyId: v.id("puppies"),
  thumbnailPath: v.string(),
  hasOwnPhotos: v.boolean(),
});

/** Lists the portraits of a litter's puppies; null for puppies without a photo. */
export async function listPortraits(
  ctx: QueryCtx,
  litter: Doc<"litters">,
): Promise<Infer<typeof portraitShape>[]> {
  const photos = new PhotoReader(ctx);
  const portraits = await Promise.all(
    (await puppiesOf(ctx, litter)).map(async (puppy) => {
      const dog = puppy.dogId && (await ctx.db.get("dogs", puppy.dogId));
      const photoId = dog?.primaryPhotoId;
      const own = await newestFirst(ctx, puppy).first();
      const row = (photoId && (await ctx.db.get("photos", photoId))) ?? own;
      if (!row) return null;
      const { thumbnailPath } = await photos.picture(row);
      return { puppyId: puppy._id, thumbnailPath, hasOwnPhotos: own !== null };
    }),
  );
  return portraits.filter((portrait) => !!portrait);
}

/**
 * Finds the dog that a puppy has become, which gets new photos; throws FORBIDDEN unless the caller may change dogs.
 */
async function findDog(
  ctx: QueryCtx,
  { puppy: { dogId }, access }: ReachedPuppy,
): Promise<Doc<"dogs"> | null> {
  if (!dogId) return null;
  checkPermission(access, "dogs:write");
  return await getOrFail(ctx, "dogs", dogId);
}

const countOf = async (ctx: QueryCtx, puppy: Puppy): Promise<Photographed> => ({
  kennelId: puppy.kennelId,
  photoCount: (await rowsOf(ctx, puppy)).length,
  isPuppy: true,
});

/**
 * Returns the owner of a photo that is sent to a puppy: the dog that it has become, or itself; throws FORBIDDEN.
 */
export const photographed = async (ctx: QueryCtx, reached: ReachedPuppy): Promise<Photographed> =>
  (await findDog(ctx, reached)) ?? (await countOf(ctx, reached.puppy));

/** Finds the puppy's photo that was made of an upload, or null. */
async function findUploaded(
  ctx: QueryCtx,
  { _id: puppyId, kennelId }: Puppy,
  uploadId: string,
): Promise<PuppyPhoto | null> {
  const row = await photoOfUpload(ctx, kennelId, uploadId);
  return row?.puppyId === puppyId ? await toPuppyPhoto(new PhotoReader(ctx), row) : null;
}

/** Returns the photo already made of an upload; throws what `addPuppyPhoto` throws. */
export async function checkPuppyUpload(
  ctx: QueryCtx,
  reached: ReachedPuppy,
  uploadId: string,
): Promise<AddedPhoto | null> {
  const dog = await findDog(ctx, reached);
  if (dog) return (await findUploadedOfDog(ctx, dog, uploadId)) ?? checkRoom(dog);
  const { puppy } = reached;
  return (await findUploaded(ctx, puppy, uploadId)) ?? checkRoom(await countOf(ctx, puppy));
}

/**
 * Adds a photo to a puppy, or to the dog that it became meanwhile. Throws PUPPY_PHOTO_LIMIT_REACHED; for a dog
 * PHOTO_LIMIT_REACHED, and FORBIDDEN for users who may not change dogs.
 */
export async function addPuppyPhoto(
  ctx: MutationCtx,
  reached: ReachedPuppy,
  sent: ObjectType<typeof newPhotoArgs>,
): Promise<AddedPhoto> {
  const dog = await findDog(ctx, reached);
  if (dog) return await addPhoto(ctx, dog, sent);
  const { puppy } = reached;
  const known = sent.uploadId === undefined ? null : await findUploaded(ctx, puppy, sent.uploadId);
  if (known) return known;
  checkRoom(await countOf(ctx, puppy));
  const photoId = await insertPhoto(ctx, { kennelId: puppy.kennelId, puppyId: puppy._id }, sent);
  await logPuppyActivity(ctx, puppy, "Photos added");
  return await describe(ctx, photoId);
}

const describe = async (ctx: QueryCtx, photoId: Id<"photos">): Promise<PuppyPhoto> =>
  await toPuppyPhoto(new PhotoReader(ctx), await getOrFail(ctx, "photos", photoId));

/** Finds the puppy of a photo; throws NOT_FOUND for a dog's. */
const requirePuppy = async (ctx: QueryCtx, { puppyId }: Doc<"photos">): Promise<Doc<"puppies">> =>
  (puppyId && (await ctx.db.get("puppies", puppyId))) ?? fail("NOT_FOUND");

/** Changes or clears a caption; throws VALIDATION_FAILED for one that is too long. */
export async function setPuppyCaption(
  ctx: MutationCtx,
  photo: Doc<"photos">,
  caption: string | null,
): Promise<PuppyPhoto> {
  const puppy = await requirePuppy(ctx, photo);
  await ctx.db.patch("photos", photo._id, { caption: toCaption(caption) });
  await logPuppyActivity(ctx, puppy, "Photos changed");
  return await describe(ctx, photo._id);
}

/** Deletes a photo of a puppy; its files are kept for a while. */
export async function removePuppyPhoto(ctx: MutationCtx, photo: Doc<"photos">): Promise<null> {
  const puppy = await requirePuppy(ctx, photo);
  await removeRow(ctx, "photos", photo);
  await logPuppyActivity(ctx, puppy, "Photos deleted");
  return null;
}

/** Checks that a puppy has room for a restored photo, which is already counted. */
export async function checkReturn(ctx: QueryCtx, photo: Doc<"photos">): Promise<void> {
  const puppy = await requirePuppy(ctx, photo);
  const counted = await countOf(ctx, puppy);
  checkReturnTo({ ...counted, photoCount: counted.photoCount - 1 });
}
