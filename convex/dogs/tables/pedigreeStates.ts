/**
 * One row per kennel about its pedigrees as a whole, apart from what lists read. Written by model/pedigreeStates.ts
 * and pedigree/follows.ts in the transaction of the change, and by pedigree/model/pedigreeWork.ts.
 *
 *   of `packed`: reading --every dog has a place--> linking --every dog has its parents--> ready
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const packedValidator = v.object({
  state: v.union(v.literal("reading"), v.literal("linking"), v.literal("ready")),
  /** The first place of this packing; those below are of a former one. */
  first: v.number(),
  /** Places given out since. */
  size: v.number(),
  /** Where reading or linking goes on, and how far it is. */
  cursor: v.union(v.string(), v.null()),
  done: v.number(),
  /** Dogs whose coefficients are still to be calculated, and how many they were when that began. */
  pending: v.number(),
  pendingOf: v.number(),
  /** What each part holds, by its content (domain/pedigree/packed.ts); empty where it was not written since this is kept. */
  fingerprints: v.optional(v.array(v.string())),
});

export const pedigreeStates = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    /** Rises when a dog comes, goes, or changes in what identifies or relates it. */
    revision: v.number(),
    /** The import whose ancestors nobody sees yet, or no longer. */
    hiddenImportId: v.optional(v.id("importRuns")),
    /** The run whose coefficients were shown before they were kept live. */
    coefficientRunId: v.optional(v.id("coefficientRuns")),
    /** How the kennel's pedigree is packed in `pedigreeParts`; absent until it is. */
    packed: v.optional(packedValidator),
    /** When the last step of the work on it was begun; absent while there is none to do. */
    workedAt: v.optional(v.number()),
  })
    .index("by_kennel", ["kennelId"])
    // Led by the time: the sweep looks for what stands still, or was never begun, in all kennels.
    .index("by_worked", ["workedAt", "hiddenImportId", "packed.pending"]),
);
