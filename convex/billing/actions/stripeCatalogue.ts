/**
 * Our plans at Stripe: a product and a price for each tier, and the changes that the customer portal allows. They
 * are created from our price table when they are first needed, and found by their names. Nobody has to enter an
 * amount at Stripe. A changed amount creates a new price.
 */
import type Stripe from "stripe";
import { CURRENCY, PAID_TIERS, PLANS, type PaidTier } from "../../../domain/billing/rules";
import { productOf } from "./stripeState";

export type Prices = Record<PaidTier, string>;

/** The name of a price contains its amount and period, so a new amount creates a new price. */
const priceKey = (tier: PaidTier): string => `${productOf(tier)}_${PLANS[tier].priceCents}_${CURRENCY}_month`;

const isRight = (price: Stripe.Price, tier: PaidTier): boolean =>
  price.lookup_key === priceKey(tier) &&
  price.unit_amount === PLANS[tier].priceCents &&
  price.currency === CURRENCY &&
  price.recurring?.interval === "month" &&
  price.recurring.interval_count === 1 &&
  price.product === productOf(tier);

async function ensureProduct(stripe: Stripe, tier: PaidTier): Promise<void> {
  const id = productOf(tier);
  try {
    await stripe.products.create({ id, name: `Studbook ${PLANS[tier].name}`, metadata: { tier } });
  } catch (error) {
    const isThere = error instanceof Error && "code" in error && error.code === "resource_already_exists";
    if (!isThere) throw error;
  }
}

async function makePrice(stripe: Stripe, tier: PaidTier): Promise<string> {
  await ensureProduct(stripe, tier);
  const price = await stripe.prices.create(
    {
      product: productOf(tier),
      currency: CURRENCY,
      unit_amount: PLANS[tier].priceCents,
      recurring: { interval: "month" },
      lookup_key: priceKey(tier),
      transfer_lookup_key: true,
    },
    { idempotencyKey: `price-${priceKey(tier)}` },
  );
  return price.id;
}

/** Creates missing prices. */
export async function ensurePrices(stripe: Stripe): Promise<Prices> {
  const { data } = await stripe.prices.list({
    lookup_keys: PAID_TIERS.map(priceKey),
    active: true,
    limit: 10,
  });
  const idOf = async (tier: PaidTier): Promise<string> =>
    data.find((price) => isRight(price, tier))?.id ?? (await makePrice(stripe, tier));
  return {
    individual: await idOf("individual"),
    professional: await idOf("professional"),
    enterprise: await idOf("enterprise"),
  };
}

const VERSION = "1";

/** Customers can cancel at the end of the period, change between our tiers, pay, and see invoices. */
export async function ensurePortal(stripe: Stripe, prices: Prices): Promise<string> {
  const name = [VERSION, ...Object.values(prices)].join(" ");
  const { data } = await stripe.billingPortal.configurations.list({ active: true, limit: 100 });
  const found = data.find(({ metadata }) => metadata?.["studbook"] === name);
  if (found) return found.id;
  const made = await stripe.billingPortal.configurations.create(
    {
      business_profile: { headline: "Studbook: your plan" },
      features: {
        customer_update: { enabled: true, allowed_updates: ["email", "name", "address", "tax_id"] },
        invoice_history: { enabled: true },
        payment_method_update: { enabled: true },
        subscription_cancel: { enabled: true, mode: "at_period_end" },
        subscription_update: {
          enabled: true,
          default_allowed_updates: ["price"],
          proration_behavior: "always_invoice",
          products: PAID_TIERS.map((tier) => ({ product: productOf(tier), prices: [prices[tier]] })),
        },
      },
      metadata: { studbook: name },
    },
    { idempotencyKey: `portal-${name}` },
  );
  return made.id;
}
