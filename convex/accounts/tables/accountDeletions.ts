/**
 * Accounts that are to be deleted: from the day that it was asked for until everything is gone. Written by
 * accounts/model/accountDeletions.ts; the row is the last thing that goes.
 *
 *     waiting ──cancelled──► (no row)
 *        └─────14 days─────► removing ──everything gone──► (no row)
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const accountDeletions = defineTable({
  userId: v.id("users"),
  /** By which the identity provider knows the account, when the person's own row is gone. */
  tokenIdentifier: v.string(),
  /** What cancels it. */
  confirmationId: v.string(),
  state: v.union(v.literal("waiting"), v.literal("removing")),
  requestedAt: v.number(),
  dueAt: v.number(),
})
  .index("by_user", ["userId"])
  .index("by_state_and_due", ["state", "dueAt"]);
