/** What the REST API says of dogs and their photos. */
import type { z as Zod } from "@hono/zod-openapi";
import { DOG_FIELDS } from "../../../domain/dogs/record";
import type { Photo } from "../../platform/model/files/photoShape";
import { answer } from "../../platform/rest/calls";
import {
  id,
  instant,
  parentAnswer,
  textOrNull,
  toInstant,
  toParentAnswer,
  toWarned,
  toWritten,
  withWarnings,
  writtenFields,
} from "../../platform/rest/entities";
import { recordResponses } from "../../platform/rest/recordResponses";
import { z } from "../../platform/rest/zod";
import type { Dog } from "../model/dogShape";

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

const dogAnswer = z
  .object({
    id,
    kennelId: id,
    isExternal: z
      .boolean()
      .openapi({ example: false, description: "An ancestor outside the kennel: not listed, not counted" }),
    ...recordResponses(DOG_FIELDS),
    sire: parentAnswer,
    dam: parentAnswer,
    photos: z.array(photoAnswer).openapi({ description: "Only the primary photo in lists of dogs" }),
    _count: z.object({ healthRecords: z.number().int(), offspring: z.number().int() }),
    ...writtenFields,
  })
  .openapi("Dog");

const savedDogAnswer = withWarnings(dogAnswer).openapi("SavedDog");

const toPhotoAnswer = ({ _id, createdAt, ...photo }: Photo): Zod.input<typeof photoAnswer> => ({
  id: _id,
  ...photo,
  createdAt: toInstant(createdAt),
});

const toDogAnswer = ({ _id, ...dog }: Dog): Zod.input<typeof dogAnswer> => ({
  id: _id,
  ...dog,
  sire: toParentAnswer(dog.sire),
  dam: toParentAnswer(dog.dam),
  photos: dog.photos.map(toPhotoAnswer),
  ...toWritten(dog),
});

export const photo = answer(photoAnswer, toPhotoAnswer);
export const dog = answer(dogAnswer, toDogAnswer);
export const savedDog = answer(savedDogAnswer, toWarned(toDogAnswer));
