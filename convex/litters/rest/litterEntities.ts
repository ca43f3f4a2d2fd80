/**
 * The entities of litters, puppies and health checks in REST answers. Shapes: document
 * 001 section 3, decisions GAP-LIT-05, GAP-PUP-01 and GAP-PUP-03.
 */
import { PUPPY_FIELDS, PUPPY_STATE } from "../../../domain/records/puppy";
import type { LitterEntry } from "../model/litterShape";
import type { Puppy, PuppyCheck } from "../model/puppyShape";
import {
  breedingEntryAnswer,
  litterAnswer,
  toBreedingEntryAnswer,
  toLitterAnswer,
} from "../../breedings/rest/breedingEntities";
import { recordResponses, toRecordResponse } from "../../platform/rest/recordResponses";
import { z } from "../../platform/rest/zod";

const textOrNull = z.string().nullable();
const id = z.string().openapi({ example: "jd7f3k9m2" });
const instant = z.string().openapi({ format: "date-time", example: "2025-06-15T12:00:00.000Z" });

const RECORDED = { ...PUPPY_FIELDS, ...PUPPY_STATE };
const { saleDate, dogId, ...recorded } = recordResponses(RECORDED);

export const puppyAnswer = z
  .object({
    id,
    kennelId: id,
    litterId: id,
    ...recorded,
    reservedAt: instant.nullable(),
    saleDate,
    dogId,
    createdAt: instant,
    updatedAt: instant,
  })
  .openapi("Puppy");

export const litterEntryAnswer = litterAnswer
  .extend({
    kennelId: id,
    breeding: breedingEntryAnswer,
    puppies: z.array(puppyAnswer),
    _count: z.object({ puppies: z.number().int() }),
  })
  .openapi("LitterEntry");

export const savedLitterAnswer = litterEntryAnswer
  .extend({
    warnings: z.array(z.string()).openapi({ description: "Warnings about what was saved" }),
  })
  .openapi("SavedLitter");

export const puppyCheckAnswer = z
  .object({
    id,
    puppyId: id,
    checkDate: z.string().openapi({ description: "Calendar day, YYYY-MM-DD", example: "2025-03-19" }),
    weight: z.number().nullable().openapi({ description: "Grams", example: 980 }),
    temperature: z.number().nullable().openapi({ description: "Degrees Fahrenheit", example: 100.4 }),
    notes: textOrNull,
    veterinarian: textOrNull,
    createdAt: instant,
    updatedAt: instant,
  })
  .openapi("PuppyHealthCheck");

const toInstant = (ms: number): string => new Date(ms).toISOString();

/** Makes a puppy's REST answer. */
export const toPuppyAnswer = ({
  _id,
  kennelId,
  litterId,
  reservedAt,
  createdAt,
  updatedAt,
  ...puppy
}: Puppy) => ({
  id: _id,
  kennelId,
  litterId,
  ...toRecordResponse(RECORDED, puppy),
  reservedAt: reservedAt === null ? null : toInstant(reservedAt),
  createdAt: toInstant(createdAt),
  updatedAt: toInstant(updatedAt),
});

/** Makes the REST response of a litter with its breeding and puppies. */
export const toLitterEntryAnswer = ({ breeding, puppies, kennelId, ...litter }: LitterEntry) => ({
  ...toLitterAnswer(litter),
  kennelId,
  breeding: toBreedingEntryAnswer(breeding),
  puppies: puppies.map(toPuppyAnswer),
  _count: { puppies: puppies.length },
});

/** Makes a health check's REST answer. */
export const toPuppyCheckAnswer = ({ _id, weightGrams, temperatureFahrenheit, ...check }: PuppyCheck) => ({
  id: _id,
  ...check,
  weight: weightGrams,
  temperature: temperatureFahrenheit,
  createdAt: toInstant(check.createdAt),
  updatedAt: toInstant(check.updatedAt),
});
