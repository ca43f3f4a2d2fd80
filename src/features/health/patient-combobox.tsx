/** Chooses one dog of the kennel, or one puppy of its litters, found by typing. */
import { useState, type ComponentProps } from "react";
import { Combobox } from "@/components/ui/combobox";
import { patientOption } from "@/features/health/patient-option";
import { usePatientChoices, usePatientName, type Patient } from "@/features/health/patients";

type PatientComboboxProps = Omit<ComponentProps<"input">, "value" | "onChange" | "onSelect" | "list"> & {
  /** The chosen patient's key; empty while none is. */
  patientKey: string;
  onPatient: (key: string) => void;
  /** The patient that a record came with. */
  recorded?: { key: string; name: string } | null;
  /** Leaves out who is gone: where something is planned, or given today. */
  inKennelAlone?: boolean;
};

/** Renders the field. */
export function PatientCombobox({
  patientKey,
  onPatient,
  recorded = null,
  inKennelAlone = false,
  onBlur,
  ...props
}: PatientComboboxProps) {
  const [picked, setPicked] = useState<Patient | null>(null);
  const known = [picked, recorded].find((each) => each?.key === patientKey) ?? null;
  const name = usePatientName(patientKey, known);
  // Null while nobody is typing, then the typed text.
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const { dogs, puppies, isLoading } = usePatientChoices(typed ?? "", isOpen);
  const choices = [...dogs, ...puppies].filter((patient) => !(inKennelAlone && patient.isGone));
  const choose = (patient: Patient | null) => {
    setPicked(patient);
    setTyped(null);
    onPatient(patient?.key ?? "");
  };
  return (
    <Combobox
      placeholder="Search your dogs and puppies"
      {...props}
      inputValue={typed ?? name}
      onInputValueChange={setTyped}
      isLoading={isLoading}
      emptyText={isLoading ? undefined : "No dog found"}
      options={choices.map(patientOption)}
      selectedValue={patientKey}
      onSelect={({ value }) => choose(choices.find(({ key }) => key === value) ?? null)}
      onOpenChange={setOpen}
      onBlur={(event) => {
        // An emptied field means no dog; any other unfinished text goes back to what was chosen.
        if (typed?.trim() === "") choose(null);
        setTyped(null);
        onBlur?.(event);
      }}
    />
  );
}
