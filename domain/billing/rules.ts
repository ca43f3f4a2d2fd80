/**
 * The plans: their monthly price and the number of dogs that they allow. Sources: document 000 section 9, decisions
 * GAP-BILL-01, 02, 05, 10 and 17.
 */
import type { DogStatus } from "../dogs/rules";

/** The tiers from the smallest to the largest. */
export const PLAN_TIERS = ["free", "individual", "professional", "enterprise"] as const;
export type PlanTier = (typeof PLAN_TIERS)[number];

/** A tier, or "self-hosted": a deployment whose operator charges no fees. */
export const PLAN_TYPES = [...PLAN_TIERS, "self-hosted"] as const;
export type PlanType = (typeof PLAN_TYPES)[number];

/** The tiers that have a price. */
export const PAID_TIERS = ["individual", "professional", "enterprise"] as const;
export type PaidTier = (typeof PAID_TIERS)[number];

/** The states of a subscription. */
export const SUBSCRIPTION_STATUSES = ["active", "trialing", "past_due", "canceled"] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** How long a plan continues after a failed payment. */
export const PAST_DUE_DAYS = 14;

/** All prices are in this currency, per month. */
export const CURRENCY = "usd";

/** The benefits of paid plans besides their limits, in the words of the documents. */
export const PLAN_PITCH = "Advanced features & priority support";

interface Plan {
  readonly name: string;
  readonly priceCents: number;
  /** Null means that there is no limit. */
  readonly dogLimit: number | null;
}

export const PLANS = {
  free: { name: "Free", priceCents: 0, dogLimit: 3 },
  individual: { name: "Individual", priceCents: 1000, dogLimit: 15 },
  professional: { name: "Professional", priceCents: 1500, dogLimit: 30 },
  enterprise: { name: "Enterprise", priceCents: 3000, dogLimit: null },
  "self-hosted": { name: "Self-hosted", priceCents: 0, dogLimit: null },
} as const satisfies Record<PlanType, Plan>;

/** Dogs with these statuses count towards a plan's limit. */
export const COUNTED_STATUSES: readonly DogStatus[] = ["active", "retired"];

/** From the first percentage of the limit the bar is amber; from the second it is red. */
export const USAGE_AMBER_PERCENT = 75;

/** The percentages of the limit at which a kennel gets a warning and a stronger warning. */
export const LIMIT_WARNING_PERCENT = 80;
export const LIMIT_ALARM_PERCENT = 90;
