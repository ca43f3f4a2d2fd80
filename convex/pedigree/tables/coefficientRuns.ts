/**
 * The calculations that earlier versions made for the table `coefficients`. No code writes these rows any longer. A
 * migration deletes them with their files.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

const COEFFICIENT_STATES = ["reading", "reckoning", "finished", "cancelled", "failed"] as const;
const coefficientStateValidator = v.union(...COEFFICIENT_STATES.map((state) => v.literal(state)));

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
    /** If the revision has increased since reading began, the result is out of date. */
    revision: v.number(),
    done: v.number(),
    total: v.number(),
    /** An attempt that was replaced has an older number and cannot write anything. */
    attempt: v.number(),
    snapshotId: v.optional(v.id("_storage")),
    checkpointId: v.optional(v.id("_storage")),
    checkpointAt: v.number(),
    summary: v.optional(breedSummaryValidator),
    startedAt: v.number(),
    stateSince: v.number(),
  })
    .index("by_kennel_and_started", ["kennelId", "startedAt"])
    // The sweep looks for interrupted work in all kennels.
    .index("by_state_and_since", ["state", "stateSince"])
    // The sweep of stored files uses this index to find the row of a file.
    .index("by_snapshot", ["snapshotId"])
    .index("by_checkpoint", ["checkpointId"]),
);
