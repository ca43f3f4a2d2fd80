/** The skeleton of a list of relatives. */
import { Skeleton } from "@/components/ui/skeleton";

export function RelativesSkeleton() {
  return (
    <div aria-hidden className="grid gap-2 sm:grid-cols-2">
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  );
}
