/** The REST calls of puppies' photos. */
import { api, internal } from "../../_generated/api";
import { acceptFile } from "../../dogs/model/photoUploads";
import { captionBody, exampleCaption, photoFields, photoUpload } from "../../dogs/rest/photos";
import { formBody, get, idParam, listOf, oneOf, post, type Endpoint } from "../../platform/rest/calls";
import { resource } from "../../platform/rest/resource";
import { z } from "../../platform/rest/zod";
import { puppyPhoto } from "./litterEntities";

const tags = ["Photos"];
const params = z.object({ id: idParam("id", "The puppy's id") });

const photos = resource({
  path: "/puppies/photos",
  tags,
  rights: "breeding",
  noun: "photo",
  operation: "PuppyPhoto",
  id: "photoId",
  answer: puppyPhoto,
});

export const puppyPhotoEndpoints: Endpoint[] = [
  post("/puppies/{id}/photos", {
    operationId: "uploadPuppyPhoto",
    tags,
    permission: "breeding:write",
    summary: "Add a photo to a puppy; once it is one of the dogs, to the dog, with the right to change dogs",
    ...photoUpload,
    params,
    body: formBody(z.object(photoFields)),
    returns: oneOf(puppyPhoto, "The stored photo"),
    refusals: ["PUPPY_PHOTO_LIMIT_REACHED", "PHOTO_LIMIT_REACHED", ...photoUpload.refusals],
    run: async ({ env, params: { id: puppyId }, body: { photo: file, caption } }) => {
      const added = await acceptFile(env, file, {
        admit: async () => await env.runMutation(internal.litters.puppyPhotos.admit, { puppyId }),
        insert: async (files) =>
          await env.runMutation(internal.litters.puppyPhotos.insert, { puppyId, files, caption }),
      });
      return { ...added, puppyId };
    },
  }),
  get("/puppies/{id}/photos", {
    operationId: "listPuppyPhotos",
    tags,
    permission: "breeding:read",
    summary:
      "List a puppy's photos, the newest first; those of a puppy that is one of the dogs are the dog's",
    params,
    returns: listOf(puppyPhoto, "The photos"),
    run: async ({ env, params }) => await env.runQuery(api.litters.puppyPhotos.list, { puppyId: params.id }),
  }),
  photos.step("patch", "", {
    operationId: "updatePuppyPhoto",
    summary: "Change the caption of a puppy's photo; null or an empty one clears it",
    body: captionBody,
    example: exampleCaption,
    run: async (env, args, body) =>
      await env.runMutation(api.litters.puppyPhotos.setCaption, { ...args, ...body }),
  }),
  photos.remove({
    summary: "Delete a puppy's photo and its files",
    run: async (env, args) => await env.runMutation(api.litters.puppyPhotos.remove, args),
  }),
];
