/** Warns when the plan is nearly full, and says so when that cannot be checked. Most of the time it is not there. */
import { Alert, AlertTitle } from "@/components/ui/alert";
import { LimitUpgrade } from "@/entities/billing/limit-upgrade";
import { LoadError } from "@/components/load-error";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { limitWarningOf, nextTierText, roomText, usageText } from "@domain/billing/dog-limit";
import { api } from "@convex/_generated/api";

/** Renders the banner of the Dogs page, or nothing. */
export function DogLimitBanner() {
  const { kennelId } = useKennel();
  const result = useLiveQuery(api.billing.billing.dogLimitCheck, { kennelId });
  if (result.status === "error") {
    return <LoadError message="Failed to check dog limit" retryLabel="Retry" onRetry={result.retry} />;
  }
  const check = result.data;
  const warning = check ? limitWarningOf(check) : null;
  if (!check || warning === null) return null;
  return (
    <Alert variant={check.canAddDog ? "warning" : "error"} role="status">
      <AlertTitle>
        {warning} {usageText(check)} ({roomText(check)})
      </AlertTitle>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-foreground">{nextTierText(check.planType)}</p>
        <LimitUpgrade planType={check.planType} size="sm" />
      </div>
    </Alert>
  );
}
