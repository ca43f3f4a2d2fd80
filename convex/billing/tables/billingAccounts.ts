/**
 * Who is which customer at the payment provider, and how their subscription stands there: one row per person and
 * mode (the sandbox, the provider's test mode, live), so that what was paid in a test counts for nothing live. Made
 * by the first checkout, kept in step by signed webhooks alone (billing/model/billingSync.ts). A person's, of no kennel.
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
  /** The checkout that was opened last; those before it are closed, so that nobody pays twice. */
  checkoutId: v.union(v.string(), v.null()),
  subscription: v.union(paidSubscriptionValidator, v.null()),
  /** Whether the subscription no longer works; set by the clock, as queries have none. */
  hasEnded: v.boolean(),
  /** How often the provider was asked for the state, and the newest asking whose answer is kept. */
  asked: v.number(),
  kept: v.number(),
  updatedAt: v.number(),
})
  .index("by_user_and_mode", ["userId", "mode"])
  .index("by_stripe_customer", ["stripeCustomerId"]);
