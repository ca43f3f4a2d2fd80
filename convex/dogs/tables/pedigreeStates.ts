/**
 * One row per kennel about all its pedigrees. It is separate from rows that lists read, so that lists are not read
 * again when it changes. Written by model/pedigreeStates.ts and pedigree/follows.ts in the transaction of the
 * change, and by pedigree/model/pedigreeWork.ts.
 *
 *   state of `packed`: reading --every dog has a place--> linking --every dog has its parents--> ready
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const packedValidator = v.object({
  state: v.union(v.literal("reading"), v.literal("linking"), v.literal("ready")),
  /** The first place of this packing. Lower places belong to a former packing. */
  first: v.number(),
  /** This many places have been assigned to dogs. */
  size: v.number(),
  /** Reading or linking continues at the cursor. */
  cursor: v.union(v.string(), v.null()),
  done: v.number(),
  /** Dogs that still need a coefficient, and dogs that needed a coefficient at the start. */
  pending: v.number(),
  pendingOf: v.number(),
  /**
   * The content hash of each part (domain/pedigree/packed.ts); empty for a part that was written before hashes were
   * stored.
   */
  fingerprints: v.optional(v.array(v.string())),
  /**
   * The keys of the dogs' breeds. The parts contain the position of a breed in this list, counted from 1. Absent if
   * an earlier version packed the pedigree and no version has packed it since.
   */
  breeds: v.optional(v.array(v.string())),
});

export const pedigreeStates = rows(
  "calculated",
  defineTable({
    kennelId: v.id("kennels"),
    /** Increases when a dog is added or deleted, or when its identity or relations change. */
    revision: v.number(),
    /** The import is unfinished or is being removed, so its ancestors are hidden. */
    hiddenImportId: v.optional(v.id("importRuns")),
    /** The calculation whose coefficients were shown before the packed pedigree contained coefficients. */
    coefficientRunId: v.optional(v.id("coefficientRuns")),
    /** Absent until the first packing. */
    packed: v.optional(packedValidator),
    /** When the last step of the background work started; absent if there is no work. */
    workedAt: v.optional(v.number()),
  })
    .index("by_kennel", ["kennelId"])
    // The sweep searches all kennels for work that stopped or never started.
    .index("by_worked", ["workedAt", "hiddenImportId", "packed.pending"]),
);
