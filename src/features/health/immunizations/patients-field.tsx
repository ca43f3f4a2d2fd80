/**
 * Who gets the dose: one dog or puppy found by typing, or many by ticks. A form for one can become a form for many and
 * keeps who was chosen.
 */
import { useState } from "react";
import { useController, useFormContext } from "react-hook-form";
import { Users } from "lucide-react";
import { FormField } from "@/components/ui/form-field";
import type { PatientErrors } from "@/features/health/immunizations/batch-errors";
import type { DoseFormValues } from "@/features/health/immunizations/dose-form-values";
import { PatientsChecklist } from "@/features/health/immunizations/patients-checklist";
import { PatientCombobox } from "@/features/health/patient-combobox";
import { joinKeys, keysIn } from "@/features/health/patients";

type PatientsFieldProps = {
  /** The patient that a recorded dose came with; a recorded dose is of one patient. */
  recorded: { key: string; name: string } | null;
  /** Whether the form begins with many. */
  isForMany: boolean;
  errors: PatientErrors;
};

/** Renders the field. */
export function PatientsField({ recorded, isForMany, errors }: PatientsFieldProps) {
  const { control, clearErrors } = useFormContext<DoseFormValues>();
  const { field, fieldState } = useController({ control, name: "patients" });
  const keys = keysIn(field.value);
  const [isAskedForMany, setAskedForMany] = useState(isForMany);
  const change = (text: string) => {
    clearErrors("patients");
    field.onChange(text);
  };
  const message = fieldState.error?.message;
  // A draft may bring back several.
  if (isAskedForMany || keys.length > 1) {
    return (
      <FormField label="Dogs" required error={message} className="sm:col-span-2">
        {(props) => (
          <PatientsChecklist
            id={props.id}
            describedBy={props["aria-describedby"]}
            isInvalid={message !== undefined}
            chosen={keys}
            errors={errors}
            onChosen={(chosen) => change(joinKeys(chosen))}
          />
        )}
      </FormField>
    );
  }
  return (
    <FormField
      label="Dog"
      required
      error={message}
      className="sm:col-span-2"
      helper={
        recorded ? undefined : (
          <button
            type="button"
            onClick={() => setAskedForMany(true)}
            className="inline-flex min-h-6 items-center gap-1.5 rounded-sm font-semibold text-primary underline underline-offset-4 pointer-coarse:min-h-11"
          >
            <Users aria-hidden className="size-4" />
            Several dogs or a whole litter
          </button>
        )
      }
    >
      {(props) => (
        <PatientCombobox
          {...props}
          ref={field.ref}
          patientKey={field.value}
          onPatient={change}
          recorded={recorded}
        />
      )}
    </FormField>
  );
}
