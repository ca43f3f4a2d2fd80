/** The four summary cards. Sources: rule ALR-04, decision GAP-ALR-03. */
import type { FunctionReturnType } from "convex/server";
import { Skeleton } from "@/components/ui/skeleton";
import { cn } from "@/lib/utils";
import type { api } from "@convex/_generated/api";

export type Summary = FunctionReturnType<typeof api.health.healthAlerts.summary>;

const CARDS: readonly {
  count: "overdueVaccines" | "dueSoon" | "activeReminders" | "totalAlerts";
  label: string;
  tone: string;
}[] = [
  { count: "overdueVaccines", label: "Overdue Vaccines", tone: "text-error" },
  { count: "dueSoon", label: "Due Soon", tone: "text-warning" },
  { count: "activeReminders", label: "Active Reminders", tone: "text-info" },
  { count: "totalAlerts", label: "Total Alerts", tone: "text-foreground" },
];

/** Renders the cards, with nothing in them until the numbers are known. */
export function AlertSummary({ summary }: { summary: Summary | undefined }) {
  return (
    <dl className="grid grid-cols-2 gap-2 sm:gap-3 lg:grid-cols-4">
      {CARDS.map(({ count, label, tone }) => (
        <div
          key={count}
          className="flex flex-col-reverse justify-end rounded-lg border bg-card px-4 py-3 shadow-page"
        >
          <dt className="text-sm text-muted-foreground">{label}</dt>
          <dd
            className={cn(
              "font-title text-2xl tabular-nums",
              summary && summary[count] > 0 ? tone : "text-muted-foreground",
            )}
          >
            {summary ? summary[count] : <Skeleton className="my-1 h-6 w-10" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
