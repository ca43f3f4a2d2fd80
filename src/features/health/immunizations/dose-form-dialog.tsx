/**
 * The dialog in which a dose is changed, or recorded for one or many dogs and puppies. One Save stores all of them or,
 * with a message at each dog that it concerns, none.
 */
import { useState } from "react";
import { useMutation } from "convex/react";
import { EditLoader } from "@/components/record-dialog";
import { RecordFormDialog } from "@/components/record-form/record-form-dialog";
import { type RecordGroup, describedGroups } from "@/components/record-form/record-groups";
import { type RecordForm, useRecordForm } from "@/components/record-form/use-record-form";
import { NEW, useHealthDialog } from "@/features/health/health-address";
import { DoseFormFields, useNextDoses } from "@/features/health/immunizations/dose-form-fields";
import {
  type DoseFormValues,
  type GivenDose,
  type PatientErrors,
  changedDoseFields,
  doseResolver,
  errorsByPatient,
  newDoseValues,
  toDoseField,
  toDoseFields,
  valuesOfDose,
} from "@/features/health/immunizations/dose-form-values";
import { type Dose, doseTitle, saveFailureText } from "@/features/health/immunizations/dose-words";
import {
  batchPatientArgs,
  givenPatients,
  keyOfPatient,
  keysIn,
  nameOfPatient,
  patientArgs,
  usePatientName,
} from "@/features/health/patients";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { MergeState } from "@/lib/form-merge";
import { isNotFound } from "@/lib/not-found";
import { api } from "@convex/_generated/api";
import { formatDay } from "@domain/formatting/formatting";
import { DOSE_FIELDS } from "@domain/vaccinations/record";

type DoseFormDialogProps = {
  /** The dose to edit, or null to record one. */
  dose: Dose | null;
  given: GivenDose;
  isForMany: boolean;
  today: string;
  onClose: () => void;
};

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

const NOTHING = { patients: [], vaccine: "" };

/** The dialogs of doses that the address opens, over whichever tab: a new dose, one for many, and editing one. */
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

const NO_EDITS: readonly Edit[] = [];

type UseDoseFormOptions = {
  dose: Dose | null;
  given: GivenDose;
  isForMany: boolean;
  today: string;
  onSaved: () => void;
};

type DoseForm = {
  recordForm: RecordForm<DoseFormValues>;
  edits: readonly Edit[];
  /** Why nothing was saved, at the dogs that it concerns. */
  patientErrors: PatientErrors;
};

/** Returns a function that stores the dose, or all doses of a new form in one transaction. */
function useSaveDose(dose: Dose | null, today: string) {
  const { kennelId } = useKennel();
  const create = useMutation(api.vaccinations.immunizations.create);
  const createBatch = useMutation(api.vaccinations.immunizations.createBatch);
  const update = useMutation(api.vaccinations.immunizations.update);
  return async (values: DoseFormValues, basis: MergeState<DoseFormValues> | null): Promise<void> => {
    if (dose && basis) {
      const changes = changedDoseFields(values, basis.base);
      await update({ immunizationId: dose._id, today, expectedUpdatedAt: basis.version, ...changes });
      return;
    }
    const keys = keysIn(values.patients);
    const fields = { ...toDoseFields(values), today };
    const [only] = keys;
    if (keys.length === 1 && only !== undefined) await create({ ...fields, ...patientArgs(only) });
    else await createBatch({ kennelId, ...fields, ...batchPatientArgs(keys) });
  };
}

/** The form of doses: one recorded dose that is changed, or a new one of one or many dogs and puppies. */
function useDoseForm({ dose, given, isForMany, today, onSaved }: UseDoseFormOptions): DoseForm {
  const { kennelId } = useKennel();
  const immunizationId = dose?._id;
  const live = useLiveQuery(api.vaccinations.immunizations.get, immunizationId ? { immunizationId } : "skip");
  const [newValues] = useState(() => newDoseValues(given, today));
  const [patientErrors, setPatientErrors] = useState<PatientErrors>({});
  const store = useSaveDose(dose, today);
  const recordForm = useRecordForm<DoseFormValues, DoseFormValues, Dose>({
    opened: dose,
    live: live.data ?? null,
    isDeleted: live.status === "error" && isNotFound(live.error),
    valuesOf: valuesOfDose,
    newValues,
    resolver: doseResolver,
    groups: DOSE_GROUPS,
    draftKey: immunizationId ? `dose.${immunizationId}` : `dose.new.${kennelId}`,
    toField: toDoseField,
    save: async (values, basis) => {
      setPatientErrors({});
      try {
        await store(values, basis);
      } catch (error) {
        setPatientErrors(errorsByPatient(error));
        throw error;
      }
      return [];
    },
    savedText: isForMany ? "Immunizations saved" : "Immunization saved",
    failureTextOf: saveFailureText,
    onSaved,
  });
  const { since } = recordForm;
  const edits = useLiveQuery(
    api.vaccinations.immunizations.editsSince,
    immunizationId ? { immunizationId, since } : "skip",
  ).data;
  return { recordForm, edits: edits ?? NO_EDITS, patientErrors };
}

type Values = DoseFormValues;

function PatientName({ patient }: { patient: string }) {
  return usePatientName(patient, null) || "…";
}

function Days({ values }: { values: Values }) {
  const [next] = useNextDoses(values);
  const due = values.isAutomatic ? (next?.dueOn ?? "") : values.nextDueDate;
  const given = `Given ${formatDay(values.dateAdministered)}`;
  return due === "" ? `${given}, no next dose` : `${given}, next due ${formatDay(due)}`;
}

/** Which fields of the dose form are decided together when two people changed them, and how their values read. */
export const DOSE_GROUPS: readonly RecordGroup<Values>[] = [
  {
    key: "patients",
    label: "Dog",
    fields: ["patients"],
    show: ({ patients }) => <PatientName patient={patients} />,
  },
  ...describedGroups<Values>(DOSE_FIELDS, [
    {
      key: "vaccine",
      label: "Vaccine",
      fields: ["vaccineName", "vaccineType"],
      show: ({ vaccineName, vaccineType }) => `${vaccineName} (${vaccineType})`,
    },
    {
      key: "days",
      label: "Dates",
      fields: ["dateAdministered", "isAutomatic", "nextDueDate"],
      show: (values) => <Days values={values} />,
    },
  ]),
];
