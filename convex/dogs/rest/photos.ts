/** The REST calls of photos: one call each. */
import { MAX_CAPTION_LENGTH, MAX_PHOTO_BYTES, PHOTO_SIZES } from "../../../domain/constants/photos";
import { fail } from "../../../domain/errors";
import { api, internal } from "../../_generated/api";
import { acceptFile } from "../model/photoUploads";
import {
  formBody,
  jsonBody,
  one,
  gone,
  fileOf,
  idParam,
  get,
  post,
  patch,
  del,
  type Endpoint,
} from "../../platform/rest/calls";
import { photoAnswer, toPhotoAnswer } from "./dogEntities";
import { fileField } from "../../platform/rest/files";
import { signedFile, sendPicture } from "../../platform/rest/signedFiles";
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
    .openapi({ default: "false", description: "The first photo of a dog always becomes its primary photo" }),
});

const fileParams = params.extend({
  size: z
    .enum(PHOTO_SIZES, { error: "size must be full, preview or thumbnail" })
    .openapi({ param: { name: "size", in: "path" } }),
});

export const photoEndpoints: Endpoint[] = [
  post("/photos/dogs/{dogId}", {
    operationId: "uploadPhoto",
    tags,
    permission: "dogs:write",
    summary: "Add a photo to a dog",
    description:
      "The picture is stored without location, time and camera data, and in two smaller sizes. HEIC and HEIF become JPG.",
    params: dogParams,
    body: formBody(uploadForm),
    returns: one(photoAnswer, "The stored photo"),
    refusals: ["PHOTO_LIMIT_REACHED", "PHOTO_TOO_LARGE", "PHOTO_TOO_DETAILED", "PHOTO_TYPE_UNSUPPORTED"],
    maxBodyBytes: MAX_REQUEST_BYTES,
    run: async ({ env, params, body: { photo, caption, isPrimary } }) => {
      const details = { caption, isPrimary: isPrimary === "true" };
      const stored = await acceptFile(env, params.dogId, photo, details);
      return toPhotoAnswer(stored);
    },
  }),
  get("/photos/dogs/{dogId}", {
    operationId: "listPhotos",
    tags,
    permission: "dogs:read",
    summary: "List a dog's photos, the primary one first, then the newest",
    params: dogParams,
    returns: one(z.array(photoAnswer), "The photos"),
    run: async ({ env, params }) => {
      const photos = await env.runQuery(api.dogs.photos.list, { dogId: params.dogId });
      return (photos ?? fail("NOT_FOUND")).map(toPhotoAnswer);
    },
  }),
  del("/photos/{photoId}", {
    operationId: "deletePhoto",
    tags,
    permission: "dogs:write",
    summary: "Delete a photo and its files; the oldest remaining one follows a primary one",
    params,
    returns: gone("The photo was deleted"),
    run: async ({ env, params }) => {
      await env.runMutation(api.dogs.photos.remove, { photoId: params.photoId });
    },
  }),
  patch("/photos/{photoId}/primary", {
    operationId: "setPrimaryPhoto",
    tags,
    permission: "dogs:write",
    summary: "Make a photo the dog's primary photo",
    params,
    returns: one(photoAnswer, "The stored photo"),
    run: async ({ env, params }) => {
      const photo = await env.runMutation(api.dogs.photos.setPrimary, {
        photoId: params.photoId,
      });
      return toPhotoAnswer(photo);
    },
  }),
  patch("/photos/{photoId}", {
    operationId: "updatePhoto",
    tags,
    permission: "dogs:write",
    summary: "Change a photo's caption; null or an empty one clears it",
    params,
    body: jsonBody(z.object({ caption: z.string().nullable() }), { caption: "At 8 weeks" }),
    returns: one(photoAnswer, "The stored photo"),
    run: async ({ env, params: { photoId }, body: { caption } }) => {
      const photo = await env.runMutation(api.dogs.photos.setCaption, { photoId, caption });
      return toPhotoAnswer(photo);
    },
  }),
  signedFile("/uploads/photos/{photoId}/{size}", {
    operationId: "getPhotoFile",
    tags,
    permission: "dogs:read",
    summary: "Get a photo's picture, by its signed address or with a token",
    params: fileParams,
    query: z.object({ signature: z.string().optional().openapi({ description: "Part of every filePath" }) }),
    returns: fileOf("The picture", "image/jpeg"),
    signed: async (ctx, photo, signature) =>
      await ctx.runQuery(internal.dogs.photos.getSignedFile, { ...photo, signature }),
    asked: async (ctx, photo) => await ctx.runQuery(api.dogs.photos.getFile, photo),
    send: async (c, file) => await sendPicture(c, file, true),
  }),
];
