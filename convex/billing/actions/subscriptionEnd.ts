"use node";
/**
 * Cancels a plan at the end of its paid period, or undoes the cancellation, without the provider's pages. The new
 * state is saved immediately and returned; the later webhook changes nothing.
 */
import { v } from "convex/values";
import type Stripe from "stripe";
import { fail } from "../../../domain/errors";
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { signedInAction } from "../../platform/functions";
// oxlint-disable-next-line @convex-dev/import-wrong-runtime -- this module runs in Node too, which the rule overlooks
import { atStripe } from "./stripeClient";
import { fetchSubscriptions, isLive, pickSubscription, readSubscription } from "./stripeState";

async function keepStanding(ctx: ActionCtx, stripe: Stripe, customer: string): Promise<void> {
  const event = { id: `asked_${crypto.randomUUID()}`, type: "studbook.subscription.changed" };
  const asked = { stripeCustomerId: customer, eventId: event.id };
  const number = await ctx.runMutation(internal.billing.billing.beginSync, asked);
  if (number === null) return;
  const counts = pickSubscription(await fetchSubscriptions(stripe, customer));
  await ctx.runMutation(internal.billing.billing.finishSync, {
    stripeCustomerId: customer,
    number,
    subscription: counts && readSubscription(counts),
    event,
  });
}

/** Throws NOT_FOUND if there is no paid plan, FORBIDDEN, RATE_LIMITED or PAYMENT_UNAVAILABLE. */
export const set = signedInAction({
  permission: "billing:write",
  args: { kennelId: v.string(), isEnding: v.boolean(), reason: v.optional(v.string()) },
  returns: v.null(),
  handler: async (ctx, { kennelId, isEnding, reason }): Promise<null> => {
    const { stripeCustomerId } = await ctx.runMutation(internal.billing.billing.beginPayment, {
      kennelId,
      addresses: {},
    });
    const customer = stripeCustomerId ?? fail("NOT_FOUND");
    await atStripe("ending a plan", async (stripe) => {
      const current = pickSubscription((await fetchSubscriptions(stripe, customer)).filter(isLive));
      if (!current) fail("NOT_FOUND");
      await stripe.subscriptions.update(current.id, {
        cancel_at_period_end: isEnding,
        ...(reason && { cancellation_details: { comment: reason } }),
      });
      await keepStanding(ctx, stripe, customer);
    });
    return null;
  },
});
