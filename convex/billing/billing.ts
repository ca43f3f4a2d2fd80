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

/** Returns how many dogs the kennel's plan allows, and whether another dog can be added. */
export const dogLimitCheck = kennelQuery({
  permission: "dogs:read",
  args: {},
  returns: dogLimitShape,
  handler: async (ctx) => await describeDogLimit(ctx, ctx.access.kennelId),
});

/** Describes the kennel's plan. */
export const subscription = kennelQuery({
  permission: "billing:read",
  args: {},
  returns: subscriptionShape,
  handler: async (ctx) => await describeSubscription(ctx, ctx.access),
});

/** Returns the person who pays for the kennel, for the actions that open the provider's pages. */
export const beginPayment = innerKennelMutation({
  permission: "billing:write",
  args: { addresses: v.record(v.string(), v.string()) },
  returns: payerShape,
  handler: async (ctx, { addresses }) => await admitPayment(ctx, ctx.access, addresses),
});

/** Saves a person's customer id at the provider, and returns the stored id. */
export const keepCustomer = internalMutation({
  args: { userId: v.id("users"), mode: billingModeValidator, stripeCustomerId: v.string() },
  returns: v.string(),
  handler: async (ctx, { userId, mode, stripeCustomerId }) => await keep(ctx, userId, mode, stripeCustomerId),
});

/** Deletes a customer id that no longer exists at the provider. */
export const forgetCustomer = internalMutation({
  args: { stripeCustomerId: v.string() },
  returns: v.null(),
  handler: async (ctx, { stripeCustomerId }) => await forget(ctx, stripeCustomerId),
});

/** Saves a customer's open checkout, and returns the previous checkout. */
export const keepCheckout = internalMutation({
  args: { stripeCustomerId: v.string(), checkoutId: v.string() },
  returns: v.union(v.string(), v.null()),
  handler: async (ctx, { stripeCustomerId, checkoutId }) => await keepOpen(ctx, stripeCustomerId, checkoutId),
});

/** Numbers the next load of a customer's subscription and returns the number; null if the event needs no load. */
export const beginSync = internalMutation({
  args: { stripeCustomerId: v.string(), eventId: v.string() },
  returns: v.union(v.number(), v.null()),
  handler: async (ctx, { stripeCustomerId, eventId }) => await begin(ctx, stripeCustomerId, eventId),
});

/** Saves a loaded state unless a newer state is already saved. */
export const finishSync = internalMutation({
  args: fetchedArgs,
  returns: v.null(),
  handler: async (ctx, fetched) => await finish(ctx, fetched),
});

/** Ends a plan whose paid time is over. */
export const endPlan = internalMutation({
  args: { accountId: v.id("billingAccounts"), worksUntil: v.number() },
  returns: v.null(),
  handler: async (ctx, { accountId, worksUntil }) => await end(ctx, accountId, worksUntil),
});

/**
 * Gives a plan to the person with this email address; null removes the plan. Operators call this function from the
 * CLI.
 */
export const setPlan = internalMutation({
  args: { email: v.string(), tier: v.union(paidTierValidator, v.null()) },
  returns: v.null(),
  handler: async (ctx, { email, tier }) => await givePlan(ctx, email, tier),
});
