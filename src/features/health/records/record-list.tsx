/** The list of health records in its four states: loading, failed, empty and filled; further pages join it on demand. */
import { SearchX, Stethoscope } from "lucide-react";
import { EmptyState } from "@/components/empty-state";
import { GrowingList } from "@/components/growing-list";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { countFilters, type HealthFilters } from "@/features/health/health-address";
import { RecordCard } from "@/features/health/records/record-card";
import type { HealthRecordPage } from "@/features/health/records/types";
import type { LivePage, PagedQuery } from "@/hooks/use-live-page";

type RecordListProps = {
  list: PagedQuery<HealthRecordPage>;
  /** The first page, which the screen's number comes from, too. */
  first: LivePage<HealthRecordPage>;
  filters: HealthFilters;
  today: string;
  canWrite: boolean;
  onAdd: () => void;
  onClear: () => void;
};

/** Renders the cards, or what stands in their place. Source of the failure: rule HLT-24. */
export function RecordList({ filters, today, canWrite, onAdd, onClear, ...pages }: RecordListProps) {
  return (
    <GrowingList
      {...pages}
      filter={filters}
      label="Health Records"
      things="records"
      className="grid items-start gap-4 xl:grid-cols-2"
      failureText="Failed to load health data. Please try again."
      skeleton={<ListSkeleton />}
      empty={
        <NoRecords
          isFiltered={countFilters(filters) > 0}
          canWrite={canWrite}
          onAdd={onAdd}
          onClear={onClear}
        />
      }
    >
      {(record) => (
        <li key={record._id} className="card-place [contain-intrinsic-size:auto_9rem]">
          <RecordCard record={record} today={today} canWrite={canWrite} />
        </li>
      )}
    </GrowingList>
  );
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
