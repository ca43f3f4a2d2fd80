/**
 * Files of deleted records that can still be restored. Written by platform/model/files/keptFiles.ts. A restored
 * record gets its file back, and the row is deleted.
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
    /** Absent in rows from before this field existed, until the size is measured. */
    bytes: v.optional(v.number()),
  })
    .index("by_kennel_and_storage", ["kennelId", "storageId"])
    .index("by_storage", ["storageId"])
    // Old rows of all kennels are deleted together.
    .index("by_kept", ["keptSince"]),
);
