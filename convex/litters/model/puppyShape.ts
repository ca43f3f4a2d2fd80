/**
 * Arguments and results of the functions for sales, weights and health checks of puppies. A missing value is null
 * in a result. No field is absent.
 */
import { v, type Infer } from "convex/values";
import { RESERVATION_FIELDS, SALE_FIELDS } from "../../../domain/litters/record";
import type { Doc } from "../../_generated/dataModel";
import { newArgs } from "../../platform/tables/recordValidators";
import { textOrNull, numberOrNull } from "../../platform/tables/shared";

const optionalText = v.optional(textOrNull);
const optionalNumber = v.optional(numberOrNull);

export const reservationArgs = newArgs(RESERVATION_FIELDS);

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

export const puppyCheckArgs = {
  weightGrams: optionalNumber,
  temperatureFahrenheit: optionalNumber,
  notes: optionalText,
  veterinarian: optionalText,
};

export const toWeight = ({ puppyId, grams, weighedAt, entryKey }: Doc<"puppyWeights">): Weight => ({
  puppyId,
  grams,
  weighedAt,
  entryKey,
});

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
