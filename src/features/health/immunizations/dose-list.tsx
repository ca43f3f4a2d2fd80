/** The list of doses in its four states: loading, failed, empty and filled; further pages join it on demand. */
import { SearchX, Syringe } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { GrowingList } from "@/components/growing-list";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { countFilters, type HealthFilters } from "@/features/health/health-address";
import { DoseCard } from "@/features/health/immunizations/dose-card";
import type { DosePage } from "@/features/health/immunizations/types";
import type { LivePage, PagedQuery } from "@/hooks/use-live-page";

type DoseListProps = {
  list: PagedQuery<DosePage>;
  /** The first page, which the screen's number comes from, too. */
  first: LivePage<DosePage>;
  filters: HealthFilters;
  today: string;
  canWrite: boolean;
  onAdd: () => void;
  onClear: () => void;
};

/** Renders the cards, or what stands in their place. */
export function DoseList({ filters, today, canWrite, onAdd, onClear, ...pages }: DoseListProps) {
  return (
    <GrowingList
      {...pages}
      filter={filters}
      label="Immunizations"
      things="immunizations"
      className="grid items-start gap-4 md:grid-cols-2 xl:grid-cols-3"
      failureText="Failed to load health data. Please try again."
      skeleton={<ListSkeleton />}
      empty={
        <NoDoses isFiltered={countFilters(filters) > 0} canWrite={canWrite} onAdd={onAdd} onClear={onClear} />
      }
    >
      {(dose) => (
        <li key={dose._id} className="card-place [contain-intrinsic-size:auto_11rem]">
          <DoseCard dose={dose} today={today} canWrite={canWrite} />
        </li>
      )}
    </GrowingList>
  );
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
