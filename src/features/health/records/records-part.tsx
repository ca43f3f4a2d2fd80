/** The Health Records tab: what vets found and did, the newest first, narrowed by the screen's filters. */
import { Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { NEW, useHealthDialog, useHealthFilters } from "@/features/health/health-address";
import { countText } from "@/features/health/count-text";
import { RecordList } from "@/features/health/records/record-list";
import { useRecordList } from "@/features/health/records/use-record-list";
import { useKennel } from "@/hooks/use-kennel";
import { useLivePage } from "@/hooks/use-live-page";
import { useToday } from "@/hooks/use-today";

/** Renders the tab. */
export function RecordsPart() {
  const canWrite = useKennel().can("health", "write");
  const today = useToday();
  const { filters, clear } = useHealthFilters();
  const { open } = useHealthDialog();
  const list = useRecordList(filters);
  const first = useLivePage(list, 1);
  const add = () => open("record", NEW, { for: filters.dogId });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex min-h-10 items-center justify-between gap-3">
        <p role="status" className="text-sm text-muted-foreground">
          {countText(first.page, "record")}
        </p>
        {canWrite ? (
          <Button className="hidden sm:inline-flex" onClick={add}>
            <Plus aria-hidden />
            Add Health Record
          </Button>
        ) : null}
      </div>
      <RecordList
        list={list}
        first={first}
        filters={filters}
        today={today}
        canWrite={canWrite}
        onAdd={add}
        onClear={clear}
      />
    </div>
  );
}
