/**
 * The entities of litters, puppies and health checks in REST answers. Shapes: document
 * 001 section 3, decisions GAP-LIT-05, GAP-PUP-01 and GAP-PUP-03.
 */
import { PUPPY_FIELDS, PUPPY_STATE } from "../../../domain/litters/record";
import type { LitterEntry } from "../model/litterShape";
import type { Photo } from "../../platform/model/files/photoShape";
import type { PuppyPhoto } from "../model/puppyPhotos";
import type { Puppy } from "../model/puppies";
import type { PuppyCheck } from "../model/puppyShape";
import { photoAnswer } from "../../dogs/rest/dogEntities";
import {
  breedingEntryAnswer,
  litterAnswer,
  toBreedingEntryAnswer,
  toLitterAnswer,
} from "../../breedings/rest/breedingEntities";
import { recordResponses, toRecordResponse } from "../../platform/rest/recordResponses";
import { answer } from "../../platform/rest/calls";
import {
  dayLike,
  id,
  instant,
  textOrNull,
  toInstant,
  toInstantOrNull,
  toWarned,
  toWritten,
  withWarnings,
  writtenFields,
} from "../../platform/rest/entities";
import { z } from "../../platform/rest/zod";

const RECORDED = { ...PUPPY_FIELDS, ...PUPPY_STATE };
const { saleDate, dogId, ...recorded } = recordResponses(RECORDED);

const puppyAnswer = z
  .object({
    id,
    kennelId: id,
    litterId: id,
    ...recorded,
    reservedAt: instant.nullable(),
    saleDate,
    dogId,
    ...writtenFields,
  })
  .openapi("Puppy");

const litterEntryAnswer = litterAnswer
  .extend({
    kennelId: id,
    breeding: breedingEntryAnswer,
    puppies: z.array(puppyAnswer),
    _count: z.object({ puppies: z.number().int() }),
  })
  .openapi("LitterEntry");

const savedLitterAnswer = withWarnings(litterEntryAnswer).openapi("SavedLitter");

const puppyCheckAnswer = z
  .object({
    id,
    puppyId: id,
    checkDate: dayLike("2025-03-19"),
    weight: z.number().nullable().openapi({ description: "Grams", example: 980 }),
    temperature: z.number().nullable().openapi({ description: "Degrees Fahrenheit", example: 100.4 }),
    notes: textOrNull,
    veterinarian: textOrNull,
    ...writtenFields,
  })
  .openapi("PuppyHealthCheck");

const puppyPhotoAnswer = photoAnswer
  .omit({ isPrimary: true })
  .extend({
    puppyId: id,
    dogId: id
      .nullable()
      .openapi({ description: "The dog that the puppy has become, whose photo it then is" }),
  })
  .openapi("PuppyPhoto");

const toPuppyAnswer = ({ _id, kennelId, litterId, reservedAt, ...puppy }: Puppy) => ({
  id: _id,
  kennelId,
  litterId,
  ...toRecordResponse(RECORDED, puppy),
  reservedAt: toInstantOrNull(reservedAt),
  ...toWritten(puppy),
});

const toLitterEntryAnswer = ({ breeding, puppies, kennelId, ...litter }: LitterEntry) => ({
  ...toLitterAnswer(litter),
  kennelId,
  breeding: toBreedingEntryAnswer(breeding),
  puppies: puppies.map(toPuppyAnswer),
  _count: { puppies: puppies.length },
});

const toPuppyCheckAnswer = ({ _id, weightGrams, temperatureFahrenheit, ...check }: PuppyCheck) => ({
  id: _id,
  ...check,
  weight: weightGrams,
  temperature: temperatureFahrenheit,
  ...toWritten(check),
});

type SentPhoto = Omit<PuppyPhoto, "puppyId"> & { puppyId: string } & Partial<
    Pick<Photo, "dogId" | "isPrimary">
  >;

/** A photo of a puppy; one that was sent after it had become a dog is the dog's. */
export const puppyPhoto = answer(
  puppyPhotoAnswer,
  ({ _id, createdAt, isPrimary: _, ...photo }: SentPhoto) => ({
    id: _id,
    dogId: null,
    ...photo,
    createdAt: toInstant(createdAt),
  }),
);
export const puppy = answer(puppyAnswer, toPuppyAnswer);
/** A puppy that has taken a step, with the warnings about it. */
export const steppedPuppy = answer(
  withWarnings(puppyAnswer).openapi("SteppedPuppy"),
  toWarned(toPuppyAnswer),
);
export const puppyCheck = answer(puppyCheckAnswer, toPuppyCheckAnswer);
/** A litter with its breeding and puppies. */
export const litter = answer(litterEntryAnswer, toLitterEntryAnswer);
export const savedLitter = answer(savedLitterAnswer, toWarned(toLitterEntryAnswer));
