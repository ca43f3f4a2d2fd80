/** The shapes of a page that is still on its way. */
import { Skeleton } from "@/components/ui/skeleton";

/** Renders a generic page's shapes inside the shell. */
export function PageSkeleton() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-5">
      <Skeleton className="h-10 w-64 max-w-full" />
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
        {[0, 1, 2].map((index) => (
          <Skeleton key={index} className="h-40" />
        ))}
      </div>
    </div>
  );
}

/** Renders the whole shell's shapes while the kennel is not known yet. */
export function ShellSkeleton() {
  return (
    <div className="flex min-h-dvh">
      <div className="hidden h-dvh w-60 shrink-0 bg-sidebar lg:block" />
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex h-16 items-center border-b px-3 sm:px-6">
          <Skeleton className="h-8 w-40" />
        </div>
        <main className="mx-auto w-full max-w-[88rem] px-3 py-5 sm:px-6 sm:py-7">
          <PageSkeleton />
        </main>
      </div>
    </div>
  );
}
