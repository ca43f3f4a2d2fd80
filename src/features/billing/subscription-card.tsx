/**
 * The plan that the kennel stands on: its name, price and status, how full it is, what larger plans there are, and the
 * next payment or the end. Whoever may not pay sees it without controls. Source: document 000 sections 2 and 8.
 */
import { CreditCard } from "lucide-react";
import { LoadError } from "@/components/load-error";
import { Alert, AlertDescription, AlertTitle } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { usePortal } from "@/entities/billing/use-payment-pages";
import { CheckoutReturn } from "@/features/billing/checkout-return";
import {
  dateText,
  paymentWarning,
  statusBadges,
  type Subscription,
} from "@/features/billing/subscription-words";
import { UpgradePanel } from "@/features/billing/upgrade-panel";
import { UsageBar } from "@/features/billing/usage-bar";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { checkDogLimit } from "@domain/billing/dog-limit";
import { api } from "@convex/_generated/api";

function ManageButton({ label, variant }: { label: string; variant: "default" | "outline" }) {
  const { isOpening, open } = usePortal();
  return (
    <Button variant={variant} disabled={isOpening} onClick={() => void open()}>
      <CreditCard aria-hidden />
      {isOpening ? "Opening..." : label}
    </Button>
  );
}

function PlanHead({ subscription }: { subscription: Subscription }) {
  const { subscriptionTier, subscriptionStatus, planInfo, stripeCustomerId, isTestMode } = subscription;
  const badge = statusBadges[subscriptionStatus];
  const isOwed = subscriptionStatus === "past_due";
  return (
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <CardTitle id="subscription-card">{planInfo.name} plan</CardTitle>
        <div className="mt-1.5 flex flex-wrap items-center gap-2">
          {planInfo.priceFormatted === "" ? null : (
            <span className="text-lg tabular-nums">{planInfo.priceFormatted}</span>
          )}
          {subscriptionTier === "self-hosted" ? null : <Badge variant={badge.variant}>{badge.label}</Badge>}
          {isTestMode ? <Badge variant="outline">Test mode: no card is charged</Badge> : null}
        </div>
      </div>
      {stripeCustomerId === null || isOwed ? null : <ManageButton label="Manage" variant="outline" />}
    </div>
  );
}

function PaymentWarning({ subscription }: { subscription: Subscription }) {
  const warning = paymentWarning(subscription);
  if (warning === null) return null;
  return (
    <Alert variant="error">
      <AlertTitle>{warning.title}</AlertTitle>
      <AlertDescription>{warning.text}</AlertDescription>
      {subscription.stripeCustomerId === null ? null : (
        <div className="mt-3">
          <ManageButton label="Manage payment" variant="default" />
        </div>
      )}
    </Alert>
  );
}

/** What can be done about the plan, by whom. */
function PlanChoices({ subscription }: { subscription: Subscription }) {
  const { can, hasRight } = useKennel();
  const { subscriptionTier, subscriptionStatus, isTestMode } = subscription;
  if (subscriptionTier === "self-hosted") {
    return (
      <p className="text-muted-foreground">This server has no paid plans, so there is no limit on dogs.</p>
    );
  }
  if (!hasRight("billing", "write")) {
    return <p className="text-muted-foreground">The kennel&apos;s owner manages the plan.</p>;
  }
  if (!can("billing", "write")) return null;
  if (isTestMode === null) {
    return <p className="text-muted-foreground">For a larger plan, ask whoever runs this server.</p>;
  }
  // What is owed comes first: the provider changes no plan that is not paid.
  return subscriptionStatus === "past_due" ? null : <UpgradePanel planType={subscriptionTier} />;
}

function PlanBody({ subscription }: { subscription: Subscription }) {
  const { kennel, kennels } = useKennel();
  const check = checkDogLimit(subscription.subscriptionTier, subscription.dogCount);
  const owned = kennels.filter(({ ownerId }) => ownerId === kennel.ownerId).length;
  const date = dateText(subscription);
  return (
    <CardContent className="flex flex-col gap-5 pt-5">
      <CheckoutReturn subscription={subscription} />
      <PlanHead subscription={subscription} />
      <PaymentWarning subscription={subscription} />
      <UsageBar check={check} kennels={owned} />
      <PlanChoices subscription={subscription} />
      {date === null ? null : <p className="border-t pt-4 text-muted-foreground tabular-nums">{date}</p>}
    </CardContent>
  );
}

/** Renders the card, or nothing to whoever may not see what the kennel pays. */
export function SubscriptionCard() {
  const { kennelId, can } = useKennel();
  const mayRead = can("billing", "read");
  const result = useLiveQuery(api.billing.billing.subscription, mayRead ? { kennelId } : "skip");
  if (!mayRead) return null;
  if (result.status === "error") {
    return (
      <LoadError
        message="Failed to load subscription information"
        retryLabel="Retry"
        onRetry={result.retry}
      />
    );
  }
  return (
    <Card role="region" aria-labelledby={result.data ? "subscription-card" : undefined} aria-label="Plan">
      {result.data ? (
        <PlanBody subscription={result.data} />
      ) : (
        <CardContent className="flex flex-col gap-5 pt-5" aria-busy>
          <Skeleton className="h-7 w-40" />
          <Skeleton className="h-2.5 w-full" />
          <Skeleton className="h-24 w-full" />
        </CardContent>
      )}
    </Card>
  );
}
