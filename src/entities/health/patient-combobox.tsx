/** Chooses a dog of the kennel or a puppy of its litters by typing. */
import { type ComponentProps, useState } from "react";
import { Combobox } from "@/components/ui/combobox";
import { namedOption } from "@/entities/dogs/named-option";
import { type Patient, usePatientChoices, usePatientName } from "@/entities/health/patient-choices";

type PatientComboboxProps = Omit<ComponentProps<"input">, "value" | "onChange" | "onSelect" | "list"> & {
  /** Empty if no patient is chosen. */
  patientKey: string;
  onPatient: (key: string) => void;
  recorded?: { key: string; name: string } | null;
  /** Leaves out sold and deceased patients. For forms that plan something or record a dose given today. */
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
      options={choices.map((patient) => namedOption(patient.key, patient))}
      selectedValue={patientKey}
      onSelect={({ value }) => choose(choices.find(({ key }) => key === value) ?? null)}
      onEmpty={() => choose(null)}
    />
  );
}
