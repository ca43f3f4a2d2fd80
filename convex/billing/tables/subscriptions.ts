/**
 * Plans that an operator gave to people, whatever they pay for (that is billingAccounts). A plan is a person's and
 * holds for all kennels they own. Written by billing/model/subscriptions.ts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

/** The tiers that are paid for. */
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
