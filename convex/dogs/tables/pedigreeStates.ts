/**
 * One row per kennel about its pedigrees as a whole, separate from the rows that lists read. Written by
 * model/pedigreeStates.ts
 * and pedigree/follows.ts in the transaction of the change, and by pedigree/model/pedigreeWork.ts.
 *
 *   of `packed`: reading --every dog has a place--> linking --every dog has its parents--> ready
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const packedValidator = v.object({
  state: v.union(v.literal("reading"), v.literal("linking"), v.literal("ready")),
  /** The first place of this packing; lower places belong to a former packing. */
  first: v.number(),
  /** How many places have been given to dogs. */
  size: v.number(),
  /** Where reading or linking continues, and its progress. */
  cursor: v.union(v.string(), v.null()),
  done: v.number(),
  /** How many dogs still need a coefficient, and how many did at the start. */
  pending: v.number(),
  pendingOf: v.number(),
  /**
   * The content hash of each part (domain/pedigree/packed.ts); empty for a part that was last written before hashes
   * were stored.
   */
  fingerprints: v.optional(v.array(v.string())),
  /**
   * The keys of the dogs' breeds; the parts contain a breed's position, counted from 1. Absent in a pedigree that was
   * packed by an earlier version, until it is packed again.
   */
  breeds: v.optional(v.array(v.string())),
});

export const pedigreeStates = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    /** Rises when a dog is added or deleted, or when its identity or relations change. */
    revision: v.number(),
    /** The import whose ancestors are hidden because it is not finished or is being removed. */
    hiddenImportId: v.optional(v.id("importRuns")),
    /** The calculation whose coefficients were shown before the packed pedigree contained them. */
    coefficientRunId: v.optional(v.id("coefficientRuns")),
    /** How the kennel's pedigree is packed in `pedigreeParts`; absent until it is. */
    packed: v.optional(packedValidator),
    /** When the last step of the background work started; absent if there is nothing to do. */
    workedAt: v.optional(v.number()),
  })
    .index("by_kennel", ["kennelId"])
    // The index begins with the time, because the sweep looks in all kennels for work that stopped or never
    // started.
    .index("by_worked", ["workedAt", "hiddenImportId", "packed.pending"]),
);
