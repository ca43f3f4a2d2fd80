/** One dose's page, in a dialog over the tab, with an address of its own. It is live, and says so when the dose is gone. */
import { Pencil, Syringe, Trash2 } from "lucide-react";
import { Fact } from "@/components/fact";
import { RecordDialog, RecordInDialog } from "@/components/record-dialog";
import { Button } from "@/components/ui/button";
import { DialogNotice } from "@/components/titled-dialog";
import { DialogBody, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { NEW, useHealthDialog } from "@/features/health/health-address";
import { useDoseActions } from "@/features/health/immunizations/dose-actions";
import { DoseBadges, OverdueNote } from "@/features/health/immunizations/dose-card";
import type { Dose } from "@/features/health/immunizations/types";
import { PatientLink } from "@/features/health/patient-link";
import { keyOfPatient } from "@/features/health/patients";
import { useLiveQuery } from "@/hooks/use-live-query";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

type DetailProps = { today: string; canWrite: boolean };
type DoseDetailDialogProps = DetailProps & { doseId: string | undefined; onClose: () => void };

/** Renders the dialog while the address names a dose. */
export function DoseDetailDialog({ doseId, onClose, ...props }: DoseDetailDialogProps) {
  return (
    <RecordDialog id={doseId} size="md" onClose={onClose}>
      {(shownId) => <Detail key={shownId} doseId={shownId} {...props} />}
    </RecordDialog>
  );
}

function Detail({ doseId, ...props }: DetailProps & { doseId: string }) {
  const result = useLiveQuery(api.vaccinations.immunizations.get, { immunizationId: doseId });
  return (
    <RecordInDialog
      query={result}
      title="Immunization"
      thing="immunization"
      failureText="Failed to load health data. Please try again."
      skeleton={
        <DialogNotice title="Loading immunization">
          <Skeleton className="h-40" />
        </DialogNotice>
      }
    >
      {(dose) => <DosePage dose={dose} {...props} />}
    </RecordInDialog>
  );
}

function DosePage({ dose, today, canWrite }: DetailProps & { dose: Dose }) {
  const { dateAdministered, nextDueDate, expirationDate } = dose;
  const facts: readonly [string, string | null][] = [
    ["Given", formatDay(dateAdministered)],
    ["Next due", nextDueDate && formatDay(nextDueDate)],
    ["Expires", expirationDate && expirationDate !== nextDueDate ? formatDay(expirationDate) : null],
    ["Manufacturer", dose.manufacturer],
    ["Batch number", dose.batchNumber],
    ["Veterinarian", dose.veterinarianName],
    ["Clinic", dose.veterinaryClinic],
  ];
  return (
    <>
      <DialogHeader className="gap-3 pb-4">
        <div>
          <DialogTitle className="break-words">{dose.vaccineName}</DialogTitle>
          <p className="mt-0.5 mb-2">
            <PatientLink patient={dose} />
          </p>
          <DoseBadges dose={dose} today={today} />
        </div>
        {canWrite ? <PageActions dose={dose} /> : null}
      </DialogHeader>
      <DialogBody className="flex flex-col gap-4">
        <OverdueNote dose={dose} today={today} />
        <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
          {facts.map(([label, value]) =>
            value === null ? null : (
              <Fact key={label} label={label}>
                {value}
              </Fact>
            ),
          )}
        </dl>
        {dose.notes === null ? null : (
          <p className="max-w-prose border-t pt-3 break-words whitespace-pre-wrap">{dose.notes}</p>
        )}
      </DialogBody>
    </>
  );
}

function PageActions({ dose }: { dose: Dose }) {
  const { open } = useHealthDialog();
  const { askToDelete } = useDoseActions();
  return (
    <div className="flex flex-wrap gap-2">
      {dose.isNewest && keyOfPatient(dose) !== "" ? (
        <Button onClick={() => open("dose", NEW, { for: keyOfPatient(dose), vaccine: dose.vaccineName })}>
          <Syringe aria-hidden />
          Record Next Dose
        </Button>
      ) : null}
      <Button variant="outline" onClick={() => open("dose", dose._id)}>
        <Pencil aria-hidden />
        Edit
      </Button>
      <Button variant="outline" onClick={() => askToDelete(dose)}>
        <Trash2 aria-hidden />
        Delete
      </Button>
    </div>
  );
}
