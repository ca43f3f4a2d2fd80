/**
 * Which fields of a record somebody changed, as it was kept before `changes` told it. Nothing writes it any more; a
 * migration deletes it.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "./rows";

export const edits = rows(
  "log",
  defineTable({
    kennelId: v.id("kennels"),
    recordId: v.string(),
    /** The `updatedAt` that the record got by this change. */
    savedAt: v.number(),
    savedBy: v.id("users"),
    fields: v.array(v.string()),
  }).index("by_kennel_and_record_and_saved", ["kennelId", "recordId", "savedAt"]),
);
