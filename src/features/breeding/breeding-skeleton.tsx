/** The shapes of breeding cards that are still on their way. */
import { Skeleton } from "@/components/ui/skeleton";

/** Renders as many card shapes as a first screen holds. */
export function BreedingSkeleton() {
  return (
    <div role="status" aria-label="Loading breedings" className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="flex flex-col gap-4 rounded-lg border bg-card p-4">
          <div className="flex gap-3.5">
            <Skeleton className="h-14 w-24" />
            <div className="flex flex-1 flex-col gap-2">
              <Skeleton className="h-5 w-5/6" />
              <Skeleton className="h-5 w-20" />
            </div>
          </div>
          <Skeleton className="h-20" />
        </div>
      ))}
    </div>
  );
}
