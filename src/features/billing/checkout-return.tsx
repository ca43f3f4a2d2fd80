/**
 * What the breeder sees on coming back from the payment page. The payment reaches us by the provider's own way, so
 * after a success the card waits for the plan to change, live, for at most 30 seconds; then it says that it is late.
 * Source: decisions GAP-BILL-11 and 12.
 *
 *   success ──tier is there──► done (toast)
 *      └──────30 s─────────► late
 *   cancelled ─────────────► said once (toast)
 */
import { useEffect, useEffectEvent, useState } from "react";
import { useSearchParams } from "@/lib/router";
import { toast } from "sonner";
import { Alert, AlertDescription, AlertTitle } from "@/components/ui/alert";
import { askedUpgrade } from "@/entities/billing/asked-upgrade";
import type { Subscription } from "@/features/billing/subscription-words";
import { PLANS } from "@domain/constants/billing";

const WAIT_MS = 30_000;
const PARAMETER = "checkout";

/** Says whether the plan is what was gone for; in a tab that does not know what that was, any paid plan is. */
function hasArrived({ subscriptionTier, subscriptionStatus }: Subscription): boolean {
  const asked = askedUpgrade();
  return asked === null
    ? subscriptionTier !== "free" && subscriptionStatus === "active"
    : subscriptionTier === asked;
}

/** Renders the wait after a payment, and tells of its end. */
export function CheckoutReturn({ subscription }: { subscription: Subscription }) {
  const [search, setSearch] = useSearchParams();
  const outcome = search.get(PARAMETER);
  const [isLate, setLate] = useState(false);
  const isDone = outcome === "success" && hasArrived(subscription);

  const leave = useEffectEvent(() => {
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete(PARAMETER);
        return after;
      },
      { replace: true },
    );
  });
  const tellDone = useEffectEvent(() => {
    const { subscriptionTier } = subscription;
    toast.success(`You are on the ${PLANS[subscriptionTier].name} plan`, { id: PARAMETER });
    leave();
  });
  const tellCancelled = useEffectEvent(() => {
    toast.info("Checkout canceled. Nothing was charged.", { id: PARAMETER });
    leave();
  });

  useEffect(() => {
    if (isDone) tellDone();
  }, [isDone]);
  useEffect(() => {
    if (outcome === "cancelled") tellCancelled();
  }, [outcome]);
  useEffect(() => {
    if (outcome !== "success" || isDone) return;
    const timer = setTimeout(() => setLate(true), WAIT_MS);
    return () => clearTimeout(timer);
  }, [outcome, isDone]);

  if (outcome !== "success" || isDone) return null;
  return isLate ? (
    <Alert variant="warning">
      <AlertTitle>Your payment is on its way</AlertTitle>
      <AlertDescription>
        This is taking longer than usual. Your plan changes by itself once the payment is confirmed. Nothing
        is lost, and you do not need to pay again.
      </AlertDescription>
    </Alert>
  ) : (
    <Alert variant="info">
      <AlertTitle>Thank you! Your plan is being changed...</AlertTitle>
    </Alert>
  );
}
