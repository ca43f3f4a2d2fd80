"use node";
/**
 * Opens the provider's pages: the checkout for a first plan, and the portal for every later change. A person is one
 * customer and has at most one open checkout. The amounts come from our price table, and the return address must
 * belong to Studbook. Only webhooks report payments to Studbook. Source: document 000 section 7, decisions
 * GAP-BILL-11 and 12.
 */
import { v, type Infer } from "convex/values";
import type Stripe from "stripe";
import { isPaidTier } from "../../../domain/billing/subscription";
import type { PaidTier } from "../../../domain/billing/rules";
import { fail } from "../../../domain/errors";
import { internal } from "../../_generated/api";
import type { ActionCtx } from "../../_generated/server";
import { signedInAction } from "../../platform/functions";
import type { payerShape } from "../model/subscriptionInfo";
// oxlint-disable-next-line @convex-dev/import-wrong-runtime -- this module runs in Node too, which the rule overlooks
import { atStripe, ignoreRefusal, isMissing, logFailure } from "./stripeClient";
import { ensurePortal, ensurePrices } from "./stripeCatalogue";
import { fetchSubscriptions, findTierItem, isLive, pickSubscription } from "./stripeState";

type Payer = Infer<typeof payerShape>;

/**
 * If two browsers start at the same time, both request the same customer. The second browser then finds the
 * customer already saved.
 */
const SAME_CUSTOMER_MS = 600_000;

async function makeCustomer(ctx: ActionCtx, stripe: Stripe, payer: Payer): Promise<string> {
  const { userId, email, name, mode } = payer;
  const moment = Math.floor(Date.now() / SAME_CUSTOMER_MS);
  const customer = await stripe.customers.create(
    { email, ...(name && { name }), metadata: { userId } },
    { idempotencyKey: `customer-${userId}-${email}-${moment}` },
  );
  const stripeCustomerId = customer.id;
  return await ctx.runMutation(internal.billing.billing.keepCustomer, { userId, mode, stripeCustomerId });
}

/** If the provider has deleted the customer, a new customer is created. */
async function forCustomer<T>(
  ctx: ActionCtx,
  stripe: Stripe,
  payer: Payer,
  run: (customer: string) => Promise<T>,
): Promise<T> {
  const customer = payer.stripeCustomerId ?? (await makeCustomer(ctx, stripe, payer));
  try {
    return await run(customer);
  } catch (error) {
    if (!isMissing(error, "customer")) throw error;
    await ctx.runMutation(internal.billing.billing.forgetCustomer, { stripeCustomerId: customer });
    return await run(await makeCustomer(ctx, stripe, payer));
  }
}

interface Wanted {
  readonly tier: PaidTier;
  readonly successUrl: string;
  readonly cancelUrl: string;
}

/** Closes the previously saved checkout, so that only the last checkout stays open. */
async function openCheckout(
  ctx: ActionCtx,
  stripe: Stripe,
  customer: string,
  wanted: Wanted,
  userId: string,
): Promise<string> {
  const prices = await ensurePrices(stripe);
  const { id, url } = await stripe.checkout.sessions.create({
    mode: "subscription",
    customer,
    line_items: [{ price: prices[wanted.tier], quantity: 1 }],
    success_url: wanted.successUrl,
    cancel_url: wanted.cancelUrl,
    client_reference_id: userId,
    subscription_data: { metadata: { userId } },
  });
  const before = await ctx.runMutation(internal.billing.billing.keepCheckout, {
    stripeCustomerId: customer,
    checkoutId: id,
  });
  // The earlier checkout may have just been paid or have expired. After a payment, the webhook closes the other
  // checkout.
  if (before !== null) await stripe.checkout.sessions.expire(before).catch(ignoreRefusal);
  return url ?? fail("PAYMENT_UNAVAILABLE");
}

/** The parameters are removed, because the portal returns to this address. */
const pageOf = (url: string): string => `${new URL(url).origin}${new URL(url).pathname}`;

/** If Stripe does not offer the page that confirms the change, opens the portal's first page. */
async function openChange(
  stripe: Stripe,
  customer: string,
  subscription: Stripe.Subscription,
  { tier, successUrl, cancelUrl }: Wanted,
): Promise<string> {
  const prices = await ensurePrices(stripe);
  const configuration = await ensurePortal(stripe, prices);
  const item = findTierItem(subscription)?.item;
  const usual = { customer, configuration, return_url: pageOf(cancelUrl) };
  if (!item || subscription.status === "past_due" || subscription.status === "unpaid") {
    return (await stripe.billingPortal.sessions.create(usual)).url;
  }
  try {
    const session = await stripe.billingPortal.sessions.create({
      ...usual,
      return_url: cancelUrl,
      flow_data: {
        type: "subscription_update_confirm",
        subscription_update_confirm: {
          subscription: subscription.id,
          items: [{ id: item.id, price: prices[tier], quantity: 1 }],
        },
        after_completion: { type: "redirect", redirect: { return_url: successUrl } },
      },
    });
    return session.url;
  } catch (error) {
    if (isMissing(error, "customer")) throw error;
    logFailure("opening a change of plan", error);
    return (await stripe.billingPortal.sessions.create(usual)).url;
  }
}

const addressShape = v.object({ url: v.string() });

/**
 * The owner pays for a tier, or confirms the change to a tier. Throws NOT_FOUND for an unknown tier, FORBIDDEN,
 * VALIDATION_FAILED for an address outside Studbook, or PAYMENT_UNAVAILABLE.
 */
export const startCheckout = signedInAction({
  permission: "billing:write",
  args: { kennelId: v.string(), tier: v.string(), successUrl: v.string(), cancelUrl: v.string() },
  returns: addressShape,
  handler: async (ctx, { kennelId, tier, ...addresses }): Promise<{ url: string }> => {
    if (!isPaidTier(tier)) fail("NOT_FOUND");
    const payer = await ctx.runMutation(internal.billing.billing.beginPayment, { kennelId, addresses });
    return await atStripe("starting a checkout", async (stripe) => {
      const url = await forCustomer(ctx, stripe, payer, async (customer) => {
        const current = pickSubscription((await fetchSubscriptions(stripe, customer)).filter(isLive));
        if (current && findTierItem(current)?.tier === tier && current.status !== "past_due") {
          fail("VALIDATION_FAILED", { fields: { tier: "You are already on this plan" } });
        }
        return current
          ? await openChange(stripe, customer, current, { tier, ...addresses })
          : await openCheckout(ctx, stripe, customer, { tier, ...addresses }, payer.userId);
      });
      return { url };
    });
  },
});

/** Throws NOT_FOUND if the owner never paid. */
export const openPortal = signedInAction({
  permission: "billing:write",
  args: { kennelId: v.string(), returnUrl: v.string() },
  returns: addressShape,
  handler: async (ctx, { kennelId, returnUrl }): Promise<{ url: string }> => {
    const payer = await ctx.runMutation(internal.billing.billing.beginPayment, {
      kennelId,
      addresses: { returnUrl },
    });
    const customer = payer.stripeCustomerId ?? fail("NOT_FOUND");
    return await atStripe("opening the portal", async (stripe) => {
      const configuration = await ensurePortal(stripe, await ensurePrices(stripe));
      const session = await stripe.billingPortal.sessions.create({
        customer,
        configuration,
        return_url: returnUrl,
      });
      return { url: session.url };
    });
  },
});
