/**
 * The backups of a kennel: created here, or uploaded as a file. The records are stored as one text. Photos and
 * other files are only referenced (backupFiles), so ten backups with the same photo store the photo only once.
 * Written by backups/model/backups.ts and backups/model/backupMaking.ts.
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
    /**
     * The day is part of the name of the downloaded file, in the time zone of the user who requested the backup. A
     * nightly backup uses the kennel's time zone.
     */
    day: v.string(),
    /** Absent for a nightly backup. */
    userId: v.optional(v.id("users")),
    /** From 0 to 1. */
    progress: v.number(),
    /** An attempt that was replaced has an older number and cannot store anything. */
    attempt: v.number(),
    recordsId: v.optional(v.id("_storage")),
    recordsBytes: v.number(),
    /** For an uploaded backup, only uploaded files are counted. */
    fileCount: v.number(),
    fileBytes: v.number(),
    /** The number of records of each kind. */
    counts: v.record(v.string(), v.number()),
    checksum: v.optional(v.string()),
    /** An uploaded backup may come from another kennel. */
    sourceKennelId: v.optional(v.string()),
    sourceKennelName: v.optional(v.string()),
    takenAt: v.optional(v.number()),
    /** The texts are shown to the breeder. */
    problems: v.optional(v.array(v.string())),
    startedAt: v.number(),
    stateSince: v.number(),
  })
    .index("by_kennel_and_started", ["kennelId", "startedAt"])
    .index("by_kennel_and_type_and_started", ["kennelId", "type", "startedAt"])
    .index("by_records", ["recordsId"])
    // The sweep looks for interrupted jobs in all kennels.
    .index("by_state_and_since", ["state", "stateSince"])
    .index("by_type_and_since", ["type", "stateSince"]),
);
