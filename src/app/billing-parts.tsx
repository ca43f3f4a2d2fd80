/** The plan's card for the screens that hold it, loaded after what the breeder came for. */
import { lazy, Suspense } from "react";
import { Skeleton } from "@/components/ui/skeleton";

const SubscriptionCard = lazy(async () => ({
  default: (await import("@/features/billing/subscription-card")).SubscriptionCard,
}));

export const subscriptionPart = (
  <Suspense fallback={<Skeleton className="h-72 w-full" />}>
    <SubscriptionCard />
  </Suspense>
);
