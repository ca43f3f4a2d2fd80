/**
 * The registered functions of plans: limits, the subscription, and the functions that payment actions and webhooks
 * call.
 */
import { v } from "convex/values";
import { innerKennelMutation, internalMutation, kennelQuery } from "../platform/functions";
import {
  forgetCustomer as forget,
  keepCheckout as keepOpen,
  keepCustomer as keep,
} from "./model/billingAccounts";
import { beginSync as begin, endPlan as end, fetchedArgs, finishSync as finish } from "./model/billingSync";
import { describeDogLimit, dogLimitShape } from "./model/dogLimit";
import {
  beginPayment as admitPayment,
  describeSubscription,
  payerShape,
  subscriptionShape,
} from "./model/subscriptionInfo";
import { setPlan as givePlan } from "./model/subscriptions";
import { billingModeValidator } from "./tables/billingAccounts";
import { paidTierValidator } from "./tables/subscriptions";

export const dogLimitCheck = kennelQuery({
  permission: "dogs:read",
  args: {},
  returns: dogLimitShape,
  handler: async (ctx) => await describeDogLimit(ctx, ctx.access.kennelId),
});

export const subscription = kennelQuery({
  permission: "billing:read",
  args: {},
  returns: subscriptionShape,
  handler: async (ctx) => await describeSubscription(ctx, ctx.access),
});

/** Actions that open the provider's pages call this function. */
export const beginPayment = innerKennelMutation({
  permission: "billing:write",
  args: { addresses: v.record(v.string(), v.string()) },
  returns: payerShape,
  handler: async (ctx, { addresses }) => await admitPayment(ctx, ctx.access, addresses),
});

/** Returns the stored id, which may be an earlier one. */
export const keepCustomer = internalMutation({
  args: { userId: v.id("users"), mode: billingModeValidator, stripeCustomerId: v.string() },
  returns: v.string(),
  handler: async (ctx, { userId, mode, stripeCustomerId }) => await keep(ctx, userId, mode, stripeCustomerId),
});

export const forgetCustomer = internalMutation({
  args: { stripeCustomerId: v.string() },
  returns: v.null(),
  handler: async (ctx, { stripeCustomerId }) => await forget(ctx, stripeCustomerId),
});

/** Returns the previous checkout. */
export const keepCheckout = internalMutation({
  args: { stripeCustomerId: v.string(), checkoutId: v.string() },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { stripeCustomerId, checkoutId }) => await keepOpen(ctx, stripeCustomerId, checkoutId),
});

/** Returns null if the event needs no load. */
export const beginSync = internalMutation({
  args: { stripeCustomerId: v.string(), eventId: v.string() },
  returns: v.union(v.number(), v.null()),
  handler: async (ctx, { stripeCustomerId, eventId }) => await begin(ctx, stripeCustomerId, eventId),
});

export const finishSync = internalMutation({
  args: fetchedArgs,
  returns: v.null(),
  handler: async (ctx, fetched) => await finish(ctx, fetched),
});

export const endPlan = internalMutation({
  args: { accountId: v.id("billingAccounts"), worksUntil: v.number() },
  returns: v.null(),
  handler: async (ctx, { accountId, worksUntil }) => await end(ctx, accountId, worksUntil),
});

/** Null removes the plan. Operators call this function from the CLI. */
export const setPlan = internalMutation({
  args: { email: v.string(), tier: v.union(paidTierValidator, v.null()) },
  returns: v.null(),
  handler: async (ctx, { email, tier }) => await givePlan(ctx, email, tier),
});
