/**
 * Kennels that are to be deleted: from the day that an owner asked for it until it is done or called off. Written by
 * kennels/model/kennelDeletions.ts, beside the kennel rather than on it, so that no restore of a backup brings a wish back.
 *
 *   (no row) ──owner asks──► waiting ──called off──► (no row)
 *                               └──14 days──► (kennel erased, row gone)
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const kennelDeletions = defineTable({
  kennelId: v.id("kennels"),
  /** The owner who asked. */
  userId: v.id("users"),
  requestedAt: v.number(),
  /** From when on it cannot be called off any longer. */
  dueAt: v.number(),
})
  .index("by_kennel", ["kennelId"])
  .index("by_due", ["dueAt"]);
