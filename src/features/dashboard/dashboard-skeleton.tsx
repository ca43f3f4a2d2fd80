/** The shapes of the dashboard while its answers are on their way. */
import { Skeleton } from "@/components/ui/skeleton";

const places = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Renders the shapes of the numbers and of the panels, where those will stand. */
export function DashboardSkeleton() {
  return (
    <div role="status" aria-label="Loading dashboard" className="flex flex-col gap-5 sm:gap-6">
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {places(4).map((place) => (
          <Skeleton key={place} className="h-28 sm:h-32" />
        ))}
      </div>
      <div className="grid gap-4 lg:grid-cols-2 xl:grid-cols-3">
        {places(3).map((place) => (
          <Skeleton key={place} className="h-72" />
        ))}
      </div>
    </div>
  );
}
