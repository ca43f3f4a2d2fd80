/**
 * The dialog in which a dose is changed, or recorded for one or many dogs and puppies. One Save stores all of them or,
 * with a message at each dog that it concerns, none.
 */
import { RecordFormDialog } from "@/components/record-form/record-form-dialog";
import { DoseFormFields } from "@/features/health/immunizations/dose-form-fields";
import type { GivenDose } from "@/features/health/immunizations/dose-form-values";
import { doseTitle } from "@/features/health/immunizations/dose-words";
import type { Dose } from "@/features/health/immunizations/types";
import { useDoseForm } from "@/features/health/immunizations/use-dose-form";
import { keyOfPatient, keysIn, nameOfPatient } from "@/features/health/patients";

type DoseFormDialogProps = {
  /** The dose to edit, or null to record one. */
  dose: Dose | null;
  given: GivenDose;
  isForMany: boolean;
  today: string;
  onClose: () => void;
};

/** Renders the open dialog. */
export function DoseFormDialog({ dose, given, isForMany, today, onClose }: DoseFormDialogProps) {
  const { recordForm, edits, patientErrors } = useDoseForm({
    dose,
    given,
    isForMany,
    today,
    onSaved: onClose,
  });
  const count = keysIn(recordForm.form.watch("patients")).length;
  return (
    <RecordFormDialog
      recordForm={recordForm}
      title={dose ? "Edit Immunization" : isForMany ? "Vaccinate Several Dogs" : "Add Immunization"}
      submitLabel={dose ? "Save Immunization" : count > 1 ? `Save for ${count} Dogs` : "Save Immunization"}
      noun="immunization record"
      name={dose ? doseTitle(dose) : "This Immunization"}
      edits={edits}
      onClose={onClose}
    >
      <DoseFormFields
        recorded={dose && { key: keyOfPatient(dose), name: nameOfPatient(dose) }}
        isForMany={isForMany}
        patientErrors={patientErrors}
        today={today}
      />
    </RecordFormDialog>
  );
}
