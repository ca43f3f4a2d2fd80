/**
 * The nightly backup of a kennel: whether it is switched on, and when the next backup is due. Written by
 * backups/model/backupSchedules.ts. Source: BAK-08, decision GAP-BAK-03.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const backupSchedules = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    keepCount: v.number(),
    /** Absent while the nightly backup is switched off. */
    nextAt: v.optional(v.number()),
  })
    .index("by_kennel", ["kennelId"])
    // The nightly job reads the due backups of all kennels.
    .index("by_next", ["nextAt"]),
);
