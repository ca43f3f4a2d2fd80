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

/** What the restore does: add missing records, also overwrite existing ones, or also delete newer ones. */
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
  /** The number of records written so far, and in total. */
  done: v.number(),
  total: v.number(),
  added: v.number(),
  replaced: v.number(),
  removed: v.number(),
  errors: v.array(restoreErrorValidator),
  /** The number of all errors; `errors` contains the first of them. */
  errorCount: v.number(),
};

export const restores = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    userId: v.id("users"),
    /** The backup that is being written: the requested one, or the state before if the requested one failed. */
    backupId: v.id("backups"),
    savedId: v.optional(v.id("backups")),
    mode: restoreModeValidator,
    state: restoreStateValidator,
    /** Whether the restore is writing the state before it. */
    isUndoing: v.boolean(),
    /**
     * Whether this deployment made the backup and its records are unchanged since; absent before writing begins.
     */
    isMadeHere: v.optional(v.boolean()),
    /** Counts the attempts; an attempt that was replaced has an older number and cannot write anything. */
    attempt: v.number(),
    /** How many attempts were made since something was last written. */
    tries: v.number(),
    ...restoreProgressFields,
    /**
     * The next step of the counting (absent for the first) and its cursor. While records are written, the place
     * where writing continues.
     */
    counting: v.optional(v.string()),
    /** The number of the step that an earlier version stored; such a restore counts again from the beginning. */
    step: v.optional(v.number()),
    cursor: v.union(v.string(), v.null()),
    /** The action that runs the restore; absent while a request runs it. */
    jobId: v.optional(v.id("_scheduled_functions")),
    /** Why the restore failed, in words for the breeder. */
    problem: v.optional(v.string()),
    startedAt: v.number(),
    stateSince: v.number(),
  })
    .index("by_kennel_and_started", ["kennelId", "startedAt"])
    .index("by_backup", ["backupId"])
    // The index begins with the state, because the sweep looks for interrupted jobs in all kennels.
    .index("by_state_and_since", ["state", "stateSince"]),
);
