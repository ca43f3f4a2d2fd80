/**
 * The skeleton of a page that is loading. While its data load, the page itself draws the same skeleton, so nothing
 * moves.
 */
import { paths } from "@/app/paths";
import { Skeleton } from "@/components/ui/skeleton";
import { DashboardSkeleton } from "@/features/dashboard/dashboard-skeleton";
import { DogListSkeleton } from "@/features/dogs/list/dog-list-skeleton";
import { viewOf } from "@/features/dogs/list/first-dogs";
import { useLocation } from "@/lib/router";
import { cn } from "@/lib/utils";

function RowsSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-2.5">
      {[0, 1, 2, 3, 4, 5].map((index) => (
        <Skeleton key={index} className="h-24 rounded-lg" />
      ))}
    </div>
  );
}

function DashboardShapes() {
  return (
    <div className="flex flex-col gap-5 sm:gap-6">
      <Skeleton className="h-[4.75rem] w-80 max-w-full" />
      <DashboardSkeleton />
    </div>
  );
}

function DogsShapes({ search }: { search: string }) {
  return (
    <div className="flex flex-col gap-2.5">
      <div className="flex flex-col gap-2">
        <Skeleton className="h-11" />
        <Skeleton className="h-11 lg:hidden" />
      </div>
      <Skeleton className="mb-2 h-6 w-36" />
      <DogListSkeleton view={viewOf(new URLSearchParams(search))} />
    </div>
  );
}

function LitterShapes() {
  return (
    <div role="status" aria-label="Loading" className="flex flex-col gap-5">
      <Skeleton className="h-24" />
      <Skeleton className="h-40" />
      <Skeleton className="h-80" />
    </div>
  );
}

/** A row of controls or tabs, with rows below. */
function RowsShapes({ isNarrow = false }: { isNarrow?: boolean }) {
  return (
    <div className={cn("flex flex-col gap-4", isNarrow && "mx-auto w-full max-w-4xl")}>
      <Skeleton className="h-11" />
      <RowsSkeleton label="Loading" />
    </div>
  );
}

export function PageSkeleton() {
  const { pathname: screen, search } = useLocation();
  if (
    [paths.pedigreeDatabase, paths.population, paths.imports, paths.mates.replace(":dogId", "")].some(
      (path) => screen.startsWith(path),
    )
  )
    return <RowsShapes />;
  if (screen.startsWith(paths.dogs)) return <DogsShapes search={search} />;
  if (screen.startsWith(paths.litters)) return <LitterShapes />;
  if (screen.startsWith(paths.reminders)) return <RowsShapes isNarrow />;
  if (screen === paths.dashboard) return <DashboardShapes />;
  return <RowsShapes />;
}

/** Shown until the kennel is known. */
export function ShellSkeleton() {
  return (
    <div className="flex min-h-dvh">
      <div className="hidden h-dvh w-60 shrink-0 bg-sidebar lg:block" />
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex h-16 items-center border-b px-3 sm:px-6">
          <Skeleton className="h-8 w-40" />
        </div>
        <main className="mx-auto w-full max-w-[88rem] flex-1 px-3 py-5 sm:px-6 sm:py-7">
          <PageSkeleton />
        </main>
      </div>
    </div>
  );
}
