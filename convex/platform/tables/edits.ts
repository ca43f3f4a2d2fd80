/**
 * The changed fields of a record from before the table `changes` existed. No code writes this table any longer. A
 * migration deletes its rows.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "./rows";

export const edits = rows(
  "log",
  defineTable({
    kennelId: v.id("kennels"),
    recordId: v.string(),
    /** The record's `updatedAt` after the change. */
    savedAt: v.number(),
    savedBy: v.id("users"),
    fields: v.array(v.string()),
  }).index("by_kennel_and_record_and_saved", ["kennelId", "recordId", "savedAt"]),
);
