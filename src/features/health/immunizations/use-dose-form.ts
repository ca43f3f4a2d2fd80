/** The form of doses: one recorded dose that is changed, or a new one of one or many dogs and puppies. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { useRecordForm, type RecordForm } from "@/components/record-form/use-record-form";
import { errorsByPatient, type PatientErrors } from "@/features/health/immunizations/batch-errors";
import {
  changedDoseFields,
  doseResolver,
  newDoseValues,
  toDoseField,
  toDoseFields,
  valuesOfDose,
  type DoseFormValues,
  type GivenDose,
} from "@/features/health/immunizations/dose-form-values";
import { DOSE_GROUPS } from "@/features/health/immunizations/dose-merge";
import { saveFailureText } from "@/features/health/immunizations/dose-words";
import type { Dose } from "@/features/health/immunizations/types";
import { batchPatientArgs, keysIn, patientArgs } from "@/features/health/patients";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { MergeState } from "@/lib/form-merge";
import { isNotFound } from "@/lib/not-found";
import { api } from "@convex/_generated/api";

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

/** Returns the form with everything its dialog shows. */
export function useDoseForm({ dose, given, isForMany, today, onSaved }: UseDoseFormOptions): DoseForm {
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
