/**
 * The current record of a former id. A record that a backup restore adds, or that an undo restores, gets a new id.
 * With this row, a second restore of the same backup finds the record instead of adding it twice. Written by
 * backups/model/restoreWriting.ts and history/model/formerIds.ts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "../../platform/tables/rows";

export const formerIds = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    formerId: v.string(),
    currentId: v.string(),
    /** Absent for an undone deletion. */
    restoreId: v.optional(v.id("restores")),
    /** The record already existed under another id, and its unique key allows only one record. */
    isTwin: v.optional(v.boolean()),
  }).index("by_kennel_and_former", ["kennelId", "formerId"]),
);
