/** The Dashboard tab: four numbers, what is due or overdue, what was recorded last, and whom to call. It is live. */
import type { ReactNode } from "react";
import { LoadError } from "@/components/load-error";
import { Skeleton } from "@/components/ui/skeleton";
import { FollowUpsCard } from "@/features/health/dashboard/follow-ups-card";
import { NumberCards } from "@/features/health/dashboard/number-cards";
import { RecentRecordsCard } from "@/features/health/dashboard/recent-records-card";
import { StatisticsCards } from "@/features/health/dashboard/statistics-cards";
import { VaccinationsCard } from "@/features/health/dashboard/vaccinations-card";
import { VeterinariansCard } from "@/features/health/veterinarians/veterinarians-card";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { useToday } from "@/hooks/use-today";
import { api } from "@convex/_generated/api";

/** Renders the tab. */
export function DashboardPart() {
  const { kennelId, can } = useKennel();
  const today = useToday();
  const canWrite = can("health", "write");
  const result = useLiveQuery(api.health.healthDashboard.get, { kennelId, today });
  if (result.status === "error") {
    return (
      <LoadError
        // Source: rule HLT-24.
        message="Failed to load health dashboard. Please try again."
        retryLabel="Retry"
        onRetry={result.retry}
      />
    );
  }
  if (result.status === "loading") return <DashboardSkeleton />;
  const dashboard = result.data;
  return (
    <div className="flex flex-col gap-5">
      <NumberCards statistics={dashboard.statistics} />
      <Columns>
        <VaccinationsCard dashboard={dashboard} today={today} canWrite={canWrite} />
        <FollowUpsCard dashboard={dashboard} today={today} canWrite={canWrite} />
        <RecentRecordsCard canWrite={canWrite} />
        <VeterinariansCard canWrite={canWrite} />
        <StatisticsCards today={today} />
      </Columns>
    </div>
  );
}

function Columns({ children }: { children: ReactNode }) {
  return <div className="grid items-start gap-5 lg:grid-cols-2">{children}</div>;
}

function DashboardSkeleton() {
  return (
    <div role="status" aria-label="Loading health dashboard" className="flex flex-col gap-5">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} className="h-24" />
        ))}
      </div>
      <Columns>
        {[0, 1, 2, 3].map((index) => (
          <Skeleton key={index} className="h-56" />
        ))}
      </Columns>
    </div>
  );
}
