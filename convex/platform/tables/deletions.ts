/**
 * Deleted records, stored whole until they can no longer be restored. The rows that one step deleted are stored in
 * parts that fit a document. Written by changes/recorder.ts in the transaction of the deletion, and by
 * history/model/cascades.ts for children that later batches delete. Deleted by platform/model/files/keptFiles.ts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { historyTableValidator } from "./changes";
import { rows } from "./rows";

export const deletions = rows(
  "work",
  defineTable({
    kennelId: v.id("kennels"),
    operation: v.string(),
    at: v.number(),
    /** A later batch deleted these rows. They are also restored in a batch. */
    isRest: v.optional(v.boolean()),
    rows: v.array(v.object({ table: historyTableValidator, id: v.string(), document: v.any() })),
  })
    .index("by_kennel_and_operation_and_rest", ["kennelId", "operation", "isRest"])
    // Old rows of all kennels are deleted together.
    .index("by_at", ["at"]),
  { isLarge: true },
);
