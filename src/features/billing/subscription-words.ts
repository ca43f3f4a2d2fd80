/**
 * The words for a subscription: its status, its dates, and the consequences for the user. Source: decision
 * GAP-BILL-16.
 */
import type { FunctionReturnType } from "convex/server";
import type { BadgeVariant } from "@/components/ui/badge";
import type { SubscriptionStatus } from "@domain/billing/rules";
import { localDay } from "@domain/dates/calendar-days";
import { formatDay } from "@domain/formatting/formatting";
import type { api } from "@convex/_generated/api";

export type Subscription = FunctionReturnType<typeof api.billing.billing.subscription>;

export const statusBadges: Record<SubscriptionStatus, { label: string; variant: BadgeVariant }> = {
  active: { label: "Active", variant: "success" },
  trialing: { label: "Trial", variant: "info" },
  past_due: { label: "Past due", variant: "error" },
  canceled: { label: "Canceled", variant: "warning" },
};

/** True if the plan has ended because it was not paid. */
export const isLapsed = ({ subscriptionTier, subscriptionStatus }: Subscription): boolean =>
  subscriptionTier === "free" && subscriptionStatus === "past_due";

export function dateText(subscription: Subscription): string | null {
  const { subscriptionStatus, currentPeriodEnd } = subscription;
  if (currentPeriodEnd === null || isLapsed(subscription)) return null;
  const date = formatDay(localDay(new Date(currentPeriodEnd)));
  switch (subscriptionStatus) {
    case "active":
    case "trialing":
      return `Next billing: ${date}`;
    case "canceled":
      return `Expires: ${date}`;
    // The next payment is the failed one. The warning says until when the user can pay it.
    case "past_due":
      return null;
    default:
      return subscriptionStatus satisfies never;
  }
}

/** Null if no payment has failed. */
export function paymentWarning(subscription: Subscription): { title: string; text: string } | null {
  const { subscriptionStatus, worksUntil, planInfo } = subscription;
  if (subscriptionStatus !== "past_due") return null;
  if (isLapsed(subscription)) {
    return {
      title: "The plan has ended",
      text: "The last payment failed and is still due. All your dogs and records are safe; pay the amount due to add dogs again.",
    };
  }
  const until = worksUntil === null ? "" : ` until ${formatDay(localDay(new Date(worksUntil)))}`;
  return {
    title: "The last payment failed",
    text: `The ${planInfo.name} plan keeps working${until}. Check your card and pay the amount due.`,
  };
}
