/** The REST calls of photos. */
import { MAX_CAPTION_LENGTH, MAX_PHOTO_BYTES, PHOTO_SIZES } from "../../../domain/photos/rules";
import { fail } from "../../../domain/errors";
import { api, internal } from "../../_generated/api";
import { acceptFile } from "../model/photoUploads";
import {
  fileOf,
  formBody,
  get,
  idParam,
  jsonBody,
  listOf,
  oneOf,
  patch,
  post,
  del,
  gone,
  type Endpoint,
} from "../../platform/rest/calls";
import { fileField } from "../../platform/rest/files";
import { signedFile, sendPicture } from "../../platform/rest/signedFiles";
import { yesOrNo } from "../../platform/rest/request";
import { z } from "../../platform/rest/zod";
import { photo } from "./dogEntities";

const tags = ["Photos"];
const dogParams = z.object({ dogId: idParam("dogId", "The dog's id") });
const params = z.object({ photoId: idParam("photoId", "The photo's id") });

/** Documents every call that accepts a photo in its request. */
export const photoUpload = {
  description:
    "The picture is stored without location, time and camera data, and in two smaller sizes. HEIC and HEIF become JPG.",
  refusals: ["PHOTO_TOO_LARGE", "PHOTO_TOO_DETAILED", "PHOTO_TYPE_UNSUPPORTED"],
  // The size of a photo plus some room for the other fields.
  maxBodyBytes: MAX_PHOTO_BYTES + 64 * 1024,
} as const;

export const photoFields = {
  photo: fileField("Choose a photo", "JPG, PNG, WEBP, HEIC or HEIF, at most 10 MB"),
  caption: z.string().optional().openapi({ maxLength: MAX_CAPTION_LENGTH }),
};

export const captionBody = z.object({ caption: z.string().nullable() });
export const exampleCaption = { caption: "At 8 weeks" };

const uploadForm = z.object({
  ...photoFields,
  isPrimary: yesOrNo("isPrimary").openapi({
    default: "false",
    description: "The first photo of a dog always becomes its primary photo",
  }),
});

const stored = oneOf(photo, "The stored photo");

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
    ...photoUpload,
    params: dogParams,
    body: formBody(uploadForm),
    returns: stored,
    refusals: ["PHOTO_LIMIT_REACHED", ...photoUpload.refusals],
    run: async ({ env, params, body: { photo: file, ...details } }) =>
      await acceptFile(env, file, {
        admit: async () => await env.runMutation(internal.dogs.photos.admit, params),
        insert: async (files) =>
          await env.runMutation(internal.dogs.photos.insert, { files, ...details, ...params }),
      }),
  }),
  get("/photos/dogs/{dogId}", {
    operationId: "listPhotos",
    tags,
    permission: "dogs:read",
    summary: "List a dog's photos, the primary one first, then the newest",
    params: dogParams,
    returns: listOf(photo, "The photos"),
    run: async ({ env, params }) => (await env.runQuery(api.dogs.photos.list, params)) ?? fail("NOT_FOUND"),
  }),
  del("/photos/{photoId}", {
    operationId: "deletePhoto",
    tags,
    permission: "dogs:write",
    summary: "Delete a photo and its files; after a primary photo, the oldest remaining one becomes primary",
    params,
    returns: gone("The photo was deleted"),
    run: async ({ env, params }) => {
      await env.runMutation(api.dogs.photos.remove, params);
    },
  }),
  patch("/photos/{photoId}/primary", {
    operationId: "setPrimaryPhoto",
    tags,
    permission: "dogs:write",
    summary: "Make a photo the dog's primary photo",
    params,
    returns: stored,
    run: async ({ env, params }) => await env.runMutation(api.dogs.photos.setPrimary, params),
  }),
  patch("/photos/{photoId}", {
    operationId: "updatePhoto",
    tags,
    permission: "dogs:write",
    summary: "Change a photo's caption; null or an empty one clears it",
    params,
    body: jsonBody(captionBody, exampleCaption),
    returns: stored,
    run: async ({ env, params, body }) =>
      await env.runMutation(api.dogs.photos.setCaption, { ...params, ...body }),
  }),
  signedFile("/uploads/photos/{photoId}/{size}", {
    operationId: "getPhotoFile",
    tags,
    permission: "dogs:read",
    summary: "Get a photo's picture, by its signed address or with a token",
    params: fileParams,
    query: z.object({ signature: z.string().optional().openapi({ description: "Part of every filePath" }) }),
    returns: fileOf("The picture", "image/jpeg"),
    signed: async (ctx, asked, signature) =>
      await ctx.runQuery(internal.dogs.photos.getSignedFile, { ...asked, signature }),
    asked: async (ctx, asked) => await ctx.runQuery(api.dogs.photos.getFile, asked),
    send: async (c, file) => await sendPicture(c, file, true),
  }),
];
