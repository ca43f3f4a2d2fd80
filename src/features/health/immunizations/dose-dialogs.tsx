/** The dialogs of doses that the address opens, over whichever tab: a new dose, one for many, and editing one. */
import { EditLoader } from "@/components/record-dialog";
import { NEW, useHealthDialog } from "@/features/health/health-address";
import { DoseFormDialog } from "@/features/health/immunizations/dose-form-dialog";
import { givenPatients } from "@/features/health/patients";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

const NOTHING = { patients: [], vaccine: "" };

/** Renders the open dialog, or nothing. */
export function DoseDialogs({ today }: { today: string }) {
  const { valueOf, dogId, vaccine, close } = useHealthDialog();
  const doseId = valueOf("dose");
  const isForMany = valueOf("batch") !== null;
  if (isForMany || doseId === NEW) {
    return (
      <DoseFormDialog
        key={isForMany ? "many" : "one"}
        dose={null}
        given={{ patients: givenPatients(dogId), vaccine }}
        isForMany={isForMany}
        today={today}
        onClose={close}
      />
    );
  }
  return doseId === null ? null : <WithDose key={doseId} doseId={doseId} today={today} onClose={close} />;
}

type WithDoseProps = { doseId: string; today: string; onClose: () => void };

function WithDose({ doseId, today, onClose }: WithDoseProps) {
  const result = useLiveQuery(api.vaccinations.immunizations.get, { immunizationId: doseId });
  return (
    <EditLoader
      result={result}
      title="Edit Immunization"
      thing="immunization"
      failureText="Failed to load health data. Please try again."
      onClose={onClose}
    >
      {(dose) => (
        <DoseFormDialog dose={dose} given={NOTHING} isForMany={false} today={today} onClose={onClose} />
      )}
    </EditLoader>
  );
}
