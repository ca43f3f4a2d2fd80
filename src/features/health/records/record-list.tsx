/** The list of health records in its four states: loading, failed, empty and filled; further pages join it on demand. */
import { useState } from "react";
import { SearchX, Stethoscope } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { countFilters, type HealthFilters } from "@/features/health/health-address";
import { ListEnd } from "@/features/health/list-end";
import { RecordCard } from "@/features/health/records/record-card";
import type { HealthRecord } from "@/features/health/records/types";
import { useRecordPage, type RecordList as List } from "@/features/health/records/use-record-list";

/** Source: rule HLT-24. */
const LOAD_FAILURE = "Failed to load health data. Please try again.";

type CardProps = { today: string; canWrite: boolean };

type RecordListProps = CardProps & {
  /** The first page, which the screen's number comes from, too. */
  first: List;
  filters: HealthFilters;
  onAdd: () => void;
  onClear: () => void;
};

/** Renders the cards, or what stands in their place. */
export function RecordList({ first, filters, onAdd, onClear, ...cards }: RecordListProps) {
  // How many pages are shown belongs to the filters; with other ones it starts over.
  const key = JSON.stringify(filters);
  const [shown, setShown] = useState({ key, pages: 1 });
  const pages = shown.key === key ? shown.pages : 1;
  // A search counts no further than it has to, so the last page knows best; it is asked for once.
  const last = useRecordPage(filters, pages);
  if (first.hasFailed) return <LoadError message={LOAD_FAILURE} onRetry={first.retry} />;
  if (!first.page) return <ListSkeleton />;
  if (first.page.pagination.totalItems === 0) {
    return (
      <NoRecords
        isFiltered={countFilters(filters) > 0}
        canWrite={cards.canWrite}
        onAdd={onAdd}
        onClear={onClear}
      />
    );
  }
  return (
    <>
      <ul
        aria-label="Health Records"
        aria-busy={first.isStale}
        className="grid items-start gap-4 xl:grid-cols-2"
      >
        <Cards records={first.page.data} {...cards} />
        {Array.from({ length: pages - 1 }, (_, index) => (
          <FurtherPage key={`${key} ${index}`} filters={filters} page={index + 2} {...cards} />
        ))}
      </ul>
      {pages > 1 && last.isStale ? null : (
        <ListEnd
          last={last.page ?? first.page}
          pages={pages}
          things="records"
          onMore={() => setShown({ key, pages: pages + 1 })}
        />
      )}
    </>
  );
}

function Cards({ records, ...props }: CardProps & { records: readonly HealthRecord[] }) {
  return records.map((record) => (
    <li key={record._id} className="card-place [contain-intrinsic-size:auto_9rem]">
      <RecordCard record={record} {...props} />
    </li>
  ));
}

function FurtherPage({ filters, page, ...cards }: CardProps & { filters: HealthFilters; page: number }) {
  const list = useRecordPage(filters, page);
  if (list.hasFailed) {
    return (
      <li className="col-span-full">
        <LoadError message={LOAD_FAILURE} onRetry={list.retry} />
      </li>
    );
  }
  return <Cards records={list.page?.data ?? []} {...cards} />;
}

function ListSkeleton() {
  return (
    <div role="status" aria-label="Loading health records" className="grid gap-4 xl:grid-cols-2">
      {Array.from({ length: 6 }, (_, index) => (
        <div key={index} className="flex gap-3.5 rounded-lg border bg-card p-4">
          <Skeleton className="size-10" />
          <div className="flex flex-1 flex-col gap-2.5">
            <Skeleton className="h-5 w-3/5" />
            <Skeleton className="h-4 w-2/5" />
            <Skeleton className="h-10" />
          </div>
        </div>
      ))}
    </div>
  );
}

type NoRecordsProps = { isFiltered: boolean; canWrite: boolean; onAdd: () => void; onClear: () => void };

/** Source: decision GAP-HLT-14. */
function NoRecords({ isFiltered, canWrite, onAdd, onClear }: NoRecordsProps) {
  if (isFiltered) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden className="size-9 text-muted-foreground" />}
        title="No health records found"
        text="No record matches the filters"
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
      icon={<Stethoscope aria-hidden className="size-9 text-brass" />}
      title="No health records found"
      text={
        canWrite
          ? "Record what the vet found and did, with the documents that belong to it"
          : "Examinations, treatments and tests will appear here when they are recorded"
      }
      action={canWrite ? <Button onClick={onAdd}>Add Health Record</Button> : undefined}
    />
  );
}
