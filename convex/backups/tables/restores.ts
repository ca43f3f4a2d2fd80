/**
 * Restores of backups, from saving the present state to the final count. While one is in progress the kennel's
 * members can change nothing else (`isRestoring` of their memberships). Written by backups/model/restores.ts.
 *
 *   saving ──▶ writing ──▶ counting ──▶ finished
 *                 └───────────┴──fails──▶ (the saved state is written back) ──▶ failed
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

/** Adds missing records, also overwrites existing ones, or also removes newer ones. */
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
  /** Records written so far, and in total. */
  done: v.number(),
  total: v.number(),
  added: v.number(),
  replaced: v.number(),
  removed: v.number(),
  errors: v.array(restoreErrorValidator),
  /** The number of errors; the list holds the first. */
  errorCount: v.number(),
};

export const restores = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    userId: v.id("users"),
    /** What is written: the requested backup, or the state before once that failed. */
    backupId: v.id("backups"),
    savedId: v.optional(v.id("backups")),
    mode: restoreModeValidator,
    state: restoreStateValidator,
    /** Whether the state before is being put back. */
    isUndoing: v.boolean(),
    /** Whether its records are unchanged since they were read here; absent before writing. */
    isMadeHere: v.optional(v.boolean()),
    /** Counts the attempts, so that one that was given up cannot write anything. */
    attempt: v.number(),
    /** Attempts since something was last written. */
    tries: v.number(),
    ...restoreProgressFields,
    /**
     * The next step of the counting, absent for the first, and the cursor in its table. While writing, the place
     * where it continues.
     */
    counting: v.optional(v.string()),
    /** The step's number in an earlier version; its counting starts again. */
    step: v.optional(v.number()),
    cursor: v.union(v.string(), v.null()),
    /** The action that drives it; absent within a request, until it is resumed. */
    jobId: v.optional(v.id("_scheduled_functions")),
    /** Why it failed, in words for the breeder. */
    problem: v.optional(v.string()),
    startedAt: v.number(),
    stateSince: v.number(),
  })
    .index("by_kennel_and_started", ["kennelId", "startedAt"])
    .index("by_backup", ["backupId"])
    // Led by the state: the sweep looks for stopped jobs in all kennels.
    .index("by_state_and_since", ["state", "stateSince"]),
);
