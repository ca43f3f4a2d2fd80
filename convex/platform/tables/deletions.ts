/**
 * Deleted records, stored whole until they can no longer be brought back: the rows of one step in parts that fit a
 * document. Written by changes/recorder.ts in the transaction of the deletion and, for children deleted later in
 * batches, by history/model/cascades.ts; deleted by platform/model/files/keptFiles.ts.
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
    /** Whether its rows were deleted in a later batch, and are restored in one. */
    isRest: v.optional(v.boolean()),
    rows: v.array(v.object({ table: historyTableValidator, id: v.string(), document: v.any() })),
  })
    .index("by_kennel_and_operation_and_rest", ["kennelId", "operation", "isRest"])
    // Across kennels: old ones are deleted in all kennels.
    .index("by_at", ["at"]),
  { isLarge: true },
);
