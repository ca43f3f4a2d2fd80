/**
 * The current record of a former id. A record that is added by a backup restore or restored by an undo gets a new
 * id. With this row, a second restore of the same backup finds the record instead of adding it twice. The undo of a
 * deletion uses the row in the same way. Written by backups/model/restoreWriting.ts and history/model/formerIds.ts.
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
    /** The backup restore that added the record; absent for an undone deletion. */
    restoreId: v.optional(v.id("restores")),
    /**
     * Whether the row belongs to a record that already existed under another id and whose unique key allows only
     * one record.
     */
    isTwin: v.optional(v.boolean()),
  }).index("by_kennel_and_former", ["kennelId", "formerId"]),
);
