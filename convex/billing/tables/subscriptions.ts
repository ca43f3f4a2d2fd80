/**
 * Plans that an operator gave to people, in addition to what they pay for (billingAccounts). A plan belongs to a
 * person and applies to all kennels that they own. Written by billing/model/subscriptions.ts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

/** The tiers that have a price. */
export const paidTierValidator = v.union(
  v.literal("individual"),
  v.literal("professional"),
  v.literal("enterprise"),
);

export const subscriptions = defineTable({
  userId: v.id("users"),
  subscriptionTier: paidTierValidator,
  updatedAt: v.number(),
}).index("by_user", ["userId"]);
