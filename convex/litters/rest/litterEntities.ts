/**
 * The entities of litters, puppies and health checks in REST responses. Shapes: document 001 section 3, decisions
 * GAP-LIT-05, GAP-PUP-01 and GAP-PUP-03.
 */
import { v } from "convex/values";
import { PUPPY_FIELDS, PUPPY_STATE } from "../../../domain/litters/record";
import { litterEntryShape } from "../model/litterShape";
import { pictureShape } from "../../platform/model/files/photoShape";
import type { AddedPhoto } from "../model/puppyPhotos";
import { puppies } from "../model/puppies";
import { puppyCheckShape, type PuppyCheck } from "../model/puppyShape";
import { aboutPhoto } from "../../dogs/rest/dogEntities";
import { breedingEntry, litter as litterAlone } from "../../breedings/rest/breedingEntities";
import { count, dayLike, id } from "../../platform/rest/entities";
import { answerOf, joined, withWarnings } from "../../platform/rest/returned";
import { z } from "../../platform/rest/zod";

export const puppy = answerOf("Puppy", puppies.shape.omit("saleRecordedOn"), {
  fields: {
    ...PUPPY_FIELDS,
    ...PUPPY_STATE,
  },
});

export const steppedPuppy = withWarnings("SteppedPuppy", puppy);

export const litter = joined(
  "LitterEntry",
  litterAlone,
  answerOf(null, litterEntryShape.pick("kennelId", "breeding", "puppies"), {
    about: { breeding: breedingEntry, puppies: puppy },
    more: {
      shape: { _count: z.object({ puppies: count }) },
      of: (entry) => ({ _count: { puppies: entry.puppies.length } }),
    },
  }),
);

export const savedLitter = withWarnings("SavedLitter", litter);

export const puppyCheck = answerOf(
  "PuppyHealthCheck",
  puppyCheckShape.omit("weightGrams", "temperatureFahrenheit"),
  {
    about: { checkDate: dayLike("2025-03-19") },
    more: {
      shape: {
        weight: z.number().nullable().openapi({ description: "Grams", example: 980 }),
        temperature: z.number().nullable().openapi({ description: "Degrees Fahrenheit", example: 100.4 }),
      },
      of: ({ weightGrams: weight, temperatureFahrenheit: temperature }: PuppyCheck) => ({
        weight,
        temperature,
      }),
    },
  },
);

/** If a photo is sent after the puppy was recorded as a dog, it belongs to the dog. */
export const puppyPhoto = answerOf("PuppyPhoto", pictureShape.extend({ puppyId: v.string() }), {
  about: { ...aboutPhoto, puppyId: id },
  more: {
    shape: {
      dogId: id
        .nullable()
        .openapi({ description: "The dog that the puppy has become, whose photo it then is" }),
    },
    of: (sent: Omit<AddedPhoto, "puppyId"> & { puppyId: string; dogId?: string }) => ({
      dogId: sent.dogId ?? null,
    }),
  },
});
