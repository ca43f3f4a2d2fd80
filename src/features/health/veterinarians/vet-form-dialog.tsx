/** The dialog in which a dog's veterinarian is written or changed. */
import { useMutation } from "convex/react";
import { Controller, type Resolver, useFormContext } from "react-hook-form";
import { EditLoader } from "@/components/record-dialog";
import { RecordTextArea, RecordTextField, RecordTick } from "@/components/record-form/record-fields";
import { RecordFormDialog } from "@/components/record-form/record-form-dialog";
import { describedGroups } from "@/components/record-form/record-groups";
import { useRecordForm } from "@/components/record-form/use-record-form";
import { TextField } from "@/components/text-field";
import { Combobox } from "@/components/ui/combobox";
import { FormField } from "@/components/ui/form-field";
import { DogCombobox } from "@/entities/dogs/dog-combobox";
import { DogName } from "@/entities/dogs/dog-name";
import { ClinicField } from "@/features/health/clinic-field";
import { NEW } from "@/features/health/health-address";
import { serverTextOr } from "@/features/health/health-words";
import type { Veterinarian } from "@/features/health/veterinarians/vets";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { MergeState } from "@/lib/form-merge";
import { isNotFound } from "@/lib/not-found";
import { api } from "@convex/_generated/api";
import { SPECIALIZATIONS } from "@domain/vaccinations/rules";
import { formatClinicPhone } from "@domain/health/clinic-phone";
import { namesOf } from "@domain/records/record";
import { type TypedForm, differing, emptyTypedForm, sentFields, typedForm } from "@domain/records/typed-form";
import { VETERINARIAN_FIELDS } from "@domain/health/record";
import { fieldErrorsOf } from "@domain/records/parse";
import { newVeterinarianSchema } from "@domain/health/schemas";

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

/** Source: rule VET-06. */
const SAVE_FAILURE = "Failed to save veterinary record. Please try again.";

const NO_EDITS: readonly Edit[] = [];

type Options = { vet: Veterinarian | null; dogId: string; onSaved: () => void };

function useSaveVet(vet: Veterinarian | null) {
  const create = useMutation(api.health.veterinaryRecords.create);
  const update = useMutation(api.health.veterinaryRecords.update);
  return async (values: VetFormValues, basis: MergeState<VetFormValues> | null): Promise<string[]> => {
    if (vet && basis) {
      const changes = changedFields(values, basis.base);
      await update({ veterinaryRecordId: vet._id, expectedUpdatedAt: basis.version, ...changes });
    } else await create(toServerFields(values));
    return [];
  };
}

/**
 * The form of a new or a stored veterinarian of a dog: what it stands on and how it is saved
 * (components/record-form).
 */
function useVetForm({ vet, dogId, onSaved }: Options) {
  const { kennelId } = useKennel();
  const veterinaryRecordId = vet?._id;
  const live = useLiveQuery(
    api.health.veterinaryRecords.get,
    veterinaryRecordId ? { veterinaryRecordId } : "skip",
  );
  const recordForm = useRecordForm({
    opened: vet,
    live: live.data ?? null,
    isDeleted: live.status === "error" && isNotFound(live.error),
    valuesOf: valuesOfVet,
    newValues: newVetValues(dogId),
    resolver: vetResolver,
    groups: VET_GROUPS,
    draftKey: veterinaryRecordId ? `veterinarian.${veterinaryRecordId}` : `veterinarian.new.${kennelId}`,
    toField: toVetField,
    save: useSaveVet(vet),
    // Source: decision GAP-HLT-15.
    savedText: "Veterinary record saved",
    failureTextOf: (error) => serverTextOr(SAVE_FAILURE, error),
    onSaved,
  });
  const { since } = recordForm;
  const edits = useLiveQuery(
    api.health.veterinaryRecords.editsSince,
    veterinaryRecordId ? { veterinaryRecordId, since } : "skip",
  ).data;
  return { recordForm, current: live.data ?? vet, edits: edits ?? NO_EDITS };
}

type VetFormValues = TypedForm<typeof VETERINARIAN_FIELDS>;

/**
 * What the form of a dog's veterinarian starts with, how it is checked, and what of it is sent. The form of a new
 * veterinarian; the dog is given where it is opened from a dog.
 */
const newVetValues = (dogId: string): VetFormValues => ({
  ...emptyTypedForm(VETERINARIAN_FIELDS),
  dogId,
});

/** Returns the form's values for a stored veterinarian. */
export const valuesOfVet = (vet: Veterinarian): VetFormValues => typedForm(VETERINARIAN_FIELDS, vet);

/** Names a field of the form by what the server calls it; null for one that the form does not have. */
export const toVetField = (name: string): keyof VetFormValues | null =>
  // One of the form's own names.
  Object.hasOwn(VETERINARIAN_FIELDS, name) ? (name as keyof VetFormValues) : null;

/** Makes what the server takes of a form's values, names trimmed. Source: rule VET-02. */
const toServerFields = (values: VetFormValues) => sentFields(VETERINARIAN_FIELDS, values);

/** Returns only what differs from the record the form began with. */
export const changedFields = (values: VetFormValues, begunWith: VetFormValues) =>
  differing(toServerFields(values), toServerFields(begunWith));

/** Checks the form: of the needed fields only the first missing one is told. Source: rule VET-01. */
const vetResolver: Resolver<VetFormValues, unknown, VetFormValues> = (values) => {
  const parsed = newVeterinarianSchema.safeParse(toServerFields(values));
  if (parsed.success) return { values, errors: {} };
  const faults = Object.entries(fieldErrorsOf(parsed.error));
  const first = namesOf(VETERINARIAN_FIELDS).find(
    (name) => VETERINARIAN_FIELDS[name].presence === "required" && faults.some(([fault]) => fault === name),
  );
  const told = faults.filter(([name]) => first === undefined || name === first);
  const errors = Object.fromEntries(told.map(([name, message]) => [name, { type: "custom", message }]));
  return { values: {}, errors };
};

/** Which fields of a veterinarian's form are decided together when two people changed them, and how they read. */
export const VET_GROUPS = describedGroups<VetFormValues>(VETERINARIAN_FIELDS, [
  { key: "dogId", label: "Dog", fields: ["dogId"], show: ({ dogId }) => <DogName dogId={dogId} /> },
]);
