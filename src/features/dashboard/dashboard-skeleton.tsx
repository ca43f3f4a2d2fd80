/** The skeleton of the dashboard. */
import { Skeleton } from "@/components/ui/skeleton";

const places = (count: number) => Array.from({ length: count }, (_, index) => index);

export function DashboardSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading dashboard"
      className="grid gap-4 sm:gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(17rem,1fr)]"
    >
      <Skeleton className="h-96" />
      <div className="flex flex-col gap-4 sm:gap-5">
        <div className="grid grid-cols-2 gap-3">
          {places(4).map((place) => (
            <Skeleton key={place} className="h-28" />
          ))}
        </div>
        <Skeleton className="h-64" />
      </div>
    </div>
  );
}
