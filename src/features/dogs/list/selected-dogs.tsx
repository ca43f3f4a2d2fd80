/**
 * What can be done with the selected dogs of the table: change their status, remind of them, record a vaccination,
 * export them, print them. A vaccination's form belongs to health, which opens it by the address.
 */
import { useState } from "react";
import { ChevronDown } from "lucide-react";
import { toast } from "sonner";
import { Button } from "@/components/ui/button";
import { useOpenHealthDialog } from "@/entities/health/health-dialog-link";
import { useReminderDialogs } from "@/entities/reminders/use-reminder-dialogs";
import { DogPrintSheet } from "@/features/dogs/detail/dog-print-sheet";
import type { DogListParams } from "@/features/dogs/list/dog-list-params";
import { saveAsCsv, saveAsSpreadsheet } from "@/features/dogs/list/export-dogs";
import { StatusMenu } from "@/features/dogs/list/status-menu";
import { StatusOfManyDialog } from "@/features/dogs/list/status-of-many-dialog";
import type { Dog } from "@/features/dogs/types";
import { useKennel } from "@/hooks/use-kennel";
import { failureText } from "@/lib/failure-text";
import { cn } from "@/lib/utils";
import type { DogStatus } from "@domain/constants/dogs";
import { MAX_BULK_REMINDERS } from "@domain/constants/reminders";
import { MAX_BATCH_PATIENTS } from "@domain/constants/vaccines";

type SelectedDogsProps = {
  dogs: readonly Dog[];
  params: DogListParams;
  today: string;
  canWrite: boolean;
  onClear: () => void;
};

/** Says whether so many dogs can be dealt with in one step, and tells it where they cannot. */
function isWithin(most: number, { length }: readonly Dog[]): boolean {
  if (length <= most) return true;
  toast.error(`At most ${most} dogs at once; ${length} are selected`);
  return false;
}

/** Renders the line of buttons; it keeps its place while nothing is selected. */
export function SelectedDogs({ dogs, params, today, canWrite, onClear }: SelectedDogsProps) {
  const [statusChange, setStatusChange] = useState<{ dogs: readonly Dog[]; status: DogStatus } | null>(null);
  const [printedDogs, setPrintedDogs] = useState<readonly Dog[] | null>(null);
  const { can } = useKennel();
  const reminders = useReminderDialogs(today);
  const openHealthDialog = useOpenHealthDialog();
  const isOff = dogs.length === 0;
  const addReminder = () => {
    if (isWithin(MAX_BULK_REMINDERS, dogs)) {
      reminders.add({ dogs: dogs.map(({ _id, name }) => ({ _id, name })) });
    }
  };
  const recordVaccination = () => {
    if (isWithin(MAX_BATCH_PATIENTS, dogs)) {
      openHealthDialog("batch", dogs.map(({ _id }) => _id).join(" "));
    }
  };
  const exportTo = async (save: (dogs: readonly Dog[]) => void | Promise<void>) => {
    try {
      await save(dogs);
      toast.success("Data exported successfully");
    } catch (error) {
      toast.error(failureText("Failed to export data", error));
    }
  };
  return (
    <>
      <div
        role="group"
        aria-label="Selected dogs"
        // One line on a phone and a tablet too; the rings of focus stay whole. It scrolls once it can take the focus.
        className={cn(
          "flex items-center gap-2 max-lg:-m-1 max-lg:p-1 lg:flex-wrap",
          isOff ? "max-lg:overflow-x-hidden" : "max-lg:overflow-x-auto",
        )}
      >
        <span role="status" className="min-w-24 text-sm text-muted-foreground">
          {dogs.length} selected
        </span>
        {canWrite ? (
          <StatusMenu onChoose={(status) => setStatusChange({ dogs, status })}>
            <Button variant="outline" disabled={isOff}>
              Change Status
              <ChevronDown aria-hidden />
            </Button>
          </StatusMenu>
        ) : null}
        {can("reminders", "write") ? (
          <Button variant="outline" disabled={isOff} onClick={addReminder}>
            Add Reminder
          </Button>
        ) : null}
        {can("health", "write") ? (
          <Button variant="outline" disabled={isOff} onClick={recordVaccination}>
            Record Vaccination
          </Button>
        ) : null}
        <Button variant="outline" disabled={isOff} onClick={() => void exportTo(saveAsCsv)}>
          Export to CSV
        </Button>
        <Button variant="outline" disabled={isOff} onClick={() => void exportTo(saveAsSpreadsheet)}>
          Export to Excel
        </Button>
        <Button variant="outline" disabled={isOff} onClick={() => setPrintedDogs(dogs)}>
          Print
        </Button>
        <Button variant="ghost" disabled={isOff} onClick={onClear}>
          Clear Selection
        </Button>
      </div>
      {statusChange ? (
        <StatusOfManyDialog {...statusChange} today={today} onClose={() => setStatusChange(null)} />
      ) : null}
      {reminders.dialogs}
      {printedDogs ? (
        <DogPrintSheet
          dogs={printedDogs}
          params={params}
          today={today}
          onPrinted={() => setPrintedDogs(null)}
        />
      ) : null}
    </>
  );
}
