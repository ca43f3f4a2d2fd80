/** The list of doses in its four states: loading, failed, empty and filled; further pages join it on demand. */
import { useState } from "react";
import { SearchX, Syringe } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { countFilters, type HealthFilters } from "@/features/health/health-address";
import { ListEnd } from "@/features/health/list-end";
import { DoseCard } from "@/features/health/immunizations/dose-card";
import type { Dose } from "@/features/health/immunizations/types";
import { useDosePage, type DoseList as List } from "@/features/health/immunizations/use-dose-list";

const LOAD_FAILURE = "Failed to load health data. Please try again.";

type CardProps = { today: string; canWrite: boolean };

type DoseListProps = CardProps & {
  /** The first page, which the screen's number comes from, too. */
  first: List;
  filters: HealthFilters;
  onAdd: () => void;
  onClear: () => void;
};

/** Renders the cards, or what stands in their place. */
export function DoseList({ first, filters, onAdd, onClear, ...cards }: DoseListProps) {
  // How many pages are shown belongs to the filters; with other ones it starts over.
  const key = JSON.stringify(filters);
  const [shown, setShown] = useState({ key, pages: 1 });
  const pages = shown.key === key ? shown.pages : 1;
  // A search counts no further than it has to, so the last page knows best; it is asked for once.
  const last = useDosePage(filters, pages);
  if (first.hasFailed) return <LoadError message={LOAD_FAILURE} onRetry={first.retry} />;
  if (!first.page) return <ListSkeleton />;
  if (first.page.pagination.totalItems === 0) {
    const isFiltered = countFilters(filters) > 0;
    return <NoDoses isFiltered={isFiltered} canWrite={cards.canWrite} onAdd={onAdd} onClear={onClear} />;
  }
  return (
    <>
      <ul
        aria-label="Immunizations"
        aria-busy={first.isStale}
        className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3"
      >
        <Cards doses={first.page.data} {...cards} />
        {Array.from({ length: pages - 1 }, (_, index) => (
          <FurtherPage key={`${key} ${index}`} filters={filters} page={index + 2} {...cards} />
        ))}
      </ul>
      {pages > 1 && last.isStale ? null : (
        <ListEnd
          last={last.page ?? first.page}
          pages={pages}
          things="immunizations"
          onMore={() => setShown({ key, pages: pages + 1 })}
        />
      )}
    </>
  );
}

function Cards({ doses, ...props }: CardProps & { doses: readonly Dose[] }) {
  return doses.map((dose) => (
    <li key={dose._id} className="card-place [contain-intrinsic-size:auto_11rem]">
      <DoseCard dose={dose} {...props} />
    </li>
  ));
}

function FurtherPage({ filters, page, ...cards }: CardProps & { filters: HealthFilters; page: number }) {
  const list = useDosePage(filters, page);
  if (list.hasFailed) {
    return (
      <li className="col-span-full">
        <LoadError message={LOAD_FAILURE} onRetry={list.retry} />
      </li>
    );
  }
  return <Cards doses={list.page?.data ?? []} {...cards} />;
}

function ListSkeleton() {
  return (
    <div
      role="status"
      aria-label="Loading immunizations"
      className="grid gap-4 md:grid-cols-2 xl:grid-cols-3"
    >
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="flex flex-col gap-2.5 rounded-lg border bg-card p-4">
          <Skeleton className="h-6 w-2/5" />
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-16" />
        </div>
      ))}
    </div>
  );
}

type NoDosesProps = { isFiltered: boolean; canWrite: boolean; onAdd: () => void; onClear: () => void };

/** Source: decision GAP-HLT-14. */
function NoDoses({ isFiltered, canWrite, onAdd, onClear }: NoDosesProps) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden className="size-9 text-muted-foreground" />}
        title="No immunizations found"
        text="No dose matches the filters"
        action={
          <Button variant="outline" onClick={onClear}>
            Clear Filters
          </Button>
        }
      />
    );
  }
  return (
    <EmptyState
      icon={<Syringe aria-hidden className="size-9 text-brass" />}
      title="No immunizations found"
      text={
        canWrite
          ? "Record the last dose of each vaccine, and Studbook tells you when the next one is due"
          : "Vaccinations will appear here when they are recorded"
      }
      action={canWrite ? <Button onClick={onAdd}>Add Immunization</Button> : undefined}
    />
  );
}
