/**
 * Photos of puppies from the first day on, sorted by time. The puppy's card shows the newest photo. When a puppy is
 * recorded as a dog of the kennel, its photos are moved to the dog.
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

/** A photo of the puppy, or a photo of the dog if the puppy is recorded as a dog. */
export const addedPhotoShape = v.union(puppyPhotoShape, photoShape);
export type AddedPhoto = Infer<typeof addedPhotoShape>;

type Puppy = Pick<Doc<"puppies">, "_id" | "kennelId">;

const newestFirst = (ctx: QueryCtx, puppy: Puppy) => photosOfPuppy(ctx, puppy).order("desc");

const rowsOf = async (ctx: QueryCtx, puppy: Puppy): Promise<Doc<"photos">[]> =>
  // More rows than the limit are read, because restored photos may exceed the limit.
  await newestFirst(ctx, puppy).take(MOST_PHOTOS);

/** Throws NOT_FOUND for a dog's photo. */
async function toPuppyPhoto(photos: PhotoReader, row: Doc<"photos">): Promise<PuppyPhoto> {
  const { puppyId = fail("NOT_FOUND") } = row;
  return { ...(await photos.picture(row)), puppyId };
}

/** The newest photo is first. */
export async function listPuppyPhotos(ctx: QueryCtx, puppy: Puppy): Promise<PuppyPhoto[]> {
  const photos = new PhotoReader(ctx);
  return await Promise.all((await rowsOf(ctx, puppy)).map((row) => toPuppyPhoto(photos, row)));
}

/** A choice of photos offers the newest photos of each puppy. */
const NEWEST_OF_PUPPY = 6;

/** The newest photo is first. */
export async function listLitterPhotos(ctx: QueryCtx, litter: Doc<"litters">): Promise<PuppyPhoto[]> {
  const photos = new PhotoReader(ctx);
  const rows: Doc<"photos">[] = [];
  for (const puppy of await puppiesOf(ctx, litter)) {
    rows.push(...(await newestFirst(ctx, puppy).take(NEWEST_OF_PUPPY)));
  }
  rows.sort((one, other) => other._creationTime - one._creationTime);
  return await Promise.all(rows.map((row) => toPuppyPhoto(photos, row)));
}

/**
 * The small picture on a card, and whether the puppy has photos. If the puppy is recorded as a dog, the picture
 * shows the dog.
 */
export const portraitShape = v.object({
  puppyId: v.id("puppies"),
  thumbnailPath: v.string(),
  hasOwnPhotos: v.boolean(),
});

/** Puppies without a photo are left out. */
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
 * New photos of a puppy that is recorded as a dog are added to the dog. Throws FORBIDDEN unless the caller may
 * change dogs.
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

/** The owner is the dog if the puppy is recorded as a dog, otherwise the puppy. Throws FORBIDDEN. */
export const photographed = async (ctx: QueryCtx, reached: ReachedPuppy): Promise<Photographed> =>
  (await findDog(ctx, reached)) ?? (await countOf(ctx, reached.puppy));

/** Returns null if no photo was created from the upload. */
async function findUploaded(
  ctx: QueryCtx,
  { _id: puppyId, kennelId }: Puppy,
  uploadId: string,
): Promise<PuppyPhoto | null> {
  const row = await photoOfUpload(ctx, kennelId, uploadId);
  return row?.puppyId === puppyId ? await toPuppyPhoto(new PhotoReader(ctx), row) : null;
}

/**
 * Returns the photo that was already created from an upload, or null. If there is no such photo and no photo may be
 * added, throws the errors of `addPuppyPhoto`.
 */
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
 * If the puppy was recorded as a dog, adds the photo to the dog. Throws PUPPY_PHOTO_LIMIT_REACHED; for a dog
 * PHOTO_LIMIT_REACHED, and FORBIDDEN if the caller may not change dogs.
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

/** Throws NOT_FOUND for a dog's photo. */
const requirePuppy = async (ctx: QueryCtx, { puppyId }: Doc<"photos">): Promise<Doc<"puppies">> =>
  (puppyId && (await ctx.db.get("puppies", puppyId))) ?? fail("NOT_FOUND");

/** Null clears the caption. Throws VALIDATION_FAILED if the caption is too long. */
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

/** The files are kept for some time. */
export async function removePuppyPhoto(ctx: MutationCtx, photo: Doc<"photos">): Promise<null> {
  const puppy = await requirePuppy(ctx, photo);
  await removeRow(ctx, "photos", photo);
  await logPuppyActivity(ctx, puppy, "Photos deleted");
  return null;
}

/** The puppy's count already includes the restored photo. */
export async function checkReturn(ctx: QueryCtx, photo: Doc<"photos">): Promise<void> {
  const puppy = await requirePuppy(ctx, photo);
  const counted = await countOf(ctx, puppy);
  checkReturnTo({ ...counted, photoCount: counted.photoCount - 1 });
}
