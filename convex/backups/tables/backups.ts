/**
 * The backups of a kennel, both made here and uploaded as a file. The records are one stored text; photos and other
 * files stay where they are (backupFiles), so that ten backups of one photo store it once. Written by
 * backups/model/backups.ts and backups/model/backupMaking.ts.
 *
 *   making ──▶ ready        uploading ──▶ checking ──▶ ready
 *      └─────▶ failed                        └───────▶ failed
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { BACKUP_FORMATS, BACKUP_TYPES } from "../../../domain/backups/format";
import { rows } from "../../platform/tables/rows";

export const backupTypeValidator = v.union(...BACKUP_TYPES.map((type) => v.literal(type)));
export const backupFormatValidator = v.union(...BACKUP_FORMATS.map((format) => v.literal(format)));
export const backupStateValidator = v.union(
  v.literal("making"),
  v.literal("uploading"),
  v.literal("checking"),
  v.literal("ready"),
  v.literal("failed"),
);

export const backups = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    type: backupTypeValidator,
    format: backupFormatValidator,
    state: backupStateValidator,
    includesPhotos: v.boolean(),
    /** The day in its file's name: in the breeder's zone, or in the kennel's if nobody requested it. */
    day: v.string(),
    /** Who requested it; absent for a nightly backup. */
    userId: v.optional(v.id("users")),
    /** Progress, from 0 to 1. */
    progress: v.number(),
    /** Counts the attempts, so that one that was given up cannot store anything. */
    attempt: v.number(),
    /** The text of the records. */
    recordsId: v.optional(v.id("_storage")),
    recordsBytes: v.number(),
    /** The number of its files and their total size; for an upload, the size of the files that came with it. */
    fileCount: v.number(),
    fileBytes: v.number(),
    /** Records by their kind. */
    counts: v.record(v.string(), v.number()),
    checksum: v.optional(v.string()),
    /** The kennel of the records, and when they were read; another kennel for a file from elsewhere. */
    sourceKennelId: v.optional(v.string()),
    sourceKennelName: v.optional(v.string()),
    takenAt: v.optional(v.number()),
    /** What is wrong with it, in words for the breeder. */
    problems: v.optional(v.array(v.string())),
    startedAt: v.number(),
    stateSince: v.number(),
  })
    .index("by_kennel_and_started", ["kennelId", "startedAt"])
    .index("by_kennel_and_type_and_started", ["kennelId", "type", "startedAt"])
    .index("by_records", ["recordsId"])
    // Led by the state: the sweep looks for stopped jobs in all kennels.
    .index("by_state_and_since", ["state", "stateSince"])
    .index("by_type_and_since", ["type", "stateSince"]),
);
