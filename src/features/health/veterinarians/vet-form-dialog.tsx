/** The dialog in which a dog's veterinarian is written or changed. */
import { Controller, useFormContext } from "react-hook-form";
import { DogCombobox } from "@/entities/dogs/dog-combobox";
import { RecordTextArea, RecordTextField, RecordTick } from "@/components/record-form/record-fields";
import { RecordFormDialog } from "@/components/record-form/record-form-dialog";
import { Combobox } from "@/components/ui/combobox";
import { TextField } from "@/components/text-field";
import { FormField } from "@/components/ui/form-field";
import { ClinicField } from "@/features/health/clinic-field";
import { EditLoader } from "@/components/record-dialog";
import { NEW } from "@/features/health/health-address";
import type { Veterinarian } from "@/features/health/veterinarians/types";
import { useVetForm } from "@/features/health/veterinarians/use-vet-form";
import type { VetFormValues } from "@/features/health/veterinarians/vet-form-values";
import { useLiveQuery } from "@/hooks/use-live-query";
import { SPECIALIZATIONS } from "@domain/constants/vaccines";
import { formatClinicPhone } from "@domain/health/clinic-phone";
import { api } from "@convex/_generated/api";

type VetDialogProps = { veterinarianId: string; dogId: string; onClose: () => void };

/** Renders the form for what the address names: a new veterinarian, or a stored one once it is there. */
export function VetDialog({ veterinarianId, ...props }: VetDialogProps) {
  if (veterinarianId === NEW) return <VetFormDialog vet={null} {...props} />;
  return <StoredVetDialog veterinarianId={veterinarianId} {...props} />;
}

function StoredVetDialog({ veterinarianId, ...props }: VetDialogProps) {
  const result = useLiveQuery(api.health.veterinaryRecords.get, { veterinaryRecordId: veterinarianId });
  return (
    <EditLoader
      result={result}
      title="Edit Veterinarian"
      thing="veterinarian"
      failureText="Failed to load health data. Please try again."
      onClose={props.onClose}
    >
      {(vet) => <VetFormDialog vet={vet} {...props} />}
    </EditLoader>
  );
}

type VetFormDialogProps = { vet: Veterinarian | null; dogId: string; onClose: () => void };

function VetFormDialog({ vet, dogId, onClose }: VetFormDialogProps) {
  const { recordForm, current, edits } = useVetForm({ vet, dogId, onSaved: onClose });
  return (
    <RecordFormDialog
      recordForm={recordForm}
      title={vet ? "Edit Veterinarian" : "Add Veterinarian"}
      noun="veterinarian"
      name={current?.veterinarianName ?? "This Veterinarian"}
      submitLabel={vet ? "Update Veterinarian" : "Add Veterinarian"}
      edits={edits}
      bodyClassName="grid content-start gap-x-5 gap-y-4 sm:grid-cols-2"
      onClose={onClose}
    >
      <DogField vet={current} />
      <RecordTextField<VetFormValues> name="veterinarianName" label="Veterinarian Name" required />
      <SuggestedField name="veterinaryClinic" label="Veterinary Clinic" required />
      <SuggestedField name="specialization" label="Specialization" />
      <PhoneField />
      <RecordTextField<VetFormValues> name="clinicAddress" label="Clinic Address" />
      <RecordTextField<VetFormValues> name="licenseNumber" label="License Number" />
      <RecordTextArea<VetFormValues> name="notes" label="Notes" className="sm:col-span-2" />
      {current?.isPrimary ? (
        <p className="text-sm text-muted-foreground sm:col-span-2">
          This is the dog&apos;s primary veterinarian, until another one is made primary.
        </p>
      ) : (
        <RecordTick<VetFormValues> name="isPrimary" label="Primary veterinarian of this dog" />
      )}
    </RecordFormDialog>
  );
}

function DogField({ vet }: { vet: Veterinarian | null }) {
  const { control, clearErrors } = useFormContext<VetFormValues>();
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
              recorded={vet?.dog ?? null}
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

type SuggestedFieldProps = {
  name: "veterinaryClinic" | "specialization";
  label: string;
  required?: boolean;
};

/** Free text with suggestions. Source: rule VET-05. */
function SuggestedField({ name, label, required = false }: SuggestedFieldProps) {
  const { control, clearErrors } = useFormContext<VetFormValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => {
        const onValue = (text: string) => {
          clearErrors(name);
          field.onChange(text);
        };
        return (
          <FormField label={label} required={required} error={fieldState.error?.message}>
            {(props) =>
              name === "specialization" ? (
                <SpecializationField {...props} value={field.value} onValue={onValue} />
              ) : (
                <ClinicField {...props} ref={field.ref} value={field.value} onValue={onValue} />
              )
            }
          </FormField>
        );
      }}
    />
  );
}

type SpecializationFieldProps = { id: string; value: string; onValue: (text: string) => void };

function SpecializationField({ value, onValue, ...props }: SpecializationFieldProps) {
  return (
    <Combobox
      {...props}
      text={value}
      onText={onValue}
      options={SPECIALIZATIONS.map((name) => ({ value: name, label: name }))}
      onSelect={(option) => onValue(option.value)}
    />
  );
}

/** Writes the number as it is typed; in the middle of it nothing moves under the cursor. Sources: VET-03, VET-04. */
function PhoneField() {
  const { control, clearErrors } = useFormContext<VetFormValues>();
  return (
    <Controller
      control={control}
      name="clinicPhone"
      render={({ field, fieldState }) => (
        <TextField
          label="Clinic Phone"
          error={fieldState.error?.message}
          {...field}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          onChange={({ target }) => {
            clearErrors("clinicPhone");
            const isAtEnd = target.selectionStart === target.value.length;
            field.onChange(isAtEnd ? formatClinicPhone(target.value) : target.value);
          }}
          onBlur={() => {
            const tidy = formatClinicPhone(field.value);
            if (tidy !== field.value) field.onChange(tidy);
            field.onBlur();
          }}
        />
      )}
    />
  );
}
