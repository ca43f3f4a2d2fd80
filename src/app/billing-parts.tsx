/** The plan's card, and all plans beside it, for the screens that hold them; loaded after what the breeder came for. */
import { Suspense } from "react";
import { Skeleton } from "@/components/ui/skeleton";
import { lateLazy } from "@/lib/ready-lazy";

const SubscriptionCard = lateLazy(
  async () => (await import("@/features/billing/subscription-card")).SubscriptionCard,
);

const PlanComparison = lateLazy(
  async () => (await import("@/features/billing/plan-comparison")).PlanComparison,
);

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
