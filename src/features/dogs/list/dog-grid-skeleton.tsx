/** The skeleton of dog cards. */
import { Skeleton } from "@/components/ui/skeleton";

/** Renders as many placeholders as fit on the first screen. */
export function DogGridSkeleton() {
  return (
    <div role="status" aria-label="Loading dogs" className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="flex gap-4 rounded-lg border bg-card p-4">
          <Skeleton className="size-20" />
          <div className="flex flex-1 flex-col gap-2 pb-15">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-4 w-1/2" />
            <Skeleton className="h-5 w-24" />
          </div>
        </div>
      ))}
    </div>
  );
}
