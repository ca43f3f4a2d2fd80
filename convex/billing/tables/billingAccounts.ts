/**
 * A person's customer id at the payment provider, and the state of the person's subscription. Each person has one
 * row for each mode (the sandbox, the provider's test mode, live), so a test payment does not count as live. The
 * first checkout creates the row, and only signed webhooks update the row (billing/model/billingSync.ts). A row
 * belongs to a person, not to a kennel.
 */
import { defineTable } from "convex/server";
import { v } from "convex/values";
import { PAID_TIERS, SUBSCRIPTION_STATUSES } from "../../../domain/billing/rules";

export const billingModeValidator = v.union(v.literal("sandbox"), v.literal("test"), v.literal("live"));

export const paidSubscriptionValidator = v.object({
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
  /** Earlier checkouts are closed, so that nobody pays twice. */
  checkoutId: v.union(v.string(), v.null()),
  subscription: v.union(paidSubscriptionValidator, v.null()),
  /** A scheduled function sets this field, because queries must not read the clock. */
  hasEnded: v.boolean(),
  /** The last given number of a load, and the number of the newest saved load. */
  asked: v.number(),
  kept: v.number(),
  updatedAt: v.number(),
})
  .index("by_user_and_mode", ["userId", "mode"])
  .index("by_stripe_customer", ["stripeCustomerId"]);
