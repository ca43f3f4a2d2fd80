/** The list itself in its four states: loading, failed, empty and filled. */
import { useEffect, useEffectEvent } from "react";
import { BookOpen, SearchX } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { DogCard } from "@/features/dogs/list/dog-card";
import { DogGridSkeleton } from "@/features/dogs/list/dog-grid-skeleton";
import { activeFilters, NO_FILTERS } from "@/features/dogs/list/dog-filters";
import type { useDogListParams } from "@/features/dogs/list/dog-list-params";
import { DogPagination } from "@/features/dogs/list/dog-pagination";
import { toListPagination } from "@/features/dogs/list/pagination";
import type { Dog } from "@/features/dogs/types";
import type { DogList as DogListData } from "@/features/dogs/list/use-dog-list";
import { cn } from "@/lib/utils";

type DogListProps = {
  list: DogListData;
  params: ReturnType<typeof useDogListParams>;
  today: string;
  canWrite: boolean;
  onAdd: () => void;
  onView: (dog: Dog) => void;
  onEdit: (dog: Dog) => void;
  onManagePhotos: (dog: Dog) => void;
  onStatus: (dog: Dog) => void;
  onDelete: (dog: Dog) => void;
};

/** Renders result line, cards and pages, or what stands in their place. */
export function DogList({ list, params, today, canWrite, onAdd, ...actions }: DogListProps) {
  const pagination = list.page ? toListPagination(list.page.pagination) : null;
  const lastPage = pagination ? Math.max(1, pagination.pages) : null;
  const { page: askedPage, change } = params;
  const isFiltered = params.search !== "" || activeFilters(params).length > 0;

  // The last dog of the last page went away: show the page that is now the last.
  const isPastEnd = lastPage !== null && !list.isStale && askedPage > lastPage;
  const showPage = useEffectEvent((page: number) => change({ page }));
  useEffect(() => {
    if (isPastEnd) showPage(lastPage);
  }, [isPastEnd, lastPage]);

  if (list.hasFailed) {
    return <LoadError message="Failed to load dogs. Please try again." onRetry={list.retry} />;
  }
  if (!list.page || !pagination) return <DogGridSkeleton />;
  const isEmpty = pagination.total === 0;
  return (
    <>
      <p role="status" className={cn("text-muted-foreground", isEmpty && !isFiltered && "sr-only")}>
        {pagination.total} dog(s) found
      </p>
      {isEmpty ? (
        <EmptyDogs
          isFiltered={isFiltered}
          canWrite={canWrite}
          onAdd={onAdd}
          onClear={() => change({ ...NO_FILTERS, search: "" })}
        />
      ) : (
        <>
          <ul aria-label="Dogs" aria-busy={list.isStale} className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
            {list.page.data.map((dog) => (
              <li key={dog._id} className="card-place [contain-intrinsic-size:auto_12rem]">
                <DogCard dog={dog} today={today} canWrite={canWrite} {...actions} />
              </li>
            ))}
          </ul>
          <DogPagination
            pagination={{ ...pagination, limit: params.limit }}
            onPage={(page) => change({ page })}
            onLimit={(limit) => change({ limit })}
          />
        </>
      )}
    </>
  );
}

type EmptyDogsProps = { isFiltered: boolean; canWrite: boolean; onAdd: () => void; onClear: () => void };

function EmptyDogs({ isFiltered, canWrite, onAdd, onClear }: EmptyDogsProps) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden className="size-9 text-muted-foreground" />}
        title="No dogs match your search criteria"
        text="Try adjusting your search filters"
        action={
          <Button variant="outline" onClick={onClear}>
            Show All Dogs
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<BookOpen aria-hidden className="size-9 text-brass" />}
      title="No dogs yet"
      text={canWrite ? "Add your first dog to get started" : "Dogs will appear here when they are added"}
      action={canWrite ? <Button onClick={onAdd}>Add First Dog</Button> : undefined}
    />
  );
}
