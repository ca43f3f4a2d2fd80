/**
 * Files of deleted records, kept as long as these can be brought back. Written by
 * platform/model/files/keptFiles.ts; a restored record takes its file back, and the row is deleted.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { rows } from "./rows";

export const keptFiles = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    storageId: v.id("_storage"),
    keptSince: v.number(),
    /** Absent in rows older than the field, until they are measured. */
    bytes: v.optional(v.number()),
  })
    .index("by_kennel_and_storage", ["kennelId", "storageId"])
    .index("by_storage", ["storageId"])
    // Across kennels: old ones are deleted in all kennels.
    .index("by_kept", ["keptSince"]),
);
