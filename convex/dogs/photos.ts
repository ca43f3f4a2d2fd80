/** The registered functions of photos: upload addresses, add, list, caption, primary, order, remove, and files. */
import { v } from "convex/values";
import {
  dogMutation,
  dogQuery,
  innerDogMutation,
  internalMutation,
  internalQuery,
  signedInAction,
} from "../platform/functions";
import { photoMutation, photoQuery } from "./builders";
import { renewPhotoKeys } from "../platform/model/files/photoAddresses";
import {
  addPhoto,
  admitUpload,
  checkRoom,
  fileOf,
  findSignedFile,
  findUploaded,
  giveUploadAddresses,
  newPhotoArgs,
  photoBytesArgs,
  photoFileShape,
  photoSizeValidator,
  removePhoto,
  setCaption as changeCaption,
  setOrder as changeOrder,
  setPrimary as choosePrimary,
} from "./model/photos";
import { PhotoReader, photoShape, type Photo } from "../platform/model/files/photoShape";
import { acceptUploadedFiles, uploadedPhotoArgs } from "./model/photoUploads";
import { fail } from "../../domain/errors";
import { api, internal } from "../_generated/api";

/** The primary photo is first. Returns null if the caller's kennel has no such dog. */
export const list = dogQuery({
  permission: "dogs:read",
  args: {},
  returns: v.union(v.array(photoShape), v.null()),
  handler: async (ctx) => ctx.reached && (await new PhotoReader(ctx).allOf(ctx.reached.dog)),
});

/**
 * Returns the photo that was already created from an upload, or null. Throws if there is no such photo and the
 * caller may not add a photo now.
 */
export const checkUpload = dogQuery({
  permission: "dogs:write",
  args: { uploadId: v.string() },
  returns: v.union(photoShape, v.null()),
  handler: async (ctx, { uploadId }) => {
    const { dog } = ctx.reached ?? fail("NOT_FOUND");
    return (await findUploaded(ctx, dog, uploadId)) ?? checkRoom(dog);
  },
});

/** Each size of the photo has its own address. */
export const generateUploadUrls = dogMutation({
  permission: "dogs:write",
  args: { bytes: photoBytesArgs },
  returns: v.array(v.string()),
  handler: async (ctx, { bytes }) => await giveUploadAddresses(ctx, ctx.access, ctx.dog, bytes),
});

/** The photo is sent within the request. Throws if the caller may not add a photo to the dog now. */
export const admit = innerDogMutation({
  permission: "dogs:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await admitUpload(ctx, ctx.access, ctx.dog),
});

export const add = signedInAction({
  permission: "dogs:write",
  args: {
    dogId: v.string(),
    ...uploadedPhotoArgs,
  },
  returns: photoShape,
  handler: async (ctx, { dogId, ...uploaded }): Promise<Photo> =>
    await acceptUploadedFiles(ctx, uploaded, {
      find: async (uploadId) => await ctx.runQuery(api.dogs.photos.checkUpload, { dogId, uploadId }),
      insert: async (photo) => await ctx.runMutation(internal.dogs.photos.insert, { dogId, ...photo }),
    }),
});

/** The files must have been checked. */
export const insert = innerDogMutation({
  permission: "dogs:write",
  args: { ...newPhotoArgs, isPrimary: v.optional(v.boolean()) },
  returns: photoShape,
  handler: async (ctx, args) => await addPhoto(ctx, ctx.dog, args),
});

/** Null or an empty text clears the caption. */
export const setCaption = photoMutation({
  permission: "dogs:write",
  args: { caption: v.union(v.string(), v.null()) },
  returns: photoShape,
  handler: async (ctx, args) => await changeCaption(ctx, ctx.photo, args.caption),
});

export const setPrimary = photoMutation({
  permission: "dogs:write",
  args: {},
  returns: photoShape,
  handler: async (ctx) => await choosePrimary(ctx, ctx.photo),
});

/** Photos that are not named come after the other photos in their present order. */
export const setOrder = dogMutation({
  permission: "dogs:write",
  args: { photoIds: v.array(v.string()) },
  returns: v.null(),
  handler: async (ctx, { photoIds }) => await changeOrder(ctx, ctx.dog, photoIds),
});

/** The files are kept for some time. */
export const remove = photoMutation({
  permission: "dogs:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removePhoto(ctx, ctx.photo),
});

export const getFile = photoQuery({
  permission: "dogs:read",
  args: { size: photoSizeValidator },
  returns: photoFileShape,
  handler: async (ctx, { size }) =>
    fileOf(ctx.photo.dogId === undefined ? fail("NOT_FOUND") : ctx.photo, size),
});

export const getSignedFile = internalQuery({
  args: { photoId: v.string(), size: photoSizeValidator, signature: v.string() },
  returns: v.union(photoFileShape, v.null()),
  handler: async (ctx, args) => await findSignedFile(ctx, args),
});

/** The key signs addresses. */
export const renewKeys = internalMutation({
  args: {},
  returns: v.null(),
  handler: async (ctx) => await renewPhotoKeys(ctx),
});
