/** Chooses one dog of the kennel, or one puppy of its litters, by typing. */
import { type ComponentProps, useState } from "react";
import { Combobox, type ComboboxOption } from "@/components/ui/combobox";
import { distinctCallName } from "@/entities/dogs/dog-labels";
import { type Patient, usePatientChoices, usePatientName } from "@/entities/health/patients";

type PatientComboboxProps = Omit<ComponentProps<"input">, "value" | "onChange" | "onSelect" | "list"> & {
  /** The chosen patient's key; empty without one. */
  patientKey: string;
  onPatient: (key: string) => void;
  /** The record's original patient. */
  recorded?: { key: string; name: string } | null;
  /** Leaves out sold and deceased patients, where something is planned, or given today. */
  inKennelAlone?: boolean;
};

export function PatientCombobox({
  patientKey,
  onPatient,
  recorded = null,
  inKennelAlone = false,
  ...props
}: PatientComboboxProps) {
  const [picked, setPicked] = useState<Patient | null>(null);
  const known = [picked, recorded].find((each) => each?.key === patientKey) ?? null;
  const name = usePatientName(patientKey, known);
  const [search, setSearch] = useState<string | null>(null);
  const { dogs, puppies, isLoading, moreText } = usePatientChoices(search);
  const choices = [...dogs, ...puppies].filter((patient) => !(inKennelAlone && patient.isGone));
  const choose = (patient: Patient | null) => {
    setPicked(patient);
    onPatient(patient?.key ?? "");
  };
  return (
    <Combobox
      placeholder="Search your dogs and puppies"
      {...props}
      text={name}
      onSearch={setSearch}
      isLoading={isLoading}
      emptyText="No dog found"
      moreText={moreText}
      options={choices.map(patientOption)}
      selectedValue={patientKey}
      onSelect={({ value }) => choose(choices.find(({ key }) => key === value) ?? null)}
      onEmpty={() => choose(null)}
    />
  );
}

/** Returns a patient's second line. */
export const patientDetail = (patient: Patient): string => {
  const callName = distinctCallName(patient);
  return [callName && `“${callName}”`, patient.detail, patient.mark].filter(Boolean).join(" · ");
};

/** A possible patient of a vaccination, as an option. */
function patientOption(patient: Patient): ComboboxOption {
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
