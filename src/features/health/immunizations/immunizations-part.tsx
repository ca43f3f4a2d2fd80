/** The Immunizations tab: the kennel's doses, the newest first, narrowed by the screen's filters. */
import { Plus, Users } from "lucide-react";
import { Button } from "@/components/ui/button";
import {
  NEW,
  filtersOn,
  useHealthDialog,
  useHealthFilters,
  useHealthPlace,
} from "@/features/health/health-address";
import { DoseActionsProvider } from "@/features/health/immunizations/dose-actions";
import { DoseDetailDialog } from "@/features/health/immunizations/dose-detail-dialog";
import { DoseList } from "@/features/health/immunizations/dose-list";
import { useDoseList } from "@/features/health/immunizations/use-dose-list";
import { countText } from "@/features/health/count-text";
import { useKennel } from "@/hooks/use-kennel";
import { useLivePage } from "@/hooks/use-live-page";
import { useToday } from "@/hooks/use-today";

/** Renders the tab. */
export function ImmunizationsPart() {
  const canWrite = useKennel().can("health", "write");
  const today = useToday();
  const { filters: chosen, clear } = useHealthFilters();
  const filters = filtersOn("immunizations", chosen);
  const { open } = useHealthDialog();
  const place = useHealthPlace();
  const list = useDoseList(filters);
  const first = useLivePage(list, 1);
  const add = () => open("dose", NEW, { for: filters.dogId });
  return (
    <DoseActionsProvider>
      <div className="flex flex-col gap-4">
        <div className="flex min-h-10 flex-wrap items-center justify-between gap-3">
          <p role="status" className="text-sm text-muted-foreground">
            {countText(first.page, "immunization")}
          </p>
          {canWrite ? (
            <div className="flex gap-2 *:flex-1 max-sm:w-full sm:*:flex-none">
              <Button variant="outline" onClick={() => open("batch", NEW)}>
                <Users aria-hidden />
                Several Dogs
              </Button>
              <Button onClick={add}>
                <Plus aria-hidden />
                Add Immunization
              </Button>
            </div>
          ) : null}
        </div>
        <DoseList
          list={list}
          first={first}
          filters={filters}
          today={today}
          canWrite={canWrite}
          onAdd={add}
          onClear={clear}
        />
      </div>
      <DoseDetailDialog
        doseId={place.tab === "immunizations" ? place.recordId : undefined}
        today={today}
        canWrite={canWrite}
        onClose={place.closeRecord}
      />
    </DoseActionsProvider>
  );
}
