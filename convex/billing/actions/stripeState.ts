/**
 * Reads a customer's subscriptions from Stripe and chooses the subscription that counts. All data comes from the
 * subscriptions and invoices themselves, never from events. Source: decisions GAP-BILL-10 and 16.
 */
import type Stripe from "stripe";
import {
  isPaidTier,
  rankOf,
  worksUntilAfterFailure,
  type PaidSubscription,
} from "../../../domain/billing/subscription";
import type { PaidTier } from "../../../domain/billing/rules";

/** The products of our tiers have names with this prefix. Other products of the account are ignored. */
const PRODUCT_PREFIX = "studbook_";

export const productOf = (tier: PaidTier): string => `${PRODUCT_PREFIX}${tier}`;

const idOf = (reference: string | { id: string }): string =>
  typeof reference === "string" ? reference : reference.id;

const toMs = (seconds: number): number => seconds * 1000;

export function findTierItem(
  subscription: Stripe.Subscription,
): { item: Stripe.SubscriptionItem; tier: PaidTier } | null {
  for (const item of subscription.items.data) {
    const product = idOf(item.price.product);
    const tier = product.startsWith(PRODUCT_PREFIX) ? product.slice(PRODUCT_PREFIX.length) : "";
    if (isPaidTier(tier)) return { item, tier };
  }
  return null;
}

/** The time of the unpaid invoice, or otherwise the start of the unpaid period. */
function failedAtOf({ latest_invoice: invoice }: Stripe.Subscription, item: Stripe.SubscriptionItem): number {
  return toMs(typeof invoice === "object" && invoice !== null ? invoice.created : item.current_period_start);
}

/**
 * A canceled subscription stops at the end of the paid period. If the period was not paid, it has already ended.
 */
function endOf(subscription: Stripe.Subscription, item: Stripe.SubscriptionItem): number {
  const endedAt = toMs(subscription.ended_at ?? item.current_period_end);
  const { reason } = subscription.cancellation_details ?? {};
  const isUnpaid = reason === "payment_failed" || reason === "payment_disputed";
  return isUnpaid ? endedAt : Math.max(endedAt, toMs(item.current_period_end));
}

/** Returns null if the subscription pays for no tier or was never paid. */
export function readSubscription(subscription: Stripe.Subscription): PaidSubscription | null {
  const found = findTierItem(subscription);
  if (!found) return null;
  const { item, tier } = found;
  const base = { id: subscription.id, tier, currentPeriodEnd: toMs(item.current_period_end) };
  const { status, cancel_at: cancelAt, cancel_at_period_end: endsWithPeriod } = subscription;
  switch (status) {
    case "active":
    case "trialing": {
      const goesOn = status === "trialing" ? ("trialing" as const) : ("active" as const);
      if (cancelAt === null && !endsWithPeriod) return { ...base, status: goesOn, worksUntil: null };
      const end = cancelAt === null ? base.currentPeriodEnd : toMs(cancelAt);
      return { ...base, status: "canceled", currentPeriodEnd: end, worksUntil: end };
    }
    case "past_due":
    case "unpaid":
      return {
        ...base,
        status: "past_due",
        worksUntil: worksUntilAfterFailure(failedAtOf(subscription, item)),
      };
    case "canceled": {
      const end = endOf(subscription, item);
      return { ...base, status: "canceled", currentPeriodEnd: end, worksUntil: end };
    }
    // A subscription whose first payment is missing, or an unpaid trial, gives no plan.
    default:
      return null;
  }
}

/** A live subscription has not ended and was paid at least once. */
export const isLive = ({ status }: Stripe.Subscription): boolean =>
  status === "active" || status === "trialing" || status === "past_due" || status === "unpaid";

const standing = (subscription: Stripe.Subscription): number =>
  isLive(subscription) ? (subscription.status === "active" || subscription.status === "trialing" ? 2 : 1) : 0;

/**
 * A paid subscription comes before an unpaid or ended subscription. Then the larger tier wins, then the newer
 * subscription.
 */
export function pickSubscription(all: readonly Stripe.Subscription[]): Stripe.Subscription | null {
  const tierRank = (subscription: Stripe.Subscription): number =>
    rankOf(findTierItem(subscription)?.tier ?? "free");
  const [best] = all
    .filter((subscription) => readSubscription(subscription) !== null)
    .sort((a, b) => standing(b) - standing(a) || tierRank(b) - tierRank(a) || b.created - a.created);
  return best ?? null;
}

/** Loads the newest hundred subscriptions, including ended subscriptions. */
export async function fetchSubscriptions(stripe: Stripe, customer: string): Promise<Stripe.Subscription[]> {
  const { data } = await stripe.subscriptions.list({
    customer,
    status: "all",
    limit: 100,
    expand: ["data.latest_invoice"],
  });
  return data;
}
