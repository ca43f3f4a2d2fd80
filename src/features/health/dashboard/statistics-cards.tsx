/**
 * The kennel's health costs by month over a year, and the number of its records by type. The cards are last on the
 * page, because they require no action. Renders nothing for a kennel without records.
 */
import type { FunctionReturnType } from "convex/server";
import { Link } from "@/lib/router";
import { RecordTypeMark } from "@/entities/health/record-type";
import { LoadError } from "@/components/load-error";
import { Card, CardContent, CardHeader, CardTitle } from "@/components/ui/card";
import { Skeleton } from "@/components/ui/skeleton";
import { healthPath } from "@/entities/health/health-address";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { MONTHS, formatCents } from "@domain/formatting/formatting";
import { healthRecordTypeLabels } from "@domain/health/words";
import { api } from "@convex/_generated/api";

type Statistics = FunctionReturnType<typeof api.health.healthDashboard.statistics>;

/** Renders both cards. */
export function StatisticsCards({ today }: { today: string }) {
  const { kennelId, hasRight } = useKennel();
  const seesMoney = hasRight("finances", "read");
  const result = useLiveQuery(api.health.healthDashboard.statistics, { kennelId, today });
  if (result.status === "error") {
    return <LoadError message="Failed to load health data. Please try again." onRetry={result.retry} />;
  }
  if (result.status === "loading") return <Skeleton className="h-56" />;
  if (result.data.totalHealthRecords === 0) return null;
  return (
    <>
      {seesMoney ? <CostsCard statistics={result.data} /> : null}
      <TypesCard statistics={result.data} />
    </>
  );
}

/** Formats the month of '2025-06'. */
const monthName = (month: string): string => MONTHS[Number(month.slice(5)) - 1] ?? month;

function CostsCard({ statistics }: { statistics: Statistics }) {
  const costsPerMonth = statistics.costsPerMonth.map((month) => ({
    ...month,
    costCents: month.costCents ?? 0,
  }));
  const ofYear = costsPerMonth.reduce((sum, { costCents }) => sum + costCents, 0);
  const highest = Math.max(...costsPerMonth.map(({ costCents }) => costCents), 1);
  return (
    <Card>
      <CardHeader className="flex-row items-baseline justify-between gap-3">
        <CardTitle>Costs per Month</CardTitle>
        <p className="text-sm text-muted-foreground">
          <span className="font-semibold text-foreground tabular-nums">{formatCents(ofYear)}</span> in 12
          months
        </p>
      </CardHeader>
      <CardContent>
        <ol aria-label="Costs per Month" className="flex h-44 items-stretch gap-1 sm:gap-2">
          {costsPerMonth.map(({ month, costCents, records }) => (
            <li
              key={month}
              title={`${monthName(month)} ${month.slice(0, 4)}: ${formatCents(costCents)}`}
              className="flex min-w-0 flex-1 flex-col items-center justify-end gap-1.5"
            >
              <span className="sr-only">
                {monthName(month)} {month.slice(0, 4)}: {formatCents(costCents)},{" "}
                {records === 1 ? "1 record" : `${records} records`}
              </span>
              <span
                aria-hidden
                className="min-h-0.5 w-full max-w-8 rounded-t-sm bg-primary"
                style={{ height: `${(costCents / highest) * 100}%` }}
              />
              <span aria-hidden className="text-xs text-muted-foreground">
                <span className="sm:hidden">{monthName(month).slice(0, 1)}</span>
                <span className="hidden sm:inline">{monthName(month).slice(0, 3)}</span>
              </span>
            </li>
          ))}
        </ol>
      </CardContent>
    </Card>
  );
}

function TypesCard({ statistics: { recordsByType, totalHealthRecords } }: { statistics: Statistics }) {
  const kinds = recordsByType.filter(({ count }) => count > 0).sort((a, b) => b.count - a.count);
  return (
    <Card>
      <CardHeader className="flex-row items-baseline justify-between gap-3">
        <CardTitle>Records by Type</CardTitle>
        <p className="text-sm text-muted-foreground">
          <span className="font-semibold text-foreground tabular-nums">{totalHealthRecords}</span> in total
        </p>
      </CardHeader>
      <CardContent>
        <ul aria-label="Records by Type" className="grid gap-x-6 gap-y-1 sm:grid-cols-2">
          {kinds.map(({ recordType, count }) => (
            <li key={recordType}>
              <Link
                to={`${healthPath("records")}?type=${recordType}`}
                className="flex min-h-11 items-center gap-3 rounded-md decoration-1 underline-offset-4 hover:underline"
              >
                <RecordTypeMark type={recordType} className="size-8" />
                <span className="min-w-0 flex-1 break-words">{healthRecordTypeLabels[recordType]}</span>
                <span className="font-semibold tabular-nums">{count}</span>
              </Link>
            </li>
          ))}
        </ul>
      </CardContent>
    </Card>
  );
}
