/**
 * Restores of backups, from the saving of the present state to the last number counted again. While one is under way
 * the kennel's people change nothing else (`isRestoring` of their memberships). Written by backups/model/restores.ts.
 *
 *   saving ──▶ writing ──▶ counting ──▶ finished
 *                 └───────────┴──fails──▶ (the saved state is written back) ──▶ failed
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

/** Adds what is missing, also overwrites what is there, or also removes what came later. */
export const restoreModeValidator = v.union(v.literal("add"), v.literal("overwrite"), v.literal("exact"));
export const restoreStateValidator = v.union(
  v.literal("saving"),
  v.literal("writing"),
  v.literal("counting"),
  v.literal("finished"),
  v.literal("failed"),
);

/** A record that was left out, and why. Source: decision GAP-BAK-06. */
export const restoreErrorValidator = v.object({ kind: v.string(), id: v.string(), message: v.string() });

/** How far a restore has come. */
export const restoreProgressFields = {
  /** Records written so far, and in all. */
  done: v.number(),
  total: v.number(),
  added: v.number(),
  replaced: v.number(),
  removed: v.number(),
  errors: v.array(restoreErrorValidator),
  /** Errors in all; the list holds the first. */
  errorCount: v.number(),
};

export const restores = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    userId: v.id("users"),
    /** What is being written: what was asked for, or the state before once that failed. */
    backupId: v.id("backups"),
    savedId: v.optional(v.id("backups")),
    mode: restoreModeValidator,
    state: restoreStateValidator,
    /** Whether the state before is being put back. */
    isUndoing: v.boolean(),
    /** Whether its records are as they were read here; absent before the writing. */
    isMadeHere: v.optional(v.boolean()),
    /** Counts the tries, so that one that was given up on cannot write any more. */
    attempt: v.number(),
    /** Tries since something was last written. */
    tries: v.number(),
    ...restoreProgressFields,
    /** The step of the counting that is next, without one the first; and the cursor in its table. While writing, where that goes on. */
    counting: v.optional(v.string()),
    /** Its number in an earlier version, whose counting begins again. */
    step: v.optional(v.number()),
    cursor: v.union(v.string(), v.null()),
    /** The action that drives it; absent within a request, until it is taken up. */
    jobId: v.optional(v.id("_scheduled_functions")),
    /** Why nothing came of it, in the breeder's words. */
    problem: v.optional(v.string()),
    startedAt: v.number(),
    stateSince: v.number(),
  })
    .index("by_kennel_and_started", ["kennelId", "startedAt"])
    .index("by_backup", ["backupId"])
    // Led by the state: the sweep looks for what stands still in all kennels.
    .index("by_state_and_since", ["state", "stateSince"]),
);
