/**
 * Photos of puppies, from the first day in the box on. They have no order but their time, the newest being shown on the
 * puppy's card, and become the dog's when the puppy becomes a dog of the kennel.
 */
import { v, type Infer, type ObjectType } from "convex/values";
import { MAX_PHOTOS_PER_DOG } from "../../../domain/constants/photos";
import { fail } from "../../../domain/errors";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import {
  checkRoom,
  countPhoto,
  insertPhoto,
  photoOfUpload,
  toCaption,
  type newPhotoArgs,
} from "../../dogs/model/photos";
import { PhotoReader, pictureShape } from "../../platform/model/photoShape";
import { removeRow } from "../../platform/model/removing";
import { logPuppyActivity } from "./puppyActivities";
import { puppiesOf } from "./puppyRows";

export const puppyPhotoShape = pictureShape.extend({ puppyId: v.id("puppies") });
export type PuppyPhoto = Infer<typeof puppyPhotoShape>;

type Puppy = Pick<Doc<"puppies">, "_id" | "kennelId">;

const newestFirst = (ctx: QueryCtx, { _id, kennelId }: Puppy) =>
  ctx.db
    .query("photos")
    .withIndex("by_kennel_and_puppy", (q) => q.eq("kennelId", kennelId).eq("puppyId", _id))
    .order("desc");

const rowsOf = async (ctx: QueryCtx, puppy: Puppy): Promise<Doc<"photos">[]> =>
  // One more than there may be, which one that comes back is counted by.
  await newestFirst(ctx, puppy).take(MAX_PHOTOS_PER_DOG + 1);

/** Makes the response of a puppy's stored photo; throws NOT_FOUND for a dog's. */
async function toPuppyPhoto(photos: PhotoReader, row: Doc<"photos">): Promise<PuppyPhoto> {
  const { puppyId = fail("NOT_FOUND") } = row;
  return { ...(await photos.picture(row)), puppyId };
}

/** Lists a puppy's photos, the newest first. */
export async function listPuppyPhotos(ctx: QueryCtx, puppy: Puppy): Promise<PuppyPhoto[]> {
  const photos = new PhotoReader(ctx);
  return await Promise.all((await rowsOf(ctx, puppy)).map((row) => toPuppyPhoto(photos, row)));
}

/** What a card shows: a small picture, of the dog where the puppy has become one. */
export const portraitShape = v.object({ puppyId: v.id("puppies"), thumbnailPath: v.string() });

/** Lists the portraits of a litter's puppies; one without a photo has none. */
export async function listPortraits(
  ctx: QueryCtx,
  litter: Doc<"litters">,
): Promise<Infer<typeof portraitShape>[]> {
  const photos = new PhotoReader(ctx);
  const portraits = await Promise.all(
    (await puppiesOf(ctx, litter)).map(async (puppy) => {
      const dog = puppy.dogId && (await ctx.db.get("dogs", puppy.dogId));
      const photoId = dog?.primaryPhotoId;
      const row = dog
        ? photoId && (await ctx.db.get("photos", photoId))
        : await newestFirst(ctx, puppy).first();
      return row && { puppyId: puppy._id, thumbnailPath: (await photos.picture(row)).thumbnailPath };
    }),
  );
  return portraits.filter((portrait) => !!portrait);
}

/** Returns what says whether a puppy has room for a photo; throws PUPPY_STATUS for one whose photos are its dog's. */
export async function photographed(ctx: QueryCtx, puppy: Doc<"puppies">) {
  if (puppy.dogId) fail("PUPPY_STATUS", { fields: { status: "This puppy is one of the kennel's dogs" } });
  return { kennelId: puppy.kennelId, photoCount: (await rowsOf(ctx, puppy)).length };
}

/** Finds the puppy's photo that was made of an upload; null for one that is new. */
async function findUploaded(
  ctx: QueryCtx,
  { _id: puppyId, kennelId }: Puppy,
  uploadId: string,
): Promise<PuppyPhoto | null> {
  const row = await photoOfUpload(ctx, kennelId, uploadId);
  return row?.puppyId === puppyId ? await toPuppyPhoto(new PhotoReader(ctx), row) : null;
}

/** Returns the photo that has been made of an upload already; throws PHOTO_LIMIT_REACHED unless one may be added now. */
export const checkPuppyUpload = async (
  ctx: QueryCtx,
  puppy: Doc<"puppies">,
  uploadId: string,
): Promise<PuppyPhoto | null> =>
  (await findUploaded(ctx, puppy, uploadId)) ?? checkRoom(await photographed(ctx, puppy));

/** Adds a photo to a puppy. */
export async function addPuppyPhoto(
  ctx: MutationCtx,
  puppy: Doc<"puppies">,
  sent: ObjectType<typeof newPhotoArgs>,
): Promise<PuppyPhoto> {
  const known = sent.uploadId === undefined ? null : await findUploaded(ctx, puppy, sent.uploadId);
  if (known) return known;
  const { kennelId, photoCount } = await photographed(ctx, puppy);
  checkRoom({ photoCount });
  const photoId = await insertPhoto(ctx, { kennelId, puppyId: puppy._id }, sent);
  await logPuppyActivity(ctx, puppy, "Photos added");
  return await describe(ctx, photoId);
}

const describe = async (ctx: QueryCtx, photoId: Id<"photos">): Promise<PuppyPhoto> =>
  await toPuppyPhoto(new PhotoReader(ctx), (await ctx.db.get("photos", photoId)) ?? fail("NOT_FOUND"));

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

/** Deletes a photo of a puppy, whose files are kept for a while. */
export async function removePuppyPhoto(ctx: MutationCtx, photo: Doc<"photos">): Promise<null> {
  const puppy = await requirePuppy(ctx, photo);
  await removeRow(ctx, "photos", photo);
  await logPuppyActivity(ctx, puppy, "Photos deleted");
  return null;
}

/** Makes a puppy's photos those of the dog that it has become: the newest the primary one. */
export async function handPhotosOver(ctx: MutationCtx, puppy: Puppy, dogId: Id<"dogs">): Promise<void> {
  const rows = await rowsOf(ctx, puppy);
  for (const { _id, isPrimary } of rows) await giveToDog(ctx, _id, dogId, isPrimary);
}

async function giveToDog(
  ctx: MutationCtx,
  photoId: Id<"photos">,
  dogId: Id<"dogs">,
  isPrimary: boolean,
): Promise<void> {
  const dog = (await ctx.db.get("dogs", dogId)) ?? fail("NOT_FOUND");
  checkRoom(dog);
  await ctx.db.patch("photos", photoId, { dogId, puppyId: undefined });
  await countPhoto(ctx, dog, photoId, isPrimary);
}

/** Puts a photo that is there again back among the puppy's, or the dog's that the puppy has become since. */
export async function returnPuppyPhoto(ctx: MutationCtx, photo: Doc<"photos">): Promise<void> {
  const puppy = await requirePuppy(ctx, photo);
  if (puppy.dogId) return await giveToDog(ctx, photo._id, puppy.dogId, false);
  // It is counted among them already.
  const { photoCount } = await photographed(ctx, puppy);
  checkRoom({ photoCount: photoCount - 1 });
}
