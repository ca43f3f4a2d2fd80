/** How full the plan is: the count in words, a bar where there is a limit, and the documents' warnings. */
import { cn } from "@/lib/utils";
import {
  limitWarningOf,
  nextTierText,
  roomText,
  usageColourOf,
  usagePercentOf,
  usageText,
  type DogLimitCheck,
} from "@domain/billing/dog-limit";

const fills = { green: "bg-success", amber: "bg-warning", red: "bg-error" };

/** Renders the usage of a plan. */
export function UsageBar({ check, kennels }: { check: DogLimitCheck; kennels: number }) {
  const percent = usagePercentOf(check);
  const colour = usageColourOf(check);
  const warning = limitWarningOf(check);
  return (
    <div className="flex flex-col gap-2">
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
          className="h-2.5 overflow-hidden rounded-full bg-muted"
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
