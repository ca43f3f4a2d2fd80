/** What functions take and answer for litters. Nothing is absent in an answer, only null. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import {
  breedingEntryShape,
  litterShape,
  toLitter,
  type BreedingEntry,
} from "../../breedings/model/breedingShape";
import { paginationShape } from "../../platform/model/paging";
import { puppyShape, toPuppy } from "./puppyShape";

/** A litter with the breeding it came of and its puppies in the order of their birth. */
export const litterEntryShape = litterShape.extend({
  kennelId: v.id("kennels"),
  breeding: breedingEntryShape,
  puppies: v.array(puppyShape),
});
export type LitterEntry = Infer<typeof litterEntryShape>;

/** A litter just saved, with what a person should look at again. */
export const savedLitterShape = litterEntryShape.extend({ warnings: v.array(v.string()) });
export type SavedLitter = Infer<typeof savedLitterShape>;

export const litterPageShape = v.object({ data: v.array(litterEntryShape), pagination: paginationShape });
export type LitterPage = Infer<typeof litterPageShape>;

const optionalText = v.optional(v.union(v.string(), v.null()));

const litterArgs = {
  numberBorn: v.optional(v.number()),
  numberAlive: v.optional(v.number()),
  numberMales: v.optional(v.number()),
  numberFemales: v.optional(v.number()),
  notes: optionalText,
  whelping: v.optional(
    v.object({
      complications: optionalText,
      assistanceRequired: v.optional(v.boolean()),
      veterinarianPresent: v.optional(v.boolean()),
      notes: optionalText,
    }),
  ),
};

/** Arguments of a new litter; domain/schemas/litter.ts then checks what the fields hold. */
export const newLitterArgs = { whelpingDate: v.string(), ...litterArgs };

/** Arguments of a change: absent stays, null or empty is cleared. */
export const litterChangeArgs = { whelpingDate: v.optional(v.string()), ...litterArgs };

/** Makes the answer of a stored litter. */
export const toLitterEntry = (
  row: Doc<"litters">,
  breeding: BreedingEntry,
  puppies: readonly Doc<"puppies">[],
): LitterEntry => ({
  ...toLitter(row),
  kennelId: row.kennelId,
  breeding,
  puppies: puppies.map(toPuppy),
});
