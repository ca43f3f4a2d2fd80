/**
 * The registered functions of puppies' photos: portraits of a litter, list, upload addresses, add, caption, remove.
 */
import { v } from "convex/values";
import { api, internal } from "../_generated/api";
import { photoMutation } from "../dogs/builders";
import { admitUpload, giveUploadAddresses, newPhotoArgs, photoBytesArgs } from "../dogs/model/photos";
import { acceptUploadedFiles, uploadedPhotoArgs } from "../dogs/model/photoUploads";
import { signedInAction } from "../platform/functions";
import { innerPuppyMutation, litterQuery, puppyMutation, puppyQuery } from "./builders";
import {
  addedPhotoShape,
  addPuppyPhoto,
  checkPuppyUpload,
  listLitterPhotos,
  listPortraits,
  listPuppyPhotos,
  photographed,
  portraitShape,
  puppyPhotoShape,
  removePuppyPhoto,
  setPuppyCaption,
  type AddedPhoto,
} from "./model/puppyPhotos";

/** The cards of a litter's puppies show these photos. */
export const portraits = litterQuery({
  permission: "breeding:read",
  args: {},
  returns: v.array(portraitShape),
  handler: async (ctx) => await listPortraits(ctx, ctx.litter),
});

/** A choice of photos offers these photos. */
export const ofLitter = litterQuery({
  permission: "breeding:read",
  args: {},
  returns: v.array(puppyPhotoShape),
  handler: async (ctx) => await listLitterPhotos(ctx, ctx.litter),
});

/** The newest photo is first. */
export const list = puppyQuery({
  permission: "breeding:read",
  args: {},
  returns: v.array(puppyPhotoShape),
  handler: async (ctx) => await listPuppyPhotos(ctx, ctx.puppy),
});

/**
 * Returns the photo that was already created from an upload, or null. Throws if there is no such photo and the
 * caller may not add a photo now.
 */
export const checkUpload = puppyQuery({
  permission: "breeding:write",
  args: { uploadId: v.string() },
  returns: v.union(addedPhotoShape, v.null()),
  handler: async (ctx, { uploadId }) => await checkPuppyUpload(ctx, ctx, uploadId),
});

/** Each size of the photo has its own address. */
export const generateUploadUrls = puppyMutation({
  permission: "breeding:write",
  args: { bytes: photoBytesArgs },
  returns: v.array(v.string()),
  handler: async (ctx, { bytes }) =>
    await giveUploadAddresses(ctx, ctx.access, await photographed(ctx, ctx), bytes),
});

/** The photo is sent within the request. Throws if the caller may not add a photo now. */
export const admit = innerPuppyMutation({
  permission: "breeding:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await admitUpload(ctx, ctx.access, await photographed(ctx, ctx)),
});

/** If the puppy was recorded as a dog, the photo belongs to the dog. */
export const add = signedInAction({
  permission: "breeding:write",
  args: { puppyId: v.string(), ...uploadedPhotoArgs },
  returns: addedPhotoShape,
  handler: async (ctx, { puppyId, ...uploaded }): Promise<AddedPhoto> =>
    await acceptUploadedFiles(ctx, uploaded, {
      find: async (uploadId) =>
        await ctx.runQuery(api.litters.puppyPhotos.checkUpload, { puppyId, uploadId }),
      insert: async (photo) =>
        await ctx.runMutation(internal.litters.puppyPhotos.insert, { puppyId, ...photo }),
    }),
});

/** The files must have been checked. */
export const insert = innerPuppyMutation({
  permission: "breeding:write",
  args: newPhotoArgs,
  returns: addedPhotoShape,
  handler: async (ctx, args) => await addPuppyPhoto(ctx, ctx, args),
});

/** Null or an empty text clears the caption. */
export const setCaption = photoMutation({
  permission: "breeding:write",
  args: { caption: v.union(v.string(), v.null()) },
  returns: puppyPhotoShape,
  handler: async (ctx, { caption }) => await setPuppyCaption(ctx, ctx.photo, caption),
});

/** The files are kept for some time. */
export const remove = photoMutation({
  permission: "breeding:write",
  args: {},
  returns: v.null(),
  handler: async (ctx) => await removePuppyPhoto(ctx, ctx.photo),
});
