/**
 * The kennel's plan. Users who may not pay see the card without controls. Source: document 000 sections 2 and 8.
 */
import { useEffect, useEffectEvent, useState } from "react";
import { CreditCard } from "lucide-react";
import { toast } from "sonner";
import { LoadError } from "@/components/load-error";
import { Alert, AlertDescription, AlertTitle } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { askedUpgrade, forgetBegun } from "@/entities/billing/asked-upgrade";
import { usePortal, useUpgrade } from "@/entities/billing/use-payment-pages";
import {
  type Subscription,
  dateText,
  paymentWarning,
  statusBadges,
} from "@/features/billing/subscription-words";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useNavigate } from "@/lib/router";
import { text, useScreenAddress } from "@/lib/screen-address";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import {
  type DogLimitCheck,
  checkDogLimit,
  limitText,
  limitWarningOf,
  nextTierText,
  priceText,
  roomText,
  usageColourOf,
  usagePercentOf,
  usageText,
} from "@domain/billing/dog-limit";
import { upgradesOf } from "@domain/billing/subscription";
import { PLANS, PLAN_PITCH, type PlanType } from "@domain/billing/rules";

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
  const { subscriptionTier, subscriptionStatus, planInfo, isTestMode } = subscription;
  const badge = statusBadges[subscriptionStatus];
  const facts = [planInfo.priceFormatted, dateText(subscription) ?? ""].filter((fact) => fact !== "");
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <CardTitle id="subscription-card">{planInfo.name} plan</CardTitle>
        {subscriptionTier === "self-hosted" ? null : <Badge variant={badge.variant}>{badge.label}</Badge>}
      </div>
      <p className="mt-0.5 flex flex-wrap gap-x-2 text-muted-foreground tabular-nums">
        {facts.map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </p>
      {isTestMode ? (
        <Badge variant="outline" className="mt-1">
          Test mode: no card is charged
        </Badge>
      ) : null}
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
  // Overdue payments must be paid first, because the provider does not change an unpaid plan.
  return subscriptionStatus === "past_due" ? null : <UpgradePanel planType={subscriptionTier} />;
}

function PlanBody({ subscription }: { subscription: Subscription }) {
  const { kennel, kennels } = useKennel();
  const check = checkDogLimit(subscription.subscriptionTier, subscription.dogCount);
  const owned = kennels.filter(({ ownerId }) => ownerId === kennel.ownerId).length;
  const canManage = subscription.stripeCustomerId !== null && subscription.subscriptionStatus !== "past_due";
  return (
    <CardContent className="flex flex-col gap-4 py-4">
      <CheckoutReturn subscription={subscription} />
      <div className="flex flex-wrap items-center gap-x-8 gap-y-4 *:max-lg:basis-full">
        <PlanHead subscription={subscription} />
        <UsageBar check={check} kennels={owned} />
        <PlanChoices subscription={subscription} />
        {canManage ? <ManageButton label="Manage" variant="outline" /> : null}
      </div>
      <PaymentWarning subscription={subscription} />
    </CardContent>
  );
}

/** Renders nothing for users who may not see what the kennel pays. */
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
        <CardContent className="flex flex-wrap items-center gap-8 py-4" aria-busy>
          <Skeleton className="h-14 w-40" />
          <Skeleton className="h-14 min-w-56 flex-1" />
        </CardContent>
      )}
    </Card>
  );
}

const fills = { green: "bg-success", amber: "bg-warning", red: "bg-error" };

/** A bar is shown only if there is a limit. */
function UsageBar({ check, kennels }: { check: DogLimitCheck; kennels: number }) {
  const percent = usagePercentOf(check);
  const colour = usageColourOf(check);
  const warning = limitWarningOf(check);
  return (
    <div className="flex min-w-56 flex-1 flex-col gap-1.5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <p className="font-semibold tabular-nums">{usageText(check)}</p>
        {percent === null ? null : <p className="text-muted-foreground tabular-nums">{roomText(check)}</p>}
      </div>
      {percent === null || colour === null ? null : (
        <div
          role="meter"
          aria-label="Dogs on this plan"
          aria-valuemin={0}
          aria-valuemax={check.limit ?? 0}
          aria-valuenow={Math.min(check.currentCount, check.limit ?? 0)}
          aria-valuetext={usageText(check)}
          data-colour={colour}
          className="h-1.5 overflow-hidden rounded-full bg-muted"
        >
          <div className={cn("h-full rounded-full", fills[colour])} style={{ width: `${percent}%` }} />
        </div>
      )}
      {warning === null ? null : (
        <p className={check.canAddDog ? "text-warning" : "text-error"}>
          <span className="font-semibold">{warning}</span> {nextTierText(check.planType)}
        </p>
      )}
      <p className="text-sm text-muted-foreground">
        Active and retired dogs count{kennels > 1 ? `, in all ${kennels} kennels together` : ""}.
      </p>
    </div>
  );
}

/** Renders nothing for the largest plan. */
function UpgradePanel({ planType }: { planType: PlanType }) {
  const { pendingTier, upgrade } = useUpgrade();
  const offers = upgradesOf(planType);
  if (offers.length === 0) return null;
  return (
    <section aria-labelledby="upgrade-plans" className="min-w-0 lg:max-w-md">
      <p className="flex flex-wrap items-baseline gap-x-2 text-sm text-muted-foreground">
        <span id="upgrade-plans" role="heading" aria-level={3} className="font-semibold text-foreground">
          Upgrade
        </span>
        {PLAN_PITCH}
      </p>
      <ul>
        {offers.map((tier) => (
          <li key={tier} className="flex items-center justify-between gap-x-4 py-1">
            <p className="min-w-0 leading-snug">
              <span className="font-semibold">{PLANS[tier].name}</span>{" "}
              <span className="text-muted-foreground tabular-nums">{priceText(tier)}</span>
              <span className="block text-sm text-muted-foreground tabular-nums">{limitText(tier)}</span>
            </p>
            <Button
              variant="outline"
              disabled={pendingTier === tier}
              aria-label={pendingTier === tier ? undefined : `Upgrade to ${PLANS[tier].name}`}
              onClick={() => void upgrade(tier)}
            >
              {pendingTier === tier ? "Upgrading..." : "Upgrade"}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const WAIT_MS = 30_000;
const PARAMETER = "checkout";

/** If the tab has not stored the requested plan, any active paid plan counts. */
function hasArrived({ subscriptionTier, subscriptionStatus }: Subscription): boolean {
  const { tier: asked } = askedUpgrade();
  return asked === null
    ? subscriptionTier !== "free" && subscriptionStatus === "active"
    : subscriptionTier === asked;
}

/**
 * What the user sees after returning from the payment page. The provider reports payments to the server separately.
 * After a success, the card therefore waits for the plan to change, for at most 30 seconds. Then it says that the
 * change is late. Source: decisions GAP-BILL-11 and 12.
 *
 *   success ──plan is active──► done (toast), continues the action that needed the upgrade
 *      └──────30 s─────────► late
 *   cancelled ─────────────► one message, continues the action that needed the upgrade
 */
function CheckoutReturn({ subscription }: { subscription: Subscription }) {
  const [{ checkout: outcome }, change] = useScreenAddress({ checkout: text });
  const [isLate, setLate] = useState(false);
  const isDone = outcome === "success" && hasArrived(subscription);

  const navigate = useNavigate();
  const leave = useEffectEvent(() => {
    const { goOnAt } = askedUpgrade();
    if (goOnAt !== null) {
      forgetBegun();
      void navigate(goOnAt, { replace: true });
      return;
    }
    change({ checkout: "" }, { replace: true });
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
