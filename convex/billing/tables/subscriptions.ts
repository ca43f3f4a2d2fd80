/**
 * Plans that an operator granted to people, in addition to paid plans (billingAccounts). A plan belongs to a person
 * and applies to all kennels that the person owns. Written by billing/model/subscriptions.ts.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";

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
