/**
 * Restores of backups, from saving the present state to the final count. While a restore is in progress, the
 * kennel's members cannot change anything (`isRestoring` of their memberships). Written by
 * backups/model/restores.ts.
 *
 *   saving ──▶ writing ──▶ counting ──▶ finished
 *                 └───────────┴──fails──▶ (the saved state is written back) ──▶ failed
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

/**
 * `add` only adds missing records, `overwrite` also overwrites existing records, and `exact` also deletes newer
 * records.
 */
export const restoreModeValidator = v.union(v.literal("add"), v.literal("overwrite"), v.literal("exact"));
export const restoreStateValidator = v.union(
  v.literal("saving"),
  v.literal("writing"),
  v.literal("counting"),
  v.literal("finished"),
  v.literal("failed"),
);

/** Source: decision GAP-BAK-06. */
export const restoreErrorValidator = v.object({ kind: v.string(), id: v.string(), message: v.string() });

export const restoreProgressFields = {
  /** Records written so far, and in total. */
  done: v.number(),
  total: v.number(),
  added: v.number(),
  replaced: v.number(),
  removed: v.number(),
  errors: v.array(restoreErrorValidator),
  /** `errors` contains only the first errors. */
  errorCount: v.number(),
};

export const restores = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    userId: v.id("users"),
    /** The requested backup, or the backup of the previous state if the requested backup failed. */
    backupId: v.id("backups"),
    savedId: v.optional(v.id("backups")),
    mode: restoreModeValidator,
    state: restoreStateValidator,
    /** The restore is writing the previous state back. */
    isUndoing: v.boolean(),
    /** This deployment created the backup, and its records are unchanged. Absent before writing begins. */
    isMadeHere: v.optional(v.boolean()),
    /** An attempt that was replaced has an older number and cannot write anything. */
    attempt: v.number(),
    /** Attempts since the last write. */
    tries: v.number(),
    ...restoreProgressFields,
    /**
     * The next step of the count (absent for the first) and its cursor. While records are written, the cursor is
     * the position at which writing continues.
     */
    counting: v.optional(v.string()),
    /**
     * An earlier version stored the number of a step. A restore with this field counts again from the beginning.
     */
    step: v.optional(v.number()),
    cursor: v.union(v.string(), v.null()),
    /** Absent while a request runs the restore. */
    jobId: v.optional(v.id("_scheduled_functions")),
    /** The text is shown to the breeder. */
    problem: v.optional(v.string()),
    startedAt: v.number(),
    stateSince: v.number(),
  })
    .index("by_kennel_and_started", ["kennelId", "startedAt"])
    .index("by_backup", ["backupId"])
    // The sweep looks for interrupted jobs in all kennels.
    .index("by_state_and_since", ["state", "stateSince"]),
);
