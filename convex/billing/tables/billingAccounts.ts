/**
 * A person's customer id at the payment provider, and the state of their subscription: one row per person and mode
 * (the sandbox, the provider's test mode, live), so that a test payment counts for nothing live. Created by the
 * first checkout, updated only by signed webhooks (billing/model/billingSync.ts). Belongs to a person, not a
 * kennel.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { PAID_TIERS, SUBSCRIPTION_STATUSES } from "../../../domain/billing/rules";

export const billingModeValidator = v.union(v.literal("sandbox"), v.literal("test"), v.literal("live"));

export const paidSubscriptionValidator = v.object({
  /** The provider's name for it. */
  id: v.string(),
  tier: v.union(...PAID_TIERS.map((tier) => v.literal(tier))),
  status: v.union(...SUBSCRIPTION_STATUSES.map((status) => v.literal(status))),
  currentPeriodEnd: v.number(),
  worksUntil: v.union(v.number(), v.null()),
});

export const billingAccounts = defineTable({
  userId: v.id("users"),
  mode: billingModeValidator,
  stripeCustomerId: v.string(),
  /** The checkout opened last; earlier ones are closed, so that nobody pays twice. */
  checkoutId: v.union(v.string(), v.null()),
  subscription: v.union(paidSubscriptionValidator, v.null()),
  /** Whether the subscription has ended; set by a scheduled job, as queries have no clock. */
  hasEnded: v.boolean(),
  /** How many loads were numbered, and the number of the newest saved one. */
  asked: v.number(),
  kept: v.number(),
  updatedAt: v.number(),
})
  .index("by_user_and_mode", ["userId", "mode"])
  .index("by_stripe_customer", ["stripeCustomerId"]);
