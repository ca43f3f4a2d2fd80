/** The contents and duration of a paid subscription. Source: decisions GAP-BILL-10, 14 and 16. */
import {
  PAID_TIERS,
  PAST_DUE_DAYS,
  PLAN_PITCH,
  PLAN_TYPES,
  PLANS,
  type PaidTier,
  type PlanType,
  type SubscriptionStatus,
} from "./rules";
import { limitText, priceText } from "./dog-limit";

const DAY_MS = 86_400_000;

/** All times are in milliseconds. */
export type PaidSubscription = {
  id: string;
  tier: PaidTier;
  status: SubscriptionStatus;
  currentPeriodEnd: number;
  /** When the subscription ends if nothing changes; null if it continues. */
  worksUntil: number | null;
};

export const worksUntilAfterFailure = (failedAt: number): number => failedAt + PAST_DUE_DAYS * DAY_MS;

export const isPaidTier = (text: string): text is PaidTier => PAID_TIERS.some((tier) => tier === text);

export const rankOf = (planType: PlanType): number => PLAN_TYPES.indexOf(planType);

export const upgradesOf = (planType: PlanType): PaidTier[] =>
  PAID_TIERS.filter((tier) => rankOf(tier) > rankOf(planType));

export type PlanOffer = {
  tier: PaidTier;
  name: string;
  /** The price in dollars per month. */
  price: number;
  priceFormatted: string;
  dogLimit: number | null;
  features: string[];
};

export const offerOf = (tier: PaidTier): PlanOffer => ({
  tier,
  name: PLANS[tier].name,
  price: PLANS[tier].priceCents / 100,
  priceFormatted: priceText(tier),
  dogLimit: PLANS[tier].dogLimit,
  features: [limitText(tier), "All kennels that you own together", PLAN_PITCH],
});
