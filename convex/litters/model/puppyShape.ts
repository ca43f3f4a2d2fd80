/** What functions take and return for puppies, their weighings and health checks. Nothing is absent, only null. */
import { v, type Infer } from "convex/values";
import {
  PUPPY_FIELDS,
  PUPPY_FORM_FIELDS,
  PUPPY_STATE,
  RESERVATION_FIELDS,
  SALE_FIELDS,
} from "../../../domain/litters/record";
import type { Doc } from "../../_generated/dataModel";
import { answerFields, answerOf, changeArgs, newArgs } from "../../platform/tables/recordValidators";

const textOrNull = v.union(v.string(), v.null());
const numberOrNull = v.union(v.number(), v.null());
const optionalText = v.optional(textOrNull);
const optionalNumber = v.optional(numberOrNull);

const RECORDED = { ...PUPPY_FIELDS, ...PUPPY_STATE };

export const puppyShape = v.object({
  _id: v.id("puppies"),
  kennelId: v.id("kennels"),
  litterId: v.id("litters"),
  ...answerFields(RECORDED),
  reservedAt: numberOrNull,
  saleRecordedOn: textOrNull,
  createdAt: v.number(),
  updatedAt: v.number(),
});
export type Puppy = Infer<typeof puppyShape>;

/** A puppy that has taken a step, with what a person should look at again. */
export const steppedPuppyShape = puppyShape.extend({ warnings: v.array(v.string()) });
export type SteppedPuppy = Infer<typeof steppedPuppyShape>;

/** Fields of a puppy that a person types; domain/litters/schemas.ts then checks what they hold. */
export const puppyArgs = changeArgs(PUPPY_FORM_FIELDS);

/** Arguments of a reservation. */
export const reservationArgs = newArgs(RESERVATION_FIELDS);

/** Arguments of a sale. */
export const saleArgs = newArgs(SALE_FIELDS);

export const weightShape = v.object({
  puppyId: v.id("puppies"),
  grams: v.number(),
  weighedAt: v.number(),
  entryKey: v.string(),
});
export type Weight = Infer<typeof weightShape>;

export const puppyCheckShape = v.object({
  _id: v.id("puppyHealthChecks"),
  puppyId: v.id("puppies"),
  checkDate: v.string(),
  weightGrams: numberOrNull,
  temperatureFahrenheit: numberOrNull,
  notes: textOrNull,
  veterinarian: textOrNull,
  createdAt: v.number(),
  updatedAt: v.number(),
});
export type PuppyCheck = Infer<typeof puppyCheckShape>;

/** Arguments of a health check. */
export const puppyCheckArgs = {
  weightGrams: optionalNumber,
  temperatureFahrenheit: optionalNumber,
  notes: optionalText,
  veterinarian: optionalText,
};

/** Makes the response of a stored puppy. */
export const toPuppy = (row: Doc<"puppies">): Puppy => ({
  _id: row._id,
  kennelId: row.kennelId,
  litterId: row.litterId,
  ...answerOf(RECORDED, row),
  isStillborn: row.isStillborn ?? false,
  reservedAt: row.reservedAt ?? null,
  saleRecordedOn: row.saleRecordedOn ?? null,
  createdAt: row._creationTime,
  updatedAt: row.updatedAt,
});

/** Makes the response of a stored weighing. */
export const toWeight = ({ puppyId, grams, weighedAt, entryKey }: Doc<"puppyWeights">): Weight => ({
  puppyId,
  grams,
  weighedAt,
  entryKey,
});

/** Makes the response of a stored health check. */
export const toPuppyCheck = (row: Doc<"puppyHealthChecks">): PuppyCheck => ({
  _id: row._id,
  puppyId: row.puppyId,
  checkDate: row.checkDate,
  weightGrams: row.weightGrams ?? null,
  temperatureFahrenheit: row.temperatureFahrenheit ?? null,
  notes: row.notes ?? null,
  veterinarian: row.veterinarian ?? null,
  createdAt: row._creationTime,
  updatedAt: row.updatedAt,
});
