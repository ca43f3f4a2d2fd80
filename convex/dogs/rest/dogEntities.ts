/** Dogs and their photos in the REST API. */
import { v } from "convex/values";
import { DOG_FIELDS } from "../../../domain/dogs/record";
import { photoShape } from "../../platform/model/files/photoShape";
import { count, textOrNull } from "../../platform/rest/entities";
import { answerOf, withWarnings } from "../../platform/rest/returned";
import { z } from "../../platform/rest/zod";
import { dogShape } from "../model/dogShape";

const photoPath = (picture: string) =>
  z.string().openapi({
    description: `${picture}, fetched with GET /api and this path; signed, so it needs no token, for 12 to 24 hours`,
    example: "/uploads/photos/kh74m2/full?signature=5f0c",
  });

/** The API reference shows these texts for photos of dogs and puppies. */
export const aboutPhoto = {
  filePath: photoPath("The picture"),
  previewPath: photoPath("The picture in at most 1024 pixels"),
  thumbnailPath: photoPath("The picture in at most 256 pixels"),
  caption: textOrNull.openapi({ example: "At 8 weeks" }),
};

export const photo = answerOf("Photo", photoShape, { about: aboutPhoto });

/** The parent is part of its offspring or breeding. */
export const parent = answerOf(null, v.object({ _id: v.id("dogs"), name: v.string(), breed: v.string() }));

export const dog = answerOf("Dog", dogShape, {
  fields: DOG_FIELDS,
  about: {
    isExternal: z
      .boolean()
      .openapi({ example: false, description: "An ancestor outside the kennel: not listed, not counted" }),
    sire: parent,
    dam: parent,
    photos: { ...photo, description: "Only the primary photo in lists of dogs" },
    _count: z.object({ healthRecords: count, offspring: count }),
  },
});

export const savedDog = withWarnings("SavedDog", dog);
