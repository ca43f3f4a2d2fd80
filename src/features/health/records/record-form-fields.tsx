/** The fields of the health record form: first what every record has, then what a visit to the vet adds. */
import { Controller, useFormContext } from "react-hook-form";
import { DogCombobox } from "@/components/dogs/dog-combobox";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import type { HealthRecord } from "@/features/health/records/types";
import { HEALTH_RECORD_TYPES } from "../../../../domain/constants/health";
import { healthRecordTypeLabels } from "../../../../domain/health/labels";
import type { HealthRecordFormValues } from "../../../../domain/schemas/health-record";

type RecordFormFieldsProps = { record: HealthRecord | null; today: string };

/** Renders the fields; `record` names the dog that a stored record came with. */
export function RecordFormFields({ record, today }: RecordFormFieldsProps) {
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      <DogField record={record} />
      <TypeField />
      <DayField name="dateRecorded" label="Date" required max={today} />
      <LineField name="title" label="Title" required className="sm:col-span-2" />
      <TextField name="description" label="Description" required />
      <LineField name="veterinarian" label="Veterinarian" />
      <LineField name="vetClinic" label="Clinic" />
      <TextField name="diagnosis" label="Diagnosis" rows={2} />
      <TextField name="treatment" label="Treatment" rows={2} />
      <TextField name="medications" label="Medications" rows={2} />
      <DayField name="followUpDate" label="Follow-up Date" />
      <LineField name="cost" label="Cost (USD)" inputMode="decimal" />
      <TextField name="notes" label="Notes" />
    </div>
  );
}

function DogField({ record }: { record: HealthRecord | null }) {
  const { control, clearErrors } = useFormContext<HealthRecordFormValues>();
  return (
    <Controller
      control={control}
      name="dogId"
      render={({ field, fieldState }) => (
        <FormField label="Dog" required className="sm:col-span-2" error={fieldState.error?.message}>
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

function TypeField() {
  const { control, clearErrors } = useFormContext<HealthRecordFormValues>();
  return (
    <Controller
      control={control}
      name="recordType"
      render={({ field, fieldState }) => (
        <FormField label="Record Type" required error={fieldState.error?.message}>
          {(props) => (
            <Select
              value={field.value}
              onValueChange={(value) => {
                clearErrors("recordType");
                field.onChange(value);
              }}
            >
              <SelectTrigger {...props} ref={field.ref} onBlur={field.onBlur}>
                <SelectValue />
              </SelectTrigger>
              <SelectContent>
                {HEALTH_RECORD_TYPES.map((type) => (
                  <SelectItem key={type} value={type}>
                    {healthRecordTypeLabels[type]}
                  </SelectItem>
                ))}
              </SelectContent>
            </Select>
          )}
        </FormField>
      )}
    />
  );
}

type FieldName = Exclude<keyof HealthRecordFormValues, "dogId" | "recordType">;
type FieldProps = { name: FieldName; label: string; required?: boolean; className?: string };

function useTypedField(name: FieldName) {
  const { register, clearErrors, formState } = useFormContext<HealthRecordFormValues>();
  return {
    error: formState.errors[name]?.message,
    registered: register(name, { onChange: () => clearErrors(name) }),
  };
}

function LineField({ inputMode, name, ...field }: FieldProps & { inputMode?: "decimal" }) {
  const { error, registered } = useTypedField(name);
  return (
    <FormField {...field} error={error}>
      {(props) => <Input {...props} inputMode={inputMode} autoComplete="off" {...registered} />}
    </FormField>
  );
}

function DayField({ max, name, ...field }: FieldProps & { max?: string }) {
  const { error, registered } = useTypedField(name);
  return (
    <FormField {...field} error={error}>
      {(props) => <Input {...props} type="date" max={max} {...registered} />}
    </FormField>
  );
}

function TextField({ rows = 3, name, ...field }: FieldProps & { rows?: number }) {
  const { error, registered } = useTypedField(name);
  return (
    <FormField {...field} className="sm:col-span-2" error={error}>
      {(props) => <Textarea {...props} rows={rows} {...registered} />}
    </FormField>
  );
}
