/** What functions take and answer for puppies, their weighings and health checks. Nothing is absent, only null. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import { genderValidator } from "../../dogs/tables/dogs";
import { birthAssistanceValidator, presentationValidator, puppyStatusValidator } from "../tables/puppies";

const textOrNull = v.union(v.string(), v.null());
const numberOrNull = v.union(v.number(), v.null());
const optionalText = v.optional(textOrNull);
const optionalNumber = v.optional(numberOrNull);

const buyerShape = v.union(
  v.object({ name: v.string(), email: textOrNull, phone: textOrNull, address: textOrNull }),
  v.null(),
);

export const puppyShape = v.object({
  _id: v.id("puppies"),
  kennelId: v.id("kennels"),
  litterId: v.id("litters"),
  order: v.number(),
  name: textOrNull,
  gender: v.union(genderValidator, v.null()),
  color: textOrNull,
  markings: textOrNull,
  collarColor: textOrNull,
  microchipNumber: textOrNull,
  notes: textOrNull,
  bornAt: numberOrNull,
  birthWeightGrams: numberOrNull,
  presentation: v.union(presentationValidator, v.null()),
  assistance: v.union(birthAssistanceValidator, v.null()),
  isStillborn: v.boolean(),
  status: puppyStatusValidator,
  diedOn: textOrNull,
  priceCents: numberOrNull,
  depositCents: numberOrNull,
  buyer: buyerShape,
  reservedUntil: textOrNull,
  reservedAt: numberOrNull,
  saleDate: textOrNull,
  saleRecordedOn: textOrNull,
  dogId: v.union(v.id("dogs"), v.null()),
  createdAt: v.number(),
  updatedAt: v.number(),
});
export type Puppy = Infer<typeof puppyShape>;

/** Fields of a puppy that a person types; domain/schemas/puppy.ts then checks what they hold. */
export const puppyArgs = {
  order: v.optional(v.number()),
  name: optionalText,
  gender: optionalText,
  color: optionalText,
  markings: optionalText,
  collarColor: optionalText,
  microchipNumber: optionalText,
  notes: optionalText,
  bornAt: optionalNumber,
  birthWeightGrams: optionalNumber,
  presentation: optionalText,
  assistance: optionalText,
  priceCents: optionalNumber,
};

const buyerArgs = { buyerEmail: optionalText, buyerPhone: optionalText, buyerAddress: optionalText };

/** Arguments of a reservation. */
export const reservationArgs = {
  buyerName: v.string(),
  ...buyerArgs,
  depositCents: optionalNumber,
  priceCents: optionalNumber,
  reservedUntil: optionalText,
};

/** Arguments of a sale. */
export const saleArgs = {
  buyerName: optionalText,
  ...buyerArgs,
  depositCents: optionalNumber,
  priceCents: optionalNumber,
  saleDate: optionalText,
};

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

const toBuyer = (buyer: Doc<"puppies">["buyer"]): Puppy["buyer"] =>
  buyer
    ? {
        name: buyer.name,
        email: buyer.email ?? null,
        phone: buyer.phone ?? null,
        address: buyer.address ?? null,
      }
    : null;

/** Makes the answer of a stored puppy. */
export const toPuppy = (row: Doc<"puppies">): Puppy => ({
  _id: row._id,
  kennelId: row.kennelId,
  litterId: row.litterId,
  order: row.order,
  name: row.name ?? null,
  gender: row.gender ?? null,
  color: row.color ?? null,
  markings: row.markings ?? null,
  collarColor: row.collarColor ?? null,
  microchipNumber: row.microchipNumber ?? null,
  notes: row.notes ?? null,
  bornAt: row.bornAt ?? null,
  birthWeightGrams: row.birthWeightGrams ?? null,
  presentation: row.presentation ?? null,
  assistance: row.assistance ?? null,
  isStillborn: row.isStillborn ?? false,
  status: row.status,
  diedOn: row.diedOn ?? null,
  priceCents: row.priceCents ?? null,
  depositCents: row.depositCents ?? null,
  buyer: toBuyer(row.buyer),
  reservedUntil: row.reservedUntil ?? null,
  reservedAt: row.reservedAt ?? null,
  saleDate: row.saleDate ?? null,
  saleRecordedOn: row.saleRecordedOn ?? null,
  dogId: row.dogId ?? null,
  createdAt: row._creationTime,
  updatedAt: row.updatedAt,
});

/** Makes the answer of a stored weighing. */
export const toWeight = ({ puppyId, grams, weighedAt, entryKey }: Doc<"puppyWeights">): Weight => ({
  puppyId,
  grams,
  weighedAt,
  entryKey,
});

/** Makes the answer of a stored health check. */
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
