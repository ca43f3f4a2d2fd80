/** The offer at the plan's limit. Users who may pay see the next plan; others see who may pay. */
import { Button } from "@/components/ui/button";
import { useUpgrade } from "@/entities/billing/use-payment-pages";
import { useKennel } from "@/hooks/use-kennel";
import { nextTierOf } from "@domain/billing/dog-limit";
import { PLANS, type PaidTier, type PlanType } from "@domain/billing/rules";

type LimitUpgradeProps = {
  planType: PlanType;
  /** The plan with enough room. By default, this is the next plan. */
  tier?: PaidTier | null;
  size?: "default" | "sm";
};

/** Renders nothing if there is no larger plan, or if the user may not pay. */
export function LimitUpgrade({ planType, tier = nextTierOf(planType), size = "default" }: LimitUpgradeProps) {
  const { can } = useKennel();
  const { pendingTier, upgrade } = useUpgrade();
  if (tier === null || !can("billing", "write")) return null;
  return (
    <Button size={size} disabled={pendingTier !== null} onClick={() => void upgrade(tier)}>
      {pendingTier === null ? `Upgrade to ${PLANS[tier].name}` : "Upgrading..."}
    </Button>
  );
}

/** For users who cannot change the plan. */
export function WhoUpgrades() {
  const { hasRight } = useKennel();
  if (hasRight("billing", "write")) return null;
  return <p className="text-muted-foreground">The kennel&apos;s owner can change the plan.</p>;
}
