/**
 * The shape of a litter as typed: form, REST and functions parse with it. The fields are those of
 * domain/records/litter.ts; whether the numbers fit together is in domain/litters/counts.ts, what the breeding has to
 * say about the day in convex/litters/model/litters.ts.
 */
import { z } from "zod";
import { LITTER_FIELDS, WHELPING_FIELDS } from "../records/litter";
import { changeShape, newShape } from "../records/record";

const whelping = z
  .object(changeShape(WHELPING_FIELDS).shape, { error: "Whelping must be an object" })
  .optional();

/** A new litter: the day is needed, numbers that are not given are none. */
export const newLitterSchema = newShape(LITTER_FIELDS).extend({ whelping });

/** A change of a litter: what is absent stays, what is null or empty is cleared. */
export const litterChangesSchema = changeShape(LITTER_FIELDS).extend({ whelping });

export type LitterChanges = z.output<typeof litterChangesSchema>;
