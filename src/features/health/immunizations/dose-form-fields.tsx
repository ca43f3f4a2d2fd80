/** The fields of the dose form: who, which vaccine, when, the next one, and what stands on the vial and the bill. */
import { useController, useFormContext } from "react-hook-form";
import { RecordTextArea, RecordTextField } from "@/components/record-form/record-fields";
import { FormField } from "@/components/ui/form-field";
import { Combobox } from "@/components/ui/combobox";
import { ClinicFormField } from "@/features/health/clinic-field";
import type { PatientErrors } from "@/features/health/immunizations/batch-errors";
import type { DoseFormValues } from "@/features/health/immunizations/dose-form-values";
import { NextDueField } from "@/features/health/immunizations/next-due-field";
import { PatientsField } from "@/features/health/immunizations/patients-field";
import { VaccineNameField } from "@/features/health/vaccine-name-field";
import { CORE, NON_CORE } from "@domain/constants/vaccines";

type Values = DoseFormValues;

type DoseFormFieldsProps = {
  recorded: { key: string; name: string } | null;
  isForMany: boolean;
  patientErrors: PatientErrors;
  today: string;
};

/** Renders the fields. */
export function DoseFormFields({ recorded, isForMany, patientErrors, today }: DoseFormFieldsProps) {
  const who = <PatientsField recorded={recorded} isForMany={isForMany} errors={patientErrors} />;
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      {isForMany ? null : who}
      <VaccineField />
      <TypeField />
      <DayFields today={today} />
      {/* With many, the vaccine is chosen once and the dogs after it. */}
      {isForMany ? who : null}
      <PaperFields />
    </div>
  );
}

/** Renders the fields of a dose whose vaccine and dog are settled. */
export function GivenDoseFields({ today }: { today: string }) {
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      <DayFields today={today} />
      <TypeField />
      <PaperFields />
    </div>
  );
}

function DayFields({ today }: { today: string }) {
  return (
    <>
      <RecordTextField<Values>
        name="dateAdministered"
        label="Date Administered"
        type="date"
        required
        max={today}
      />
      <NextDueField />
    </>
  );
}

/** What stands on the vial and on the bill. */
function PaperFields() {
  return (
    <>
      <RecordTextField<Values> name="manufacturer" label="Manufacturer" />
      <RecordTextField<Values> name="batchNumber" label="Batch Number" />
      <RecordTextField<Values> name="veterinarianName" label="Veterinarian" />
      <ClinicFormField<Values> name="veterinaryClinic" />
      <RecordTextField<Values>
        name="expirationDate"
        label="Expiration Date"
        type="date"
        helper="Leave empty if it is the next due date"
      />
      <RecordTextArea<Values> name="notes" label="Notes" className="sm:col-span-2" />
    </>
  );
}

function VaccineField() {
  const { control, clearErrors, setValue } = useFormContext<Values>();
  const { field, fieldState } = useController({ control, name: "vaccineName" });
  return (
    <FormField label="Vaccine" required error={fieldState.error?.message}>
      {(props) => (
        <VaccineNameField
          {...props}
          ref={field.ref}
          value={field.value}
          onBlur={field.onBlur}
          onValue={(name) => {
            clearErrors("vaccineName");
            field.onChange(name);
          }}
          onCommon={({ name, type }) => {
            clearErrors(["vaccineName", "vaccineType"]);
            field.onChange(name);
            setValue("vaccineType", type, { shouldDirty: true, shouldTouch: true });
          }}
        />
      )}
    </FormField>
  );
}

function TypeField() {
  const { control, clearErrors } = useFormContext<Values>();
  const { field, fieldState } = useController({ control, name: "vaccineType" });
  const change = (type: string) => {
    clearErrors("vaccineType");
    field.onChange(type);
  };
  return (
    <FormField label="Vaccine Type" required error={fieldState.error?.message}>
      {(props) => (
        <Combobox
          {...props}
          ref={field.ref}
          text={field.value}
          onText={change}
          onBlur={field.onBlur}
          options={[CORE, NON_CORE].map((type) => ({ value: type, label: type }))}
          onSelect={({ value }) => change(value)}
        />
      )}
    </FormField>
  );
}
