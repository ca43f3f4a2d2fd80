/**
 * The entities of litters, puppies and health checks in REST answers. Shapes: document
 * 001 section 3, decisions GAP-LIT-05, GAP-PUP-01 and GAP-PUP-03.
 */
import { GENDERS } from "../../../domain/constants/dogs";
import { BIRTH_ASSISTANCE, PRESENTATIONS, PUPPY_STATUSES } from "../../../domain/constants/litters";
import type { LitterEntry } from "../model/litterShape";
import type { Puppy, PuppyCheck } from "../model/puppyShape";
import {
  breedingEntryAnswer,
  litterAnswer,
  toBreedingEntryAnswer,
  toLitterAnswer,
} from "../../breedings/rest/breedingEntities";
import { toDollars } from "../../platform/rest/money";
import { z } from "../../platform/rest/zod";

const textOrNull = z.string().nullable();
const id = z.string().openapi({ example: "jd7f3k9m2" });
const instant = z.string().openapi({ format: "date-time", example: "2025-06-15T12:00:00.000Z" });
const dayOrNull = z.string().nullable().openapi({ description: "Calendar day, YYYY-MM-DD" });
const dollarsOrNull = z.number().nullable().openapi({ description: "US dollars", example: 1500 });

export const puppyAnswer = z
  .object({
    id,
    kennelId: id,
    litterId: id,
    order: z.number().int().openapi({ description: "Place in the birth order, from 1" }),
    name: textOrNull,
    gender: z.enum(GENDERS).nullable(),
    color: textOrNull,
    markings: textOrNull,
    collarColor: textOrNull,
    microchipNumber: textOrNull,
    notes: textOrNull,
    bornAt: instant.nullable(),
    birthWeight: z.number().nullable().openapi({ description: "Grams", example: 312 }),
    presentation: z.enum(PRESENTATIONS).nullable(),
    assistance: z.enum(BIRTH_ASSISTANCE).nullable(),
    isStillborn: z.boolean(),
    status: z.enum(PUPPY_STATUSES),
    diedOn: dayOrNull,
    price: dollarsOrNull,
    deposit: dollarsOrNull,
    buyer: z
      .object({ name: z.string(), email: textOrNull, phone: textOrNull, address: textOrNull })
      .nullable(),
    reservedUntil: dayOrNull,
    reservedAt: instant.nullable(),
    saleDate: dayOrNull,
    dogId: id.nullable().openapi({ description: "The dog it became" }),
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
const toInstantOrNull = (ms: number | null): string | null => (ms === null ? null : toInstant(ms));

/** Makes a puppy's REST answer. */
export const toPuppyAnswer = ({
  _id,
  birthWeightGrams,
  priceCents,
  depositCents,
  saleRecordedOn: _,
  ...puppy
}: Puppy) => ({
  id: _id,
  ...puppy,
  birthWeight: birthWeightGrams,
  price: toDollars(priceCents),
  deposit: toDollars(depositCents),
  bornAt: toInstantOrNull(puppy.bornAt),
  reservedAt: toInstantOrNull(puppy.reservedAt),
  createdAt: toInstant(puppy.createdAt),
  updatedAt: toInstant(puppy.updatedAt),
});

/** Makes the REST answer of a litter with its breeding and puppies. */
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
