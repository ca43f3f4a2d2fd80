/**
 * The dialog for changing a dose, or for recording a dose for one or several dogs and puppies. Saving stores all of
 * them, or none if one fails. Each failed dog then has a message.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import { useHealthDialog } from "@/entities/health/health-address";
import { NEW } from "@/lib/screen-address";
import { DoseFormFields } from "@/features/vaccinations/dose-form-fields";
import {
  type GivenDose,
  doseForm,
  errorsByPatient,
  givenDose,
  toDoseFields,
} from "@/features/vaccinations/dose-form-values";
import type { Dose, PatientErrors } from "@/features/vaccinations/dose-words";
import {
  batchPatientArgs,
  givenPatients,
  keyOfPatient,
  keysIn,
  nameOfPatient,
  patientArgs,
} from "@/entities/health/patients";
import { useTellRecorded } from "@/entities/health/recorded-doses";
import { visitOf } from "@/features/vaccinations/visit";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { EditLoader } from "@/components/record-dialog";
import { api } from "@convex/_generated/api";

type DoseFormDialogProps = {
  /** Null for a new dose. */
  dose: Dose | null;
  given: GivenDose;
  isForMany: boolean;
  today: string;
  onClose: () => void;
};

export function DoseFormDialog({ dose, given, isForMany, today, onClose }: DoseFormDialogProps) {
  const { kennelId } = useKennel();
  const create = useMutation(api.vaccinations.immunizations.create);
  const createBatch = useMutation(api.vaccinations.immunizations.createBatch);
  const tellRecorded = useTellRecorded();
  const [patientErrors, setPatientErrors] = useState<PatientErrors>({});
  return (
    <doseForm.FormDialog
      record={dose}
      given={{ ...givenDose(given, today), ...visitOf(kennelId, today).valuesFor(given.vaccine) }}
      args={{ today }}
      {...(isForMany && { title: "Vaccinate Several Dogs" })}
      {...(!dose && {
        submitLabel: ({ patients }) => {
          const count = keysIn(patients).length;
          return count > 1 ? `Save for ${count} Dogs` : "Add Immunization";
        },
      })}
      savedText={dose ? "Immunization saved" : null}
      save={async (values, basis, store) => {
        setPatientErrors({});
        const keys = keysIn(values.patients);
        try {
          if (dose) await store(values, basis);
          else {
            const fields = { ...toDoseFields(values), today };
            const [only = "", ...others] = keys;
            tellRecorded(
              others.length === 0
                ? [await create({ ...fields, ...patientArgs(only) })]
                : await createBatch({ kennelId, ...fields, ...batchPatientArgs(keys) }),
            );
            visitOf(kennelId, today).remember(values);
          }
        } catch (error) {
          setPatientErrors(errorsByPatient(error));
          throw error;
        }
      }}
      onClose={onClose}
    >
      <DoseFormFields
        recorded={dose && { key: keyOfPatient(dose), name: nameOfPatient(dose) }}
        isForMany={isForMany}
        patientErrors={patientErrors}
        today={today}
      />
    </doseForm.FormDialog>
  );
}

const NOTHING = { patients: [], vaccine: "" };

/** The address opens these dialogs over any tab. */
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
