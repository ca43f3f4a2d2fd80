/** The fields of the health record form: first what every record has, then what a visit to the vet adds. */
import { Controller, useFormContext } from "react-hook-form";
import { DogCombobox } from "@/entities/dogs/dog-combobox";
import { RecordChoice, RecordTextArea, RecordTextField } from "@/components/record-form/record-fields";
import { FormField } from "@/components/ui/form-field";
import { ClinicFormField } from "@/features/health/clinic-field";
import type { HealthRecordFormValues } from "@/features/health/records/record-form-values";
import type { HealthRecord } from "@/features/health/records/types";
import { VetNameField } from "@/features/health/vet-name-field";
import { useKennel } from "@/hooks/use-kennel";
import { healthRecordTypeLabels } from "@domain/health/labels";

type Values = HealthRecordFormValues;
type RecordFormFieldsProps = { record: HealthRecord | null; today: string };

const WIDE = "sm:col-span-2";

/** Renders the fields; `record` names the dog that a stored record came with. */
export function RecordFormFields({ record, today }: RecordFormFieldsProps) {
  const setsMoney = useKennel().hasRight("finances", "write");
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      <DogField record={record} />
      <RecordChoice<Values>
        name="recordType"
        label="Record Type"
        labels={healthRecordTypeLabels}
        openLabel={null}
        required
      />
      <RecordTextField<Values> name="dateRecorded" label="Date" type="date" required max={today} />
      <RecordTextField<Values> name="title" label="Title" required className={WIDE} />
      <RecordTextArea<Values> name="description" label="Description" required className={WIDE} />
      <VisitFields />
      <RecordTextArea<Values> name="diagnosis" label="Diagnosis" rows={2} className={WIDE} />
      <RecordTextArea<Values> name="treatment" label="Treatment" rows={2} className={WIDE} />
      <RecordTextArea<Values> name="medications" label="Medications" rows={2} className={WIDE} />
      <RecordTextField<Values> name="followUpDate" label="Follow-up Date" type="date" />
      {setsMoney ? <RecordTextField<Values> name="costCents" label="Cost (USD)" inputMode="decimal" /> : null}
      <RecordTextArea<Values> name="notes" label="Notes" className={WIDE} />
    </div>
  );
}

function DogField({ record }: { record: HealthRecord | null }) {
  const { control, clearErrors } = useFormContext<Values>();
  return (
    <Controller
      control={control}
      name="dogId"
      render={({ field, fieldState }) => (
        <FormField label="Dog" required className={WIDE} error={fieldState.error?.message}>
          {(props) => (
            <DogCombobox
              {...props}
              ref={field.ref}
              dogId={field.value}
              recorded={record?.dog ?? null}
              onDog={(dog) => {
                clearErrors("dogId");
                field.onChange(dog?._id ?? "");
              }}
            />
          )}
        </FormField>
      )}
    />
  );
}

/** Who saw the dog, and where; a known veterinarian brings the clinic along. */
function VisitFields() {
  const { control, clearErrors, getValues, setValue } = useFormContext<Values>();
  return (
    <>
      <Controller
        control={control}
        name="veterinarian"
        render={({ field, fieldState }) => (
          <FormField label="Veterinarian" error={fieldState.error?.message}>
            {(props) => (
              <VetNameField
                {...props}
                ref={field.ref}
                value={field.value}
                onBlur={field.onBlur}
                onValue={(name) => {
                  clearErrors("veterinarian");
                  field.onChange(name);
                }}
                onClinic={(clinic) => {
                  if (getValues("vetClinic").trim() !== "") return;
                  setValue("vetClinic", clinic, { shouldDirty: true });
                }}
              />
            )}
          </FormField>
        )}
      />
      <ClinicFormField<Values> name="vetClinic" />
    </>
  );
}
