/**
 * The plans: their monthly price and the number of dogs that they allow. Sources: document 000 section 9, decisions
 * GAP-BILL-01, 02, 05, 10 and 17.
 */
import type { DogStatus } from "../dogs/rules";

export const PLAN_TIERS = ["free", "individual", "professional", "enterprise"] as const;
export type PlanTier = (typeof PLAN_TIERS)[number];

/** A tier, or "self-hosted": a deployment whose operator charges no fees. */
export const PLAN_TYPES = [...PLAN_TIERS, "self-hosted"] as const;
export type PlanType = (typeof PLAN_TYPES)[number];

export const PAID_TIERS = ["individual", "professional", "enterprise"] as const;
export type PaidTier = (typeof PAID_TIERS)[number];

export const SUBSCRIPTION_STATUSES = ["active", "trialing", "past_due", "canceled"] as const;
export type SubscriptionStatus = (typeof SUBSCRIPTION_STATUSES)[number];

/** How long a plan continues after a failed payment. */
export const PAST_DUE_DAYS = 14;

export const CURRENCY = "usd";

/** The product documents define this text. */
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

export const COUNTED_STATUSES: readonly DogStatus[] = ["active", "retired"];

/** From this percentage of the limit the usage bar is amber. From LIMIT_ALARM_PERCENT on it is red. */
export const USAGE_AMBER_PERCENT = 75;

/** The stronger warning begins at the second percentage. */
export const LIMIT_WARNING_PERCENT = 80;
export const LIMIT_ALARM_PERCENT = 90;
