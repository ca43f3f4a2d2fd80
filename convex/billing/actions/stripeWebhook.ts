"use node";
/**
 * Handles one webhook of Stripe: checks the signature and age, and updates the customer's subscription. Only the
 * event's id, kind and customer are used. The state is then loaded from Stripe (billing/model/billingSync.ts).
 * Events of other kinds, modes, connected accounts or customers are acknowledged and ignored.
 */
import { v } from "convex/values";
import Stripe from "stripe";
import { internal } from "../../_generated/api";
import { env, type ActionCtx } from "../../_generated/server";
import { internalAction } from "../../platform/functions";
import { paymentMode } from "../model/paymentMode";
// oxlint-disable-next-line @convex-dev/import-wrong-runtime -- this module runs in Node too, which the rule overlooks
import { ignoreRefusal, isMissing, logFailure, openStripe } from "./stripeClient";
import { fetchSubscriptions, pickSubscription, readSubscription } from "./stripeState";

/** A subscription may have changed after these kinds of events. */
const CONCERNING = /^(checkout\.session\.|customer\.subscription\.|customer\.deleted$|invoice\.)/;

const OK = 200;
const REFUSED = 400;
const TRY_AGAIN = 503;

function customerOf({ object }: Stripe.Event.Data): string | null {
  const found = "customer" in object ? object.customer : null;
  if (typeof found === "string") return found;
  if (typeof found === "object" && found !== null && "id" in found && typeof found.id === "string")
    return found.id;
  return "object" in object && object.object === "customer" && "id" in object ? String(object.id) : null;
}

const isOurs = ({ account, livemode, type }: Stripe.Event): boolean =>
  !account && livemode === (paymentMode() === "live") && CONCERNING.test(type);

/** Returns null if the signature is wrong or too old. */
async function verify(body: string, signature: string): Promise<Stripe.Event | null> {
  const secret = env.STRIPE_WEBHOOK_SECRET ?? "";
  if (secret === "") return null;
  try {
    return await openStripe().webhooks.constructEventAsync(body, signature, secret);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError))
      logFailure("reading a webhook", error);
    return null;
  }
}

async function closeCheckouts(stripe: Stripe, customer: string): Promise<void> {
  const { data } = await stripe.checkout.sessions.list({ customer, status: "open", limit: 20 });
  for (const { id } of data) await stripe.checkout.sessions.expire(id).catch(ignoreRefusal);
}

async function sync(ctx: ActionCtx, event: Stripe.Event, customer: string): Promise<void> {
  const number = await ctx.runMutation(internal.billing.billing.beginSync, {
    stripeCustomerId: customer,
    eventId: event.id,
  });
  if (number === null) return;
  const stripe = openStripe();
  const all = await fetchSubscriptions(stripe, customer);
  const counts = pickSubscription(all);
  // A person who has paid in one window must not be able to pay again in another window.
  if (event.type === "checkout.session.completed") await closeCheckouts(stripe, customer);
  await ctx.runMutation(internal.billing.billing.finishSync, {
    stripeCustomerId: customer,
    number,
    subscription: counts && readSubscription(counts),
    event: { id: event.id, type: event.type },
  });
}

/** Returns the status for Stripe. After any status other than 200, Stripe sends the event again. */
export const receive = internalAction({
  args: { body: v.string(), signature: v.string() },
  returns: v.number(),
  handler: async (ctx, { body, signature }) => {
    const event = await verify(body, signature);
    if (!event) return REFUSED;
    const customer = isOurs(event) ? customerOf(event.data) : null;
    if (customer === null) return OK;
    try {
      if (event.type === "customer.deleted") {
        await ctx.runMutation(internal.billing.billing.forgetCustomer, { stripeCustomerId: customer });
      } else {
        await sync(ctx, event, customer);
      }
      return OK;
    } catch (error) {
      if (isMissing(error, "customer")) {
        await ctx.runMutation(internal.billing.billing.forgetCustomer, { stripeCustomerId: customer });
        return OK;
      }
      logFailure(`dealing with ${event.type}`, error);
      return TRY_AGAIN;
    }
  },
});
