/**
 * The current record of a former id. A record that a restore adds, or that is brought back, gets a new id; by this
 * row the same backup, restored again, finds it instead of adding it twice, and so does the undo of a deletion.
 * Written by backups/model/restoreWriting.ts and history/model/formerIds.ts.
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
    /** The restore that added it; absent for an undone deletion. */
    restoreId: v.optional(v.id("restores")),
    /** Whether it stands for a record that already existed under another id, of which there may be only one. */
    isTwin: v.optional(v.boolean()),
  }).index("by_kennel_and_former", ["kennelId", "formerId"]),
);
