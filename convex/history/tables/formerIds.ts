/**
 * Which record a former id stands for now. A record that a restore adds, or that is brought back, gets a new id; by
 * this row the same backup, restored again, finds it instead of adding it twice, and so does the other way back.
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
    /** The restore that added it; absent for what was brought back from its deletion. */
    restoreId: v.optional(v.id("restores")),
    /** Whether it stands for a record that was there under another id, of which there may be only one. */
    isTwin: v.optional(v.boolean()),
  }).index("by_kennel_and_former", ["kennelId", "formerId"]),
);
