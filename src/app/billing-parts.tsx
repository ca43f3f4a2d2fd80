/** The plan's card, and all plans beside it, for the screens that hold them; loaded after what the breeder came for. */
import { lazy, Suspense } from "react";
import { Skeleton } from "@/components/ui/skeleton";

const SubscriptionCard = lazy(async () => ({
  default: (await import("@/features/billing/subscription-card")).SubscriptionCard,
}));

const PlanComparison = lazy(async () => ({
  default: (await import("@/features/billing/plan-comparison")).PlanComparison,
}));

export const subscriptionPart = (
  <Suspense fallback={<Skeleton className="h-72 w-full" />}>
    <SubscriptionCard />
  </Suspense>
);

export const billingPart = (
  <>
    {subscriptionPart}
    <Suspense fallback={null}>
      <PlanComparison />
    </Suspense>
  </>
);
