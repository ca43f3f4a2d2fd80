/**
 * The planned writes of an import in order, at most 80 entries in a step. Planning creates the steps. Writing the
 * import adds the former values of changed dogs, which an undo needs. The steps are deleted when the import can no
 * longer be undone.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { IMPORTED_DOG_FIELDS } from "../../../domain/dogs/record";
import { dogs } from "../../platform/tables/dogs";
import { rowFields } from "../../platform/tables/recordValidators";
import { rows } from "../../platform/tables/rows";

const valuesValidator = v
  .object({
    ...rowFields(IMPORTED_DOG_FIELDS),
    coOwners: v.array(v.object({ name: v.string(), share: v.union(v.number(), v.null()) })),
  })
  .partial();

const parentRef = v.optional(v.union(v.object({ dogId: v.id("dogs") }), v.object({ order: v.number() })));

export const importEntryValidator = v.union(
  v.object({
    kind: v.literal("add"),
    order: v.number(),
    isExternal: v.boolean(),
    values: valuesValidator,
    offspring: v.number(),
    sire: parentRef,
    dam: parentRef,
  }),
  v.object({
    kind: v.literal("change"),
    dogId: v.id("dogs"),
    isCompletion: v.boolean(),
    isAdoption: v.boolean(),
    values: valuesValidator,
    sire: parentRef,
    dam: parentRef,
  }),
  // Entries of old plans. Today, offspring are counted when a dog is written. A migration removes these entries.
  v.object({ kind: v.literal("count"), dogId: v.id("dogs"), change: v.number() }),
);

export const importSteps = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    runId: v.id("importRuns"),
    index: v.number(),
    entries: v.array(importEntryValidator),
    /** Includes the time at which the import saved the dogs. */
    before: v.optional(
      v.array(v.object({ dogId: v.id("dogs"), savedAt: v.number(), row: dogs.table.validator })),
    ),
  }).index("by_kennel_and_run", ["kennelId", "runId", "index"]),
  { isLarge: true },
);
