/**
 * Accounts with a requested deletion. A row exists from the request until everything is deleted. Written by
 * accounts/model/accountDeletions.ts; the row is deleted last.
 *
 *     waiting ──cancelled──► (no row)
 *        └─────14 days─────► removing ──all deleted──► (no row)
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

export const accountDeletions = defineTable({
  userId: v.id("users"),
  /** The identity provider's id of the account. The id is still needed after the person's row is deleted. */
  tokenIdentifier: v.string(),
  confirmationId: v.string(),
  state: v.union(v.literal("waiting"), v.literal("removing")),
  requestedAt: v.number(),
  dueAt: v.number(),
})
  .index("by_user", ["userId"])
  .index("by_state_and_due", ["state", "dueAt"]);
