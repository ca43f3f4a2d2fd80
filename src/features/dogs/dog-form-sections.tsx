/** The sections of the dog form, in the product documents' order. */
import type { ReactNode } from "react";
import { Controller, useFormContext, useWatch, type FieldPath } from "react-hook-form";
import { FormField } from "@/components/ui/form-field";
import { Input } from "@/components/ui/input";
import { Label } from "@/components/ui/label";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { Textarea } from "@/components/ui/textarea";
import { BreedField } from "@/features/dogs/breed-field";
import type { DogFormValues } from "@/features/dogs/dog-form-values";
import { genderLabels, rightsLabels, statusLabels } from "@/components/dogs/dog-labels";
import { ParentField } from "@/features/dogs/parent-field";
import type { Dog } from "@/features/dogs/types";
import { BREEDING_RIGHTS, DOG_STATUSES, GENDERS } from "../../../domain/constants/dogs";
import { formatPhone } from "../../../domain/formatting/formatting";

type SectionProps = { title: string; children: ReactNode };

function FormSection({ title, children }: SectionProps) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-title mb-3 w-full border-b pb-1 text-lg">{title}</legend>
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">{children}</div>
    </fieldset>
  );
}

/** Registers a field so that editing it clears its error and only its own. */
function useDogField() {
  const { register, clearErrors, formState } = useFormContext<DogFormValues>();
  return {
    field: (name: FieldPath<DogFormValues>, options: Parameters<typeof register>[1] = {}) =>
      register(name, { ...options, onChange: () => clearErrors(name) }),
    errorOf: (name: keyof DogFormValues) => formState.errors[name]?.message,
  };
}

type TextFieldProps = {
  name: FieldPath<DogFormValues>;
  label: string;
  required?: boolean;
  type?: string;
  autoComplete?: string;
  max?: string;
};

function TextField({
  name,
  label,
  required = false,
  type = "text",
  autoComplete = "off",
  max,
}: TextFieldProps) {
  const { field, errorOf } = useDogField();
  return (
    <FormField label={label} required={required} error={errorOf(name)}>
      {(props) => <Input {...props} type={type} autoComplete={autoComplete} max={max} {...field(name)} />}
    </FormField>
  );
}

function MeasureField({ name, label, unit }: { name: "weight" | "height"; label: string; unit: string }) {
  const { field, errorOf } = useDogField();
  const registered = field(name, {
    setValueAs: (value: string | number | null) => (value === "" || value === null ? null : Number(value)),
  });
  return (
    <FormField label={`${label} (${unit})`} error={errorOf(name)}>
      {(props) => <Input {...props} type="number" inputMode="decimal" min={0} step={0.1} {...registered} />}
    </FormField>
  );
}

type ChoiceFieldProps<Name extends "gender" | "breedingRights"> = {
  name: Name;
  label: string;
  labels: Record<DogFormValues[Name], string>;
  choices: readonly DogFormValues[Name][];
};

function ChoiceField<Name extends "gender" | "breedingRights">({
  name,
  label,
  labels,
  choices,
}: ChoiceFieldProps<Name>) {
  const { control, clearErrors } = useFormContext<DogFormValues>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <FormField label={label} error={fieldState.error?.message}>
          {(props) => (
            <RadioGroup
              {...props}
              aria-label={label}
              className="min-h-10 items-center"
              value={field.value}
              onValueChange={(value) => {
                clearErrors(name);
                field.onChange(value);
              }}
            >
              {choices.map((choice) => (
                <div key={choice} className="flex items-center gap-2">
                  <RadioGroupItem id={`${props.id}-${choice}`} value={choice} />
                  <Label htmlFor={`${props.id}-${choice}`} className="text-base font-normal">
                    {labels[choice]}
                  </Label>
                </div>
              ))}
            </RadioGroup>
          )}
        </FormField>
      )}
    />
  );
}

function StatusFields({ today }: { today: string }) {
  const { control, clearErrors, getValues, setValue } = useFormContext<DogFormValues>();
  const status = useWatch({ control, name: "status" });
  return (
    <>
      <Controller
        control={control}
        name="status"
        render={({ field, fieldState }) => (
          <FormField label="Status" error={fieldState.error?.message}>
            {(props) => (
              <Select
                value={field.value}
                onValueChange={(value) => {
                  clearErrors(["status", "statusChangedOn"]);
                  field.onChange(value);
                  if (value !== "active" && !getValues("statusChangedOn")) setValue("statusChangedOn", today);
                }}
              >
                <SelectTrigger {...props} ref={field.ref} onBlur={field.onBlur}>
                  <SelectValue />
                </SelectTrigger>
                <SelectContent>
                  {DOG_STATUSES.map((choice) => (
                    <SelectItem key={choice} value={choice}>
                      {statusLabels[choice]}
                    </SelectItem>
                  ))}
                </SelectContent>
              </Select>
            )}
          </FormField>
        )}
      />
      {status === "active" ? null : (
        <TextField name="statusChangedOn" label={`${statusLabels[status]} on`} type="date" max={today} />
      )}
    </>
  );
}

function BreedingSection() {
  const { control } = useFormContext<DogFormValues>();
  const isBreedingDog = useWatch({ control, name: "isBreedingDog" });
  return (
    <FormSection title="Breeding Information">
      <Controller
        control={control}
        name="isBreedingDog"
        render={({ field }) => (
          <div className="flex min-h-10 items-center gap-3 sm:col-span-2">
            <Switch
              id="dog-is-breeding-dog"
              ref={field.ref}
              checked={field.value}
              onBlur={field.onBlur}
              onCheckedChange={field.onChange}
            />
            <Label htmlFor="dog-is-breeding-dog" className="text-base font-normal">
              This is a breeding dog
            </Label>
          </div>
        )}
      />
      {isBreedingDog ? (
        <ChoiceField
          name="breedingRights"
          label="Breeding Rights"
          labels={rightsLabels}
          choices={BREEDING_RIGHTS}
        />
      ) : null}
    </FormSection>
  );
}

function OwnerSection() {
  const { register, setValue, clearErrors, formState } = useFormContext<DogFormValues>();
  const phone = register("currentOwnerPhone");
  return (
    <FormSection title="Current Owner Information">
      <TextField name="currentOwnerName" label="Owner Name" />
      <FormField label="Owner Phone" error={formState.errors.currentOwnerPhone?.message}>
        {(props) => (
          <Input
            {...props}
            {...phone}
            type="tel"
            autoComplete="off"
            onChange={(event) => {
              clearErrors("currentOwnerPhone");
              const { value, selectionEnd } = event.target;
              // Formatted only while typing at the end, so that a correction inside does not lose its place.
              const formatted = selectionEnd === value.length ? formatTyped(value) : value;
              setValue("currentOwnerPhone", formatted, { shouldDirty: true });
            }}
          />
        )}
      </FormField>
      <TextField name="currentOwnerEmail" label="Owner Email" type="email" />
    </FormSection>
  );
}

/** Formats a growing number; a shrinking one loses its last sign without it coming back. */
function formatTyped(text: string): string {
  return /[\s()-]$/u.test(text) ? text : formatPhone(text);
}

type DogFormSectionsProps = { dog: Dog | null; today: string };

/** Renders all sections; the status is offered only for a dog that is already recorded. */
export function DogFormSections({ dog, today }: DogFormSectionsProps) {
  const { field, errorOf } = useDogField();
  return (
    <div className="flex flex-col gap-7">
      <FormSection title="Basic Information">
        <TextField name="name" label="Name" required />
        <TextField name="callName" label="Call Name" />
        <BreedField />
        <ChoiceField name="gender" label="Gender" labels={genderLabels} choices={GENDERS} />
        <TextField name="dateOfBirth" label="Date of Birth" type="date" max={today} />
        <TextField name="registrationNumber" label="Registration Number" />
        <TextField name="microchipNumber" label="Microchip Number" />
        <TextField name="titles" label="Titles" />
        {dog ? <StatusFields today={today} /> : null}
      </FormSection>
      <FormSection title="Physical Characteristics">
        <MeasureField name="weight" label="Weight" unit="lbs" />
        <MeasureField name="height" label="Height" unit="inches" />
        <TextField name="color" label="Color" />
        <TextField name="markings" label="Markings" />
      </FormSection>
      <BreedingSection />
      <FormSection title="Parentage">
        <ParentField role="sire" excludeDogId={dog?._id} recorded={dog?.sire} />
        <ParentField role="dam" excludeDogId={dog?._id} recorded={dog?.dam} />
      </FormSection>
      <OwnerSection />
      <FormSection title="Notes">
        <FormField label="Notes" className="sm:col-span-2" error={errorOf("notes")}>
          {(props) => <Textarea {...props} rows={3} {...field("notes")} />}
        </FormField>
      </FormSection>
    </div>
  );
}
