/** The larger plans, each with its price, its limit and a button that leads to the payment. */
import { Button } from "@/components/ui/button";
import { useUpgrade } from "@/entities/billing/use-payment-pages";
import { limitText, priceText } from "@domain/billing/dog-limit";
import { upgradesOf } from "@domain/billing/subscription";
import { PLAN_PITCH, PLANS, type PlanType } from "@domain/constants/billing";

/** Renders the offers, or nothing on the largest plan. */
export function UpgradePanel({ planType }: { planType: PlanType }) {
  const { pendingTier, upgrade } = useUpgrade();
  const offers = upgradesOf(planType);
  if (offers.length === 0) return null;
  return (
    <section aria-labelledby="upgrade-plans" className="flex flex-col gap-3">
      <div>
        <h3 id="upgrade-plans" className="font-semibold">
          Upgrade
        </h3>
        <p className="text-muted-foreground">{PLAN_PITCH}</p>
      </div>
      <ul className="divide-y rounded-md border">
        {offers.map((tier, index) => (
          <li key={tier} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
            <div className="min-w-0">
              <p className="font-semibold">
                {PLANS[tier].name}{" "}
                <span className="font-normal text-muted-foreground tabular-nums">{priceText(tier)}</span>
              </p>
              <p className="text-muted-foreground tabular-nums">{limitText(tier)}</p>
            </div>
            <Button
              variant={index === 0 ? "default" : "outline"}
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
