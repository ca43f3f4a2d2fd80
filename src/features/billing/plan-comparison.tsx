/**
 * All plans side by side in Settings. The kennel's own plan is marked, and every other paid plan has a button. The
 * provider shows the price difference before the change. Users cancel a plan on the page where they manage it.
 */
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from "@/components/ui/card";
import { useUpgrade } from "@/entities/billing/use-payment-pages";
import type { Subscription } from "@/features/billing/subscription-words";
import { cn } from "@/lib/utils";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { limitText, priceText } from "@domain/billing/dog-limit";
import { isPaidTier, rankOf } from "@domain/billing/subscription";
import { PLAN_TIERS, PLANS, type PlanTier } from "@domain/billing/rules";
import { api } from "@convex/_generated/api";

/** Overdue payments must be paid first. Users cancel a plan on the page where they manage it. */
const canChoose = (tier: PlanTier, { subscriptionTier, subscriptionStatus }: Subscription): boolean =>
  tier !== subscriptionTier && isPaidTier(tier) && subscriptionStatus !== "past_due";

function ChooseButton({ tier, subscription }: { tier: PlanTier; subscription: Subscription }) {
  const { pendingTier, upgrade } = useUpgrade();
  if (!isPaidTier(tier)) return null;
  const isLarger = rankOf(tier) > rankOf(subscription.subscriptionTier);
  const verb = isLarger ? "Upgrade" : "Change";
  return (
    <Button
      size="sm"
      variant={isLarger ? "default" : "outline"}
      disabled={pendingTier !== null}
      onClick={() => void upgrade(tier)}
    >
      {pendingTier === null ? `${verb} to ${PLANS[tier].name}` : isLarger ? "Upgrading..." : "Opening..."}
    </Button>
  );
}

/** Renders nothing if no plans are sold. */
export function PlanComparison() {
  const { kennelId, can } = useKennel();
  const { data } = useLiveQuery(
    api.billing.billing.subscription,
    can("billing", "read") ? { kennelId } : "skip",
  );
  if (!data || data.subscriptionTier === "self-hosted") return null;
  const mayChoose = can("billing", "write") && data.isTestMode !== null;
  return (
    <Card role="region" aria-labelledby="all-plans">
      <CardHeader>
        <CardTitle id="all-plans">All plans</CardTitle>
        <CardDescription>
          Prices are per month, in US dollars. A plan belongs to the kennel owner and covers every kennel they
          own. On a smaller plan nothing is hidden or deleted; you just cannot add dogs until there is room.
        </CardDescription>
      </CardHeader>
      <CardContent>
        <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
          {PLAN_TIERS.map((tier) => (
            <li
              key={tier}
              aria-current={tier === data.subscriptionTier}
              className={cn(
                "flex flex-col gap-1 rounded-md border p-4",
                tier === data.subscriptionTier && "border-primary",
              )}
            >
              <p className="flex flex-wrap items-center gap-2 font-semibold">
                {PLANS[tier].name}
                {tier === data.subscriptionTier ? <Badge variant="primary">Your plan</Badge> : null}
              </p>
              <p className="text-lg tabular-nums">{priceText(tier)}</p>
              <p className="flex-1 text-muted-foreground tabular-nums">{limitText(tier)}</p>
              {mayChoose && canChoose(tier, data) ? (
                <div className="mt-2">
                  <ChooseButton tier={tier} subscription={data} />
                </div>
              ) : null}
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}
