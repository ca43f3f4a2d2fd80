/** One who may get a vaccine, as lists to choose from show them. */
import type { ComboboxOption } from "@/components/ui/combobox";
import { distinctCallName } from "@/entities/dogs/dog-labels";
import type { Patient } from "@/features/health/patients";

/** Says what a patient's second line says. */
export const patientDetail = (patient: Patient): string => {
  const callName = distinctCallName(patient);
  return [callName && `“${callName}”`, patient.detail, patient.mark].filter(Boolean).join(" · ");
};

/** Makes the list's entry of a patient. */
export function patientOption(patient: Patient): ComboboxOption {
  return {
    value: patient.key,
    text: patient.name,
    alsoNamed: patient.callName ? [patient.callName] : [],
    label: [patient.name, distinctCallName(patient), patient.detail, patient.mark].filter(Boolean).join(", "),
    content: (
      <>
        <span className="block font-semibold break-words">{patient.name}</span>
        <span className="block truncate text-sm text-muted-foreground">{patientDetail(patient)}</span>
      </>
    ),
  };
}
