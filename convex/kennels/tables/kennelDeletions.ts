/**
 * Kennels with a requested deletion. A row exists from an owner's request until the kennel is deleted or the
 * request is cancelled. Written by kennels/model/kennelDeletions.ts. The table is separate, so that restoring a
 * backup cannot restore a request.
 *
 *   (no row) ──owner requests──► waiting ──cancelled──► (no row)
 *                                   └──14 days──► (kennel deleted, no row)
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const kennelDeletions = defineTable({
  kennelId: v.id("kennels"),
  userId: v.id("users"),
  requestedAt: v.number(),
  /** After this time, the deletion cannot be canceled. */
  dueAt: v.number(),
})
  .index("by_kennel", ["kennelId"])
  .index("by_due", ["dueAt"]);
