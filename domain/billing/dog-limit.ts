/**
 * Calculates and describes a plan's dog limit. Sources: document 000 sections 4 and 9, decisions GAP-BILL-05, 07,
 * 08.
 */
import {
  COUNTED_STATUSES,
  LIMIT_ALARM_PERCENT,
  LIMIT_WARNING_PERCENT,
  PAID_TIERS,
  PLAN_TIERS,
  PLANS,
  USAGE_AMBER_PERCENT,
  type PaidTier,
  type PlanTier,
  type PlanType,
} from "./rules";
import type { DogStatus } from "../dogs/rules";

/** The documents define these names. */
export type DogLimitCheck = {
  canAddDog: boolean;
  currentCount: number;
  limit: number | null;
  planType: PlanType;
};

export const isCounted = (status: DogStatus): boolean => COUNTED_STATUSES.includes(status);

export function checkDogLimit(planType: PlanType, currentCount: number): DogLimitCheck {
  const limit = PLANS[planType].dogLimit;
  return { canAddDog: limit === null || currentCount < limit, currentCount, limit, planType };
}

/** Returns the next larger tier; null after the largest tier. */
export function nextTierOf(planType: PlanType): PaidTier | null {
  if (planType === "self-hosted") return null;
  // Only the smallest tier is free, so every larger tier is paid.
  return PAID_TIERS[PLAN_TIERS.indexOf(planType)] ?? null;
}

/** Returns the smallest larger tier that allows this number of dogs, or null. */
export function tierFor(planType: PlanType, count: number): PaidTier | null {
  if (planType === "self-hosted") return null;
  const larger = PAID_TIERS.slice(PLAN_TIERS.indexOf(planType));
  return larger.find((tier) => checkDogLimit(tier, count - 1).canAddDog) ?? null;
}

/** Returns a percentage of at most 100; null if there is no limit. */
export const usagePercentOf = ({ currentCount, limit }: DogLimitCheck): number | null =>
  limit === null ? null : Math.min(100, (currentCount / limit) * 100);

/** Returns null if there is room. The documents define the texts. */
export function limitWarningOf(check: DogLimitCheck): string | null {
  const percent = usagePercentOf(check);
  if (percent === null || percent < LIMIT_WARNING_PERCENT) return null;
  return percent < LIMIT_ALARM_PERCENT ? "Approaching dog limit." : "Dog limit reached!";
}

/** Returns null if there is no limit. */
export function usageColourOf(check: DogLimitCheck): "green" | "amber" | "red" | null {
  const percent = usagePercentOf(check);
  if (percent === null) return null;
  if (percent < USAGE_AMBER_PERCENT) return "green";
  return percent < LIMIT_ALARM_PERCENT ? "amber" : "red";
}

const dogs = (count: number): string => `${count} ${count === 1 ? "dog" : "dogs"}`;

export const roomText = ({ currentCount, limit }: DogLimitCheck): string =>
  limit === null ? "" : `${dogs(Math.max(0, limit - currentCount))} left`;

export const usageText = ({ currentCount, limit }: DogLimitCheck): string =>
  limit === null ? dogs(currentCount) : `${currentCount} of ${limit} dogs`;

/** Source: decision GAP-BILL-15. */
export const limitReachedText = (check: DogLimitCheck): string =>
  `You have ${usageText(check)} on the ${PLANS[check.planType].name} plan.`;

/** Names the plan that has room for all of the dogs. */
export function roomNeededText(what: string, check: DogLimitCheck, added: number): string {
  const tier = tierFor(check.planType, check.currentCount + added);
  const needed = check.currentCount === 0 ? dogs(added) : `${added} more ${added === 1 ? "dog" : "dogs"}`;
  return `${what} needs room for ${needed}${tier === null ? "." : `: ${PLANS[tier].name} has room for ${added === 1 ? "it" : "them"}.`}`;
}

export const priceText = (tier: PlanTier): string => `$${PLANS[tier].priceCents / 100}/mo`;

export function limitText(tier: PlanTier): string {
  const { dogLimit } = PLANS[tier];
  return dogLimit === null ? "100+ dogs" : `up to ${dogLimit} dogs`;
}

/** Returns null after the largest tier. */
export function nextTierText(planType: PlanType): string | null {
  const tier = nextTierOf(planType);
  if (tier === null) return null;
  return `The ${PLANS[tier].name} plan (${priceText(tier)}) has room for ${limitText(tier)}.`;
}
