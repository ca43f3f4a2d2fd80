/** The zod shapes of litters, puppies and applicants. */
import { z } from "zod";
import {
  LITTER_FIELDS,
  WHELPING_FIELDS,
  PUPPY_DEATH_FIELDS,
  PUPPY_FORM_FIELDS,
  PUPPY_STATE,
  RESERVATION_FIELDS,
  SALE_CORRECTION_FIELDS,
  SALE_FIELDS,
} from "./record";
import { changeShape, newShape } from "../records/record";
import { requiredDay, optionalMeasure, optionalNotes, optionalText } from "../records/parts";
import { MAX_PUPPY_GRAMS, MAX_TEMPERATURE_FAHRENHEIT, MIN_TEMPERATURE_FAHRENHEIT } from "./rules";

export const offerSchema = z.object({
  offerUntil: requiredDay("Answer by", "Choose the day by which they answer"),
});

/**
 * The form, REST and functions share this shape. domain/litters/counts.ts checks the numbers, and
 * convex/litters/model/litters.ts compares the date with the breeding.
 */

const whelping = z
  .object(changeShape(WHELPING_FIELDS).shape, { error: "Whelping must be an object" })
  .optional();

/** Missing numbers are 0. */
export const newLitterSchema = newShape(LITTER_FIELDS).extend({ whelping });

/** An omitted field stays unchanged, and null or empty clears a field. */
export const litterChangesSchema = changeShape(LITTER_FIELDS).extend({ whelping });

export type LitterChanges = z.output<typeof litterChangesSchema>;

/**
 * The form, REST and functions share these shapes. domain/litters/puppy-status.ts checks changes of status.
 * Sources: decisions GAP-PUP-01 to 03.
 */

/** A death has a date, by default today. */
export const puppyStatusSchema = z.object({
  status: PUPPY_STATE.status.schema,
  diedOn: PUPPY_STATE.diedOn.schema,
  ...changeShape(PUPPY_DEATH_FIELDS).shape,
});

/** A new puppy. No field is required, because beside the whelping box at night, any field may have to wait. */
export const newPuppySchema = newShape(PUPPY_FORM_FIELDS).extend({
  isStillborn: PUPPY_STATE.isStillborn.schema.optional(),
});

export const reservationSchema = newShape(RESERVATION_FIELDS);

/** The buyer of a reserved puppy need not be entered again. convex/litters/model/puppySales.ts checks this. */
export const saleSchema = newShape(SALE_FIELDS);

/** An omitted field stays unchanged, and null or empty clears a field. */
export const saleCorrectionSchema = changeShape(SALE_CORRECTION_FIELDS);

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

export const newPuppyCheckSchema = z.object({ checkDate, ...checkFields });

/** An omitted field stays unchanged, and null or empty clears a field. */
export const puppyCheckChangesSchema = z.object({ checkDate: checkDate.optional(), ...checkFields });
