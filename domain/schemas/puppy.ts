/**
 * The shapes of puppies, their weighings, health checks, reservations and sales as typed: form, REST and functions
 * parse with these. The way of the status is in domain/litters/puppy-status.ts. Sources: decisions GAP-PUP-01 to 03.
 */
import { z } from "zod";
import { GENDERS } from "../constants/dogs";
import {
  BIRTH_ASSISTANCE,
  MAX_BIRTH_WEIGHT_GRAMS,
  MAX_PRICE_CENTS,
  MAX_PUPPIES_BORN,
  MAX_PUPPY_GRAMS,
  MAX_TEMPERATURE_FAHRENHEIT,
  MIN_TEMPERATURE_FAHRENHEIT,
  PRESENTATIONS,
  PUPPY_STATUSES,
} from "../constants/litters";
import {
  optionalDay,
  optionalEmail,
  optionalMeasure,
  optionalNotes,
  optionalText,
  requiredDay,
  requiredText,
} from "./fields";

const oneOf = <const Values extends readonly [string, ...string[]]>(label: string, values: Values) =>
  z.enum(values, { error: `${label} must be ${values.join(", ")}` }).nullish();

const cents = (label: string) =>
  z
    .number({ error: `${label} must be a number` })
    .int(`${label} must be in whole cents`)
    .min(0, `${label} cannot be negative`)
    .max(MAX_PRICE_CENTS, `${label} must be at most $1,000,000`);

/** A status that is set alone; a death has a day, today unless it is given. */
export const puppyStatusSchema = z.object({
  status: z.enum(PUPPY_STATUSES, { error: `Status must be ${PUPPY_STATUSES.join(", ")}` }),
  diedOn: optionalDay("Date of death"),
});

const puppyFields = {
  order: z
    .number({ error: "Order must be a number" })
    .int("Order must be a whole number")
    .min(1, "Order must be at least 1")
    .max(MAX_PUPPIES_BORN, `Order must be at most ${MAX_PUPPIES_BORN}`)
    .optional(),
  name: optionalText("Name"),
  gender: oneOf("Gender", GENDERS),
  color: optionalText("Color"),
  markings: optionalText("Markings"),
  collarColor: optionalText("Collar color"),
  microchipNumber: optionalText("Microchip number"),
  notes: optionalNotes("Notes"),
  bornAt: z.number({ error: "Time of birth must be a time" }).int("Time of birth must be a time").nullish(),
  birthWeightGrams: optionalMeasure("Birth weight", MAX_BIRTH_WEIGHT_GRAMS, "grams"),
  presentation: oneOf("Presentation", PRESENTATIONS),
  assistance: oneOf("Assistance", BIRTH_ASSISTANCE),
  priceCents: cents("Price").nullish(),
};

/** A new puppy; nothing is needed, for at night beside the box every field may come later. */
export const newPuppySchema = z.object({
  ...puppyFields,
  isStillborn: z.boolean({ error: "Stillborn must be yes or no" }).optional(),
});

/** A change of a puppy: what is absent stays, what is null or empty is cleared. */
export const puppyChangesSchema = z.object(puppyFields);

const buyerFields = {
  buyerEmail: optionalEmail("Buyer email"),
  buyerPhone: optionalText("Buyer phone"),
  buyerAddress: optionalText("Buyer address"),
};

/** A reservation. */
export const reservationSchema = z.object({
  buyerName: requiredText("Buyer name", "Buyer name is required"),
  ...buyerFields,
  depositCents: cents("Deposit").nullish(),
  priceCents: cents("Price").nullish(),
  reservedUntil: optionalDay("Reserved until"),
});

/** A sale; the buyer of a reserved puppy need not be typed again, which convex/litters/model/puppySales.ts checks. */
export const saleSchema = z.object({
  buyerName: optionalText("Buyer name"),
  ...buyerFields,
  depositCents: cents("Deposit").nullish(),
  priceCents: cents("Price").nullish(),
  saleDate: optionalDay("Sale date"),
});

/** A weighing. */
export const weighingSchema = z.object({
  grams: z
    .number({ error: "Weight must be a number" })
    .int("Weight must be in whole grams")
    .positive("Weight must be positive")
    .max(MAX_PUPPY_GRAMS, `Weight must be at most ${MAX_PUPPY_GRAMS} grams`),
  weighedAt: z.number({ error: "Time must be a time" }).int("Time must be a time"),
  entryKey: z.string().min(8, "Entry key must have at least 8 characters").max(64, "Entry key is too long"),
});

const checkFields = {
  weightGrams: optionalMeasure("Weight", MAX_PUPPY_GRAMS, "grams"),
  temperatureFahrenheit: z
    .number({ error: "Temperature must be a number" })
    .min(MIN_TEMPERATURE_FAHRENHEIT, `Temperature must be at least ${MIN_TEMPERATURE_FAHRENHEIT} °F`)
    .max(MAX_TEMPERATURE_FAHRENHEIT, `Temperature must be at most ${MAX_TEMPERATURE_FAHRENHEIT} °F`)
    .nullish(),
  notes: optionalNotes("Notes"),
  veterinarian: optionalText("Veterinarian"),
};

const checkDate = requiredDay("Check date", "Check date is required");

/** A new health check. */
export const newPuppyCheckSchema = z.object({ checkDate, ...checkFields });

/** A change of a health check: what is absent stays, what is null or empty is cleared. */
export const puppyCheckChangesSchema = z.object({ checkDate: checkDate.optional(), ...checkFields });

export type NewPuppy = z.output<typeof newPuppySchema>;
