/** The skeleton of the list of dogs. */
import { Skeleton } from "@/components/ui/skeleton";
import type { DogView } from "@/features/dogs/list/first-dogs";

export function DogListSkeleton({ view }: { view: DogView }) {
  if (view === "table") {
    return (
      <div role="status" aria-label="Loading dogs" className="divide-y rounded-lg border bg-card">
        {Array.from({ length: 14 }, (_, index) => (
          <div key={index} className="flex h-22 items-center gap-6 px-4 sm:h-12">
            <Skeleton className="h-4 w-1/3" />
            <Skeleton className="h-4 flex-1" />
          </div>
        ))}
      </div>
    );
  }
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
