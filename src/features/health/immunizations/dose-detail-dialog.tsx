/** One dose's page, in a dialog over the tab, with an address of its own. It is live, and says so when the dose is gone. */
import { useState, type ReactNode } from "react";
import { Pencil, Syringe, Trash2 } from "lucide-react";
import { LoadError } from "@/components/load-error";
import { Button } from "@/components/ui/button";
import { Dialog, DialogBody, DialogContent, DialogHeader, DialogTitle } from "@/components/ui/dialog";
import { Skeleton } from "@/components/ui/skeleton";
import { NEW, useHealthDialog } from "@/features/health/health-address";
import { useDoseActions } from "@/features/health/immunizations/dose-actions";
import { DoseBadges, OverdueNote } from "@/features/health/immunizations/dose-card";
import type { Dose } from "@/features/health/immunizations/types";
import { PatientLink } from "@/features/health/patient-link";
import { keyOfPatient } from "@/features/health/patients";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { isNotFound } from "@/lib/not-found";
import { formatDay } from "@domain/formatting/formatting";
import { api } from "@convex/_generated/api";

type DetailProps = { today: string; canWrite: boolean };
type DoseDetailDialogProps = DetailProps & { doseId: string | undefined; onClose: () => void };

/** Renders the dialog while the address names a dose. */
export function DoseDetailDialog({ doseId, onClose, ...props }: DoseDetailDialogProps) {
  // The last dose stays in the dialog while it closes.
  const [shownId, setShownId] = useState(doseId);
  if (doseId !== undefined && doseId !== shownId) setShownId(doseId);
  return (
    <Dialog open={doseId !== undefined} onOpenChange={(isOpen) => (isOpen ? undefined : onClose())}>
      <DialogContent size="md" aria-describedby={undefined}>
        {shownId === undefined ? null : <Detail key={shownId} doseId={shownId} {...props} />}
      </DialogContent>
    </Dialog>
  );
}

function Detail({ doseId, ...props }: DetailProps & { doseId: string }) {
  const { kennelId } = useKennel();
  const result = useLiveQuery(api.vaccinations.immunizations.get, { immunizationId: doseId });
  const isGone =
    (result.status === "error" && isNotFound(result.error)) ||
    (result.status === "ready" && result.data.kennelId !== kennelId);
  if (isGone) {
    return (
      <Notice title="This immunization was not found">
        <p role="status">It may have been deleted, or it belongs to another kennel.</p>
      </Notice>
    );
  }
  if (result.status === "error") {
    return (
      <Notice title="Immunization">
        <LoadError message="Failed to load health data. Please try again." onRetry={result.retry} />
      </Notice>
    );
  }
  if (result.status === "loading") {
    return (
      <Notice title="Loading immunization">
        <Skeleton className="h-40" />
      </Notice>
    );
  }
  return <DosePage dose={result.data} {...props} />;
}

function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <>
      <DialogHeader>
        <DialogTitle>{title}</DialogTitle>
      </DialogHeader>
      <DialogBody>{children}</DialogBody>
    </>
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
              <div key={label} className="min-w-0">
                <dt className="text-sm text-muted-foreground">{label}</dt>
                <dd className="font-semibold break-words">{value}</dd>
              </div>
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
