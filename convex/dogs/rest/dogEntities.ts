/** What the REST API says of dogs and their photos. */
import type { z as Zod } from "@hono/zod-openapi";
import { DOG_FIELDS } from "../../../domain/records/dog";
import type { Photo } from "../../platform/model/photoShape";
import { id, instant, textOrNull, toInstant } from "../../platform/rest/entities";
import { recordResponses } from "../../platform/rest/recordResponses";
import { z } from "../../platform/rest/zod";
import type { Dog } from "../model/dogShape";

const parent = z.object({ id, name: z.string(), breed: z.string() }).nullable();

const photoPath = (picture: string) =>
  z.string().openapi({
    description: `${picture}, fetched with GET /api and this path; signed, so it needs no token, for 12 to 24 hours`,
    example: "/uploads/photos/kh74m2/full?signature=5f0c",
  });

export const photoAnswer = z
  .object({
    id,
    dogId: id,
    filePath: photoPath("The picture"),
    previewPath: photoPath("The picture in at most 1024 pixels"),
    thumbnailPath: photoPath("The picture in at most 256 pixels"),
    isPrimary: z.boolean(),
    caption: textOrNull.openapi({ example: "At 8 weeks" }),
    createdAt: instant,
  })
  .openapi("Photo");

export const dogAnswer = z
  .object({
    id,
    kennelId: id,
    isExternal: z
      .boolean()
      .openapi({ example: false, description: "An ancestor outside the kennel: not listed, not counted" }),
    ...recordResponses(DOG_FIELDS),
    sire: parent,
    dam: parent,
    photos: z.array(photoAnswer).openapi({ description: "Only the primary photo in lists of dogs" }),
    _count: z.object({ healthRecords: z.number().int(), offspring: z.number().int() }),
    createdAt: instant,
    updatedAt: instant,
  })
  .openapi("Dog");

export const savedDogAnswer = dogAnswer
  .extend({
    warnings: z.array(z.string()).openapi({ description: "Warnings about what was saved" }),
  })
  .openapi("SavedDog");

const toParent = (dog: Dog["sire"]) => dog && { id: dog._id, name: dog.name, breed: dog.breed };

/** Makes the REST response of a photo. */
export const toPhotoAnswer = ({ _id, createdAt, ...photo }: Photo): Zod.input<typeof photoAnswer> => ({
  id: _id,
  ...photo,
  createdAt: toInstant(createdAt),
});

/** Makes the REST response of a dog. */
export const toDogAnswer = ({ _id, ...dog }: Dog): Zod.input<typeof dogAnswer> => ({
  id: _id,
  ...dog,
  sire: toParent(dog.sire),
  dam: toParent(dog.dam),
  photos: dog.photos.map(toPhotoAnswer),
  createdAt: toInstant(dog.createdAt),
  updatedAt: toInstant(dog.updatedAt),
});
