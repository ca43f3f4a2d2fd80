/**
 * The actions for the selected dogs of the table. The vaccination form belongs to the health area, so it opens
 * through the address.
 */
import { type ReactNode, useRef, useState } from "react";
import { useMutation } from "convex/react";
import { ChevronDown, X } from "lucide-react";
import { toast } from "sonner";
import { SaveDialog } from "@/components/save-dialog";
import { TextField } from "@/components/text-field";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { statusLabels } from "@/entities/dogs/dog-labels";
import { useHealthDialog } from "@/entities/health/health-address";
import { useReminderDialogs } from "@/entities/reminders/use-reminder-dialogs";
import { DogPrintSheet } from "@/features/dogs/detail/dog-print-sheet";
import { formerStatusOf, useStatusToast } from "@/features/dogs/form/use-status-undo";
import type { DogListParams } from "@/features/dogs/list/dog-list-params";
import { saveAsCsv, saveAsSpreadsheet } from "@/features/dogs/list/export-dogs";
import { StatusMenu } from "@/features/dogs/list/status-menu";
import type { Dog } from "@/entities/dogs/types";
import { joinWords } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { useScrollEdges } from "@/hooks/use-scroll-edges";
import { NEW } from "@/lib/screen-address";
import { failureText } from "@/lib/failure-text";
import { cn } from "@/lib/utils";
import { api } from "@convex/_generated/api";
import { type DogStatus, MAX_DOGS_CHANGED } from "@domain/dogs/rules";
import { MAX_BULK_REMINDERS } from "@domain/reminders/rules";
import { MAX_BATCH_PATIENTS } from "@domain/vaccinations/rules";
import { isDead } from "@domain/dogs/standing";

type SelectedDogsProps = {
  dogs: readonly Dog[];
  params: DogListParams;
  today: string;
  canWrite: boolean;
  onClear: () => void;
};

/** If there are more dogs than one step can process, shows a message. */
function isWithin(most: number, { length }: readonly Dog[]): boolean {
  if (length <= most) return true;
  toast.error(`At most ${most} dogs at once; ${length} are selected`);
  return false;
}

/**
 * One line on every screen. Its padding leaves space for focus rings. It fades at an edge if there are more buttons
 * beyond it.
 */
function Strip({ children }: { children: ReactNode }) {
  const stripRef = useRef<HTMLDivElement>(null);
  useScrollEdges(stripRef);
  return (
    <div
      ref={stripRef}
      className="fade-edges flex min-w-0 flex-1 items-center gap-1 overflow-x-auto p-1 max-sm:*:px-2"
    >
      {children}
    </div>
  );
}

/**
 * In the order of the Tab key, the bar comes before the table, but on screen it is at the bottom of the window.
 * Without a selection it is not rendered.
 */
export function SelectedDogs({ dogs, params, today, canWrite, onClear }: SelectedDogsProps) {
  const [statusChange, setStatusChange] = useState<{ dogs: readonly Dog[]; status: DogStatus } | null>(null);
  const [printedDogs, setPrintedDogs] = useState<readonly Dog[] | null>(null);
  const { can } = useKennel();
  const reminders = useReminderDialogs(today);
  const healthDialog = useHealthDialog();
  const isOff = dogs.length === 0;
  const addReminder = () => {
    if (isWithin(MAX_BULK_REMINDERS, dogs)) {
      reminders.add({ dogs: dogs.map(({ _id, name }) => ({ _id, name })) });
    }
  };
  const recordVaccination = () => {
    if (isWithin(MAX_BATCH_PATIENTS, dogs)) {
      healthDialog.open("batch", NEW, { for: dogs.map(({ _id }) => _id).join(" ") });
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
        data-selection={isOff ? undefined : ""}
        className={cn(
          isOff
            ? "sr-only"
            : "sticky bottom-0 z-20 order-last flex items-center gap-1 rounded-lg border bg-success-soft py-1 pr-1 pl-3 shadow-raised max-sm:-mx-3 max-sm:rounded-none",
        )}
      >
        <span role="status" className="shrink-0 font-semibold sm:min-w-24">
          {dogs.length} selected
        </span>
        {isOff ? null : (
          <>
            <Strip>
              {canWrite ? (
                <StatusMenu onChoose={(status) => setStatusChange({ dogs, status })}>
                  <Button variant="ghost">
                    Change Status
                    <ChevronDown aria-hidden />
                  </Button>
                </StatusMenu>
              ) : null}
              {can("reminders", "write") ? (
                <Button variant="ghost" onClick={addReminder}>
                  Add Reminder
                </Button>
              ) : null}
              {can("health", "write") ? (
                <Button variant="ghost" onClick={recordVaccination}>
                  Record Vaccination
                </Button>
              ) : null}
              <Button variant="ghost" onClick={() => void exportTo(saveAsCsv)}>
                Export to CSV
              </Button>
              <Button variant="ghost" onClick={() => void exportTo(saveAsSpreadsheet)}>
                Export to Excel
              </Button>
              <Button variant="ghost" onClick={() => setPrintedDogs(dogs)}>
                Print
              </Button>
            </Strip>
            <Button
              variant="ghost"
              className="shrink-0 max-sm:w-11 max-sm:px-0"
              aria-label="Clear Selection"
              aria-keyshortcuts="Escape"
              onClick={onClear}
            >
              <X aria-hidden className="sm:hidden" />
              <span className="max-sm:hidden">Clear Selection</span>
            </Button>
          </>
        )}
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

type StatusOfManyDialogProps = {
  dogs: readonly Dog[];
  status: DogStatus;
  today: string;
  onClose: () => void;
};

const countText = (count: number): string => (count === 1 ? "1 dog" : `${count} dogs`);

/** Dogs that could not be changed stay in the dialog with the reason. */
function StatusOfManyDialog({ dogs, status, today, onClose }: StatusOfManyDialogProps) {
  const { kennelId } = useKennel();
  const changeStatus = useMutation(api.dogs.dogs.changeStatus);
  const tellChanged = useStatusToast();
  const [changedOn, setChangedOn] = useState(today);
  const [isSaving, setSaving] = useState(false);
  const [failures, setFailures] = useState<readonly string[]>([]);

  const deceased = status === "deceased" ? [] : dogs.filter(isDead);

  const save = async () => {
    if (status !== "active" && changedOn === "") {
      setFailures(["Date is required"]);
      return;
    }
    setSaving(true);
    setFailures([]);
    const refused: string[] = [];
    const changed: Dog[] = [];
    try {
      for (let start = 0; start < dogs.length; start += MAX_DOGS_CHANGED) {
        const some = dogs.slice(start, start + MAX_DOGS_CHANGED);
        const results = await changeStatus({
          kennelId,
          dogIds: some.map(({ _id }) => _id),
          status,
          statusChangedOn: status === "active" ? null : changedOn,
          today,
        });
        for (const { dogId, problem } of results) {
          const dog = some.find(({ _id }) => _id === dogId);
          if (problem !== null) refused.push(`${dog?.name ?? ""}: ${problem}`);
          else if (dog) changed.push(dog);
        }
      }
      if (refused.length === 0) onClose();
    } catch (error) {
      refused.push(failureText("Failed to change the status", error));
    }
    if (changed.length > 0) {
      tellChanged(
        `Status of ${countText(changed.length)} changed`,
        changed.map((dog) => formerStatusOf(dog._id, dog)),
      );
    }
    setFailures(refused);
    setSaving(false);
  };

  return (
    <SaveDialog
      title={`Change Status of ${countText(dogs.length)} to ${statusLabels[status]}`}
      isSaving={isSaving}
      onClose={onClose}
      saveLabel="Change Status"
      onSave={save}
    >
      {status === "active" ? (
        <p>{countText(dogs.length)} will be recorded as active again.</p>
      ) : (
        <TextField
          label={`${statusLabels[status]} on`}
          required
          type="date"
          max={today}
          value={changedOn}
          onText={setChangedOn}
        />
      )}
      {status === "deceased" ? (
        <Alert variant="warning">
          {countText(dogs.length)} will be recorded as deceased. The records stay in the register, and the age
          stops at the date you gave.
        </Alert>
      ) : null}
      {deceased.length > 0 ? (
        <Alert variant="warning">
          {joinWords(deceased.map(({ name }) => name))} {deceased.length === 1 ? "is" : "are"} recorded as
          deceased, and will be {statusLabels[status].toLowerCase()} instead.
        </Alert>
      ) : null}
      {failures.length > 0 ? (
        <Alert variant="error">
          <ul>
            {failures.map((failure) => (
              <li key={failure}>{failure}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
    </SaveDialog>
  );
}
