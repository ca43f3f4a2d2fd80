/** The REST calls of photos: contracts and handlers. */
import { MAX_CAPTION_LENGTH, MAX_PHOTO_BYTES, PHOTO_SIZES } from "../../../domain/constants/photos";
import { fail } from "../../../domain/errors";
import { api, internal } from "../../_generated/api";
import { acceptFile } from "../model/photoUploads";
import {
  answer,
  contract,
  deletedAnswer,
  endpoint,
  idParam,
  jsonBody,
  REFUSALS,
  refusal,
  wrapped,
  type Endpoint,
} from "../../platform/rest/contract";
import { photoAnswer, toPhotoAnswer } from "./dogEntities";
import { fileField } from "../../platform/rest/files";
import { fileEndpoint, sendPicture } from "../../platform/rest/signedFiles";
import { z } from "../../platform/rest/zod";

const tags = ["Photos"];
const dogParams = z.object({ dogId: idParam("dogId", "The dog's id") });
const params = z.object({ photoId: idParam("photoId", "The photo's id") });

/** Bytes of a whole request: the photo and a little for the other fields. */
const MAX_REQUEST_BYTES = MAX_PHOTO_BYTES + 64 * 1024;

const uploadForm = z.object({
  photo: fileField("Choose a photo", "JPG, PNG, WEBP, HEIC or HEIF, at most 10 MB"),
  caption: z.string().optional().openapi({ maxLength: MAX_CAPTION_LENGTH }),
  isPrimary: z
    .enum(["true", "false"], { error: "isPrimary must be true or false" })
    .optional()
    .openapi({ default: "false", description: "The first photo of a dog is its primary one in any case" }),
});

export const uploadPhoto = contract({
  operationId: "uploadPhoto",
  method: "post",
  path: "/photos/dogs/{dogId}",
  tags,
  summary: "Add a photo to a dog",
  description:
    "The picture is kept without place, time and camera, and in two smaller sizes. HEIC and HEIF become JPG.",
  "x-permission": "dogs:write",
  request: {
    params: dogParams,
    body: { required: true, content: { "multipart/form-data": { schema: uploadForm } } },
  },
  responses: {
    201: answer(wrapped(photoAnswer), "The stored photo"),
    ...REFUSALS,
    409: refusal("PHOTO_LIMIT_REACHED"),
    413: refusal("PHOTO_TOO_LARGE", "PHOTO_TOO_DETAILED"),
    415: refusal("PHOTO_TYPE_UNSUPPORTED"),
  },
});

export const listPhotos = contract({
  operationId: "listPhotos",
  method: "get",
  path: "/photos/dogs/{dogId}",
  tags,
  summary: "List a dog's photos, the primary one first, then the newest",
  "x-permission": "dogs:read",
  request: { params: dogParams },
  responses: { 200: answer(wrapped(z.array(photoAnswer)), "The photos"), ...REFUSALS },
});

export const deletePhoto = contract({
  operationId: "deletePhoto",
  method: "delete",
  path: "/photos/{photoId}",
  tags,
  summary: "Delete a photo and its files; the oldest remaining one follows a primary one",
  "x-permission": "dogs:write",
  request: { params },
  responses: { 200: answer(deletedAnswer, "The photo is gone"), ...REFUSALS },
});

export const setPrimaryPhoto = contract({
  operationId: "setPrimaryPhoto",
  method: "patch",
  path: "/photos/{photoId}/primary",
  tags,
  summary: "Make a photo the dog's primary one",
  "x-permission": "dogs:write",
  request: { params },
  responses: { 200: answer(wrapped(photoAnswer), "The stored photo"), ...REFUSALS },
});

export const updatePhoto = contract({
  operationId: "updatePhoto",
  method: "patch",
  path: "/photos/{photoId}",
  tags,
  summary: "Change a photo's caption; null or an empty one clears it",
  "x-permission": "dogs:write",
  request: {
    params,
    body: jsonBody(z.object({ caption: z.string().nullable() }), { caption: "At 8 weeks" }),
  },
  responses: { 200: answer(wrapped(photoAnswer), "The stored photo"), ...REFUSALS },
});

const fileParams = params.extend({
  size: z
    .enum(PHOTO_SIZES, { error: "size must be full, preview or thumbnail" })
    .openapi({ param: { name: "size", in: "path" } }),
});

export const getPhotoFile = contract({
  operationId: "getPhotoFile",
  method: "get",
  path: "/uploads/photos/{photoId}/{size}",
  tags,
  summary: "Get a photo's picture, by its signed address or with a token",
  "x-permission": "dogs:read",
  request: {
    params: fileParams,
    query: z.object({ signature: z.string().optional().openapi({ description: "Part of every filePath" }) }),
  },
  responses: {
    200: {
      description: "The picture",
      content: { "image/jpeg": { schema: z.string().openapi({ format: "binary" }) } },
    },
    ...REFUSALS,
  },
});

export const photoEndpoints: Endpoint[] = [
  endpoint(
    uploadPhoto,
    async (c) => {
      const { photo, caption, isPrimary } = c.req.valid("form");
      const details = { caption, isPrimary: isPrimary === "true" };
      const stored = await acceptFile(c.env, c.req.valid("param").dogId, photo, details);
      return c.json({ data: toPhotoAnswer(stored) }, 201);
    },
    { maxBodyBytes: MAX_REQUEST_BYTES },
  ),
  endpoint(listPhotos, async (c) => {
    const photos = await c.env.runQuery(api.dogs.photos.list, { dogId: c.req.valid("param").dogId });
    return c.json({ data: (photos ?? fail("NOT_FOUND")).map(toPhotoAnswer) }, 200);
  }),
  endpoint(deletePhoto, async (c) => {
    await c.env.runMutation(api.dogs.photos.remove, { photoId: c.req.valid("param").photoId });
    return c.json({ success: true as const }, 200);
  }),
  endpoint(setPrimaryPhoto, async (c) => {
    const photo = await c.env.runMutation(api.dogs.photos.setPrimary, {
      photoId: c.req.valid("param").photoId,
    });
    return c.json({ data: toPhotoAnswer(photo) }, 200);
  }),
  endpoint(updatePhoto, async (c) => {
    const { caption } = c.req.valid("json");
    const { photoId } = c.req.valid("param");
    const photo = await c.env.runMutation(api.dogs.photos.setCaption, { photoId, caption });
    return c.json({ data: toPhotoAnswer(photo) }, 200);
  }),
  fileEndpoint(getPhotoFile, {
    signed: async (ctx, photo, signature) =>
      await ctx.runQuery(internal.dogs.photos.getSignedFile, { ...photo, signature }),
    asked: async (ctx, photo) => await ctx.runQuery(api.dogs.photos.getFile, photo),
    // A photo's file never changes, and its address changes first.
    send: async (c, file) => await sendPicture(c, file, true),
  }),
];
