/** The list itself in its four states: loading, failed, empty and filled. */
import { useEffect, useEffectEvent, useState } from "react";
import { BookOpen, Columns3, LayoutGrid, SearchX, Table } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { DogCard } from "@/features/dogs/list/dog-card";
import { DogGridSkeleton } from "@/features/dogs/list/dog-grid-skeleton";
import { activeFilters, NO_FILTERS } from "@/features/dogs/list/dog-filters";
import type { DogView, useDogListParams } from "@/features/dogs/list/dog-list-params";
import { DogPagination } from "@/features/dogs/list/dog-pagination";
import { ColumnsDialog, DogTable } from "@/features/dogs/list/late-parts";
import { toListPagination } from "@/features/dogs/list/pagination";
import type { Dog } from "@/features/dogs/types";
import { useDogColumns } from "@/features/dogs/list/use-dog-columns";
import type { DogList as DogListData } from "@/features/dogs/list/use-dog-list";
import { ViewsMenu } from "@/features/dogs/list/views-menu";
import { cn } from "@/lib/utils";
import type { DogStatus } from "@domain/constants/dogs";

const VIEWS = [
  { name: "cards", label: "Cards", icon: LayoutGrid },
  { name: "table", label: "Table", icon: Table },
] as const;

type DogListProps = {
  list: DogListData;
  params: ReturnType<typeof useDogListParams>;
  today: string;
  canWrite: boolean;
  onAdd: () => void;
  onView: (dog: Dog) => void;
  onEdit: (dog: Dog) => void;
  onManagePhotos: (dog: Dog) => void;
  /** Asks for another status, or for what one that was chosen already takes. */
  onStatus: (dog: Dog, chosen?: DogStatus) => void;
  onDelete: (dog: Dog) => void;
};

/** Renders result line, cards or table and pages, or what stands in their place. */
export function DogList({ list, params, today, canWrite, onAdd, ...actions }: DogListProps) {
  const pagination = list.page ? toListPagination(list.page.pagination) : null;
  const lastPage = pagination ? Math.max(1, pagination.pages) : null;
  const { page: askedPage, change } = params;
  const columns = useDogColumns(params);
  const [isChoosingColumns, setChoosingColumns] = useState(false);
  // The table itself, unlike what opens over it, is wanted as soon as the dogs are there.
  useEffect(() => {
    if (params.view === "table") void DogTable.fetch();
  }, [params.view]);
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
      <div
        className={cn(
          "flex flex-wrap items-center justify-between gap-x-3 gap-y-1",
          isEmpty && !isFiltered && "sr-only",
        )}
      >
        <p role="status" className="text-muted-foreground">
          {pagination.total} dog(s) found
        </p>
        {isEmpty && !isFiltered ? null : (
          <div className="flex flex-wrap items-center gap-1">
            <ViewsMenu params={params} shown={columns.shown} />
            {params.view === "table" && !isEmpty ? (
              <Button variant="ghost" onClick={() => setChoosingColumns(true)}>
                <Columns3 aria-hidden />
                Columns
              </Button>
            ) : null}
            {isEmpty ? null : <ViewSwitch view={params.view} onView={(view) => change({ view })} />}
          </div>
        )}
      </div>
      {isEmpty ? (
        <EmptyDogs
          isFiltered={isFiltered}
          canWrite={canWrite}
          onAdd={onAdd}
          onClear={() => change({ ...NO_FILTERS, search: "" })}
        />
      ) : params.view === "table" ? (
        <>
          <DogTable
            dogs={list.page.data}
            isStale={list.isStale}
            columns={columns.shown}
            params={params}
            today={today}
            canWrite={canWrite}
            onStatus={actions.onStatus}
          />
          {pagination.pages > 1 ? (
            <DogPagination pagination={pagination} onPage={(page) => change({ page })} />
          ) : null}
        </>
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
      {isChoosingColumns ? (
        <ColumnsDialog columns={columns} onClose={() => setChoosingColumns(false)} />
      ) : null}
    </>
  );
}

function ViewSwitch({ view, onView }: { view: DogView; onView: (view: DogView) => void }) {
  return (
    <div role="group" aria-label="View" className="flex gap-1">
      {VIEWS.map(({ name, label, icon: Icon }) => (
        <Button
          key={name}
          size="icon"
          variant={view === name ? "secondary" : "ghost"}
          aria-label={label}
          aria-pressed={view === name}
          onClick={() => onView(name)}
        >
          <Icon aria-hidden />
        </Button>
      ))}
    </div>
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
