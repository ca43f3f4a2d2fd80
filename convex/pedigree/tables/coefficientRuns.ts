/**
 * The former calculations of `coefficients`. Nothing writes them any more; a migration deletes them with their
 * files.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

const COEFFICIENT_STATES = ["reading", "reckoning", "finished", "cancelled", "failed"] as const;
const coefficientStateValidator = v.union(...COEFFICIENT_STATES.map((state) => v.literal(state)));

/** What a breed's dogs come to. */
export const breedSummaryFields = {
  dogs: v.number(),
  founders: v.number(),
  inbredDogs: v.number(),
  mean: v.number(),
  ownMean: v.union(v.number(), v.null()),
  years: v.array(v.object({ year: v.number(), dogs: v.number(), mean: v.number() })),
};

const breedSummaryValidator = v.object({
  ...breedSummaryFields,
  mostInbred: v.array(v.object({ id: v.id("dogs"), coefficient: v.number() })),
});

export const coefficientRuns = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    state: coefficientStateValidator,
    /** The kennel's revision when reading began; a later one makes the result out of date. */
    revision: v.number(),
    done: v.number(),
    total: v.number(),
    /** Counts the attempts, so that one that was given up cannot write anything. */
    attempt: v.number(),
    /** The pedigree as it was read, and the coefficients found so far. */
    snapshotId: v.optional(v.id("_storage")),
    checkpointId: v.optional(v.id("_storage")),
    /** Places of the snapshot that are in the checkpoint. */
    checkpointAt: v.number(),
    summary: v.optional(breedSummaryValidator),
    startedAt: v.number(),
    stateSince: v.number(),
  })
    .index("by_kennel_and_started", ["kennelId", "startedAt"])
    // Led by the state: the sweep looks for stopped work in all kennels.
    .index("by_state_and_since", ["state", "stateSince"])
    // By which the sweep of stored files finds their owner.
    .index("by_snapshot", ["snapshotId"])
    .index("by_checkpoint", ["checkpointId"]),
);
