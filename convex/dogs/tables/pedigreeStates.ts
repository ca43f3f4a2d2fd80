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
  /** The first place of this packing; lower ones are of a former packing. */
  first: v.number(),
  /** Places given out since. */
  size: v.number(),
  /** Where reading or linking continues, and its progress. */
  cursor: v.union(v.string(), v.null()),
  done: v.number(),
  /** Dogs whose coefficients are still to be calculated, and how many there were at the start. */
  pending: v.number(),
  pendingOf: v.number(),
  /**
   * The content hash of each part (domain/pedigree/packed.ts); empty if it was not written since hashes are stored.
   */
  fingerprints: v.optional(v.array(v.string())),
});

export const pedigreeStates = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    /** Increased when a dog is added, deleted, or changes in its identity or relations. */
    revision: v.number(),
    /** The import whose ancestors are hidden, not finished yet or being removed. */
    hiddenImportId: v.optional(v.id("importRuns")),
    /** The calculation whose coefficients were shown before they were kept live. */
    coefficientRunId: v.optional(v.id("coefficientRuns")),
    /** How the kennel's pedigree is packed in `pedigreeParts`; absent until it is. */
    packed: v.optional(packedValidator),
    /** When the last step of the work on it started; absent if nothing is to do. */
    workedAt: v.optional(v.number()),
  })
    .index("by_kennel", ["kennelId"])
    // Led by the time: the sweep looks for work that stopped or never started, in all kennels.
    .index("by_worked", ["workedAt", "hiddenImportId", "packed.pending"]),
);
