/**
 * The shape of a litter as typed: form, REST and functions parse with it. Whether the numbers fit together is in
 * domain/litters/counts.ts, what the breeding has to say about the day in convex/litters/model/litters.ts.
 */
import { z } from "zod";
import { MAX_PUPPIES_BORN } from "../constants/litters";
import { optionalNotes, requiredDay } from "./fields";

/** A number of puppies; whole, not negative, and no more than any litter ever had. */
const puppies = (label: string) =>
  z
    .number({ error: `${label} must be a number` })
    .int(`${label} must be a whole number`)
    .min(0, `${label} cannot be negative`)
    .max(MAX_PUPPIES_BORN, `${label} must be at most ${MAX_PUPPIES_BORN}`);

/** How the whelping went. */
const whelpingSchema = z.object(
  {
    complications: optionalNotes("Complications"),
    assistanceRequired: z.boolean({ error: "Assistance required must be yes or no" }).optional(),
    veterinarianPresent: z.boolean({ error: "Veterinarian present must be yes or no" }).optional(),
    notes: optionalNotes("Whelping notes"),
  },
  { error: "Whelping must be an object" },
);

/** A new litter: the day is needed, numbers that are not given are none. */
export const newLitterSchema = z.object({
  whelpingDate: requiredDay("Whelping date", "Whelping date is required"),
  numberBorn: puppies("Number born").default(0),
  numberAlive: puppies("Number alive").default(0),
  numberMales: puppies("Number of males").default(0),
  numberFemales: puppies("Number of females").default(0),
  notes: optionalNotes("Notes"),
  whelping: whelpingSchema.optional(),
});

/** A change of a litter: what is absent stays, what is null or empty is cleared. */
export const litterChangesSchema = z.object({
  whelpingDate: newLitterSchema.shape.whelpingDate.optional(),
  numberBorn: puppies("Number born").optional(),
  numberAlive: puppies("Number alive").optional(),
  numberMales: puppies("Number of males").optional(),
  numberFemales: puppies("Number of females").optional(),
  notes: optionalNotes("Notes"),
  whelping: whelpingSchema.optional(),
});

export type LitterChanges = z.output<typeof litterChangesSchema>;
