/** What stands in the place of a list of relatives while it loads. */
import { Skeleton } from "@/components/ui/skeleton";

/** Renders two pale entries. */
export function RelativesSkeleton() {
  return (
    <div aria-hidden className="grid gap-2 sm:grid-cols-2">
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  );
}
