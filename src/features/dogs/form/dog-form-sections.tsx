/** The sections of the dog form, in the product documents' order. */
import { useId, type ReactNode } from "react";
import { Controller, useFormContext, useWatch } from "react-hook-form";
import { LongTextField, TextField } from "@/components/text-field";
import { FormField } from "@/components/ui/form-field";
import { Label } from "@/components/ui/label";
import { RadioGroup, RadioGroupItem } from "@/components/ui/radio-group";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { Switch } from "@/components/ui/switch";
import { RecordField } from "@/components/record-form/record-field";
import { BreedControl } from "@/entities/dogs/breed-field";
import type { DogFormValues } from "@/features/dogs/form/dog-form-values";
import { statusLabels } from "@/entities/dogs/dog-labels";
import { ParentField } from "@/features/dogs/form/parent-field";
import type { Dog } from "@/entities/dogs/types";
import { useKennel } from "@/hooks/use-kennel";
import { DOG_STATUSES } from "@domain/dogs/rules";
import { isGone } from "@domain/dogs/standing";
import { formatPhone } from "@domain/formatting/formatting";
import { DOG_FIELDS } from "@domain/dogs/record";
import { UNITS, type Field } from "@domain/records/fields";
import { headingOf } from "@domain/records/record";
import { spoken } from "@domain/records/words";

type Name = keyof DogFormValues;

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
    field: (name: Name, options: Parameters<typeof register>[1] = {}) =>
      register(name, { ...options, onChange: () => clearErrors(name) }),
    errorOf: (name: keyof DogFormValues) => formState.errors[name]?.message,
  };
}

type InputFieldProps = {
  name: Name;
  label: string;
  required?: boolean;
  type?: string;
  max?: string | undefined;
};

function InputField({ name, label, required = false, type = "text", max }: InputFieldProps) {
  const { field, errorOf } = useDogField();
  return (
    <TextField
      label={label}
      required={required}
      error={errorOf(name)}
      type={type}
      autoComplete="off"
      max={max}
      {...field(name)}
    />
  );
}

function MeasureField({ name, label }: { name: Name; label: string }) {
  const { field, errorOf } = useDogField();
  const registered = field(name, {
    setValueAs: (value: string | number | null) => (value === "" || value === null ? null : Number(value)),
  });
  return (
    <TextField
      label={label}
      error={errorOf(name)}
      type="number"
      inputMode="decimal"
      min={0}
      step={0.1}
      {...registered}
    />
  );
}

function NotesField({ name, label }: { name: Name; label: string }) {
  const { field, errorOf } = useDogField();
  return (
    <LongTextField label={label} className="sm:col-span-2" error={errorOf(name)} rows={3} {...field(name)} />
  );
}

function ChoiceField({ name, label, choices }: { name: Name; label: string; choices: readonly string[] }) {
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
              value={String(field.value)}
              onValueChange={(value) => {
                clearErrors(name);
                field.onChange(value);
              }}
            >
              {choices.map((choice) => (
                <div key={choice} className="flex items-center gap-2">
                  <RadioGroupItem id={`${props.id}-${choice}`} value={choice} />
                  <Label htmlFor={`${props.id}-${choice}`} className="text-base font-normal">
                    {spoken(choice)}
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

function SwitchField({ name, label }: { name: Name; label: string }) {
  const { control } = useFormContext<DogFormValues>();
  const id = useId();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <div className="flex min-h-10 items-center gap-3 sm:col-span-2">
          <Switch
            id={id}
            ref={field.ref}
            checked={field.value === true}
            onBlur={field.onBlur}
            onCheckedChange={field.onChange}
          />
          <Label htmlFor={id} className="text-base font-normal">
            {label}
          </Label>
        </div>
      )}
    />
  );
}

type DogFieldProps = {
  name: Exclude<Name, "sireId" | "damId">;
  /** Where it is not the heading of the field. */
  label?: string;
  type?: string;
  max?: string;
};

/** Renders a described field as one of its type is edited. */
export function DogField({ name, label, type, max }: DogFieldProps) {
  const described: Field = DOG_FIELDS[name];
  const heading = label ?? headingOf(described);
  switch (described.type) {
    case "number":
      return (
        <MeasureField
          name={name}
          label={described.unit ? `${heading} (${UNITS[described.unit]})` : heading}
        />
      );
    case "choice":
      return <ChoiceField name={name} label={heading} choices={described.choices} />;
    case "flag":
      return <SwitchField name={name} label={heading} />;
    case "notes":
      return <NotesField name={name} label={heading} />;
    case "day":
      return <InputField name={name} label={heading} type="date" max={max} />;
    case "text":
      return (
        <InputField
          name={name}
          label={heading}
          type={type ?? "text"}
          required={described.presence === "required"}
        />
      );
    default:
      return described satisfies never;
  }
}

function StatusFields({ isRecorded, today }: { isRecorded: boolean; today: string }) {
  const { control, clearErrors, getValues, setValue } = useFormContext<DogFormValues>();
  const status = useWatch({ control, name: "status" });
  const choices = isRecorded ? DOG_STATUSES : DOG_STATUSES.filter((choice) => isGone({ status: choice }));
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
                  // Nobody knows the day of long ago by heart.
                  if (isRecorded && value !== "active" && !getValues("statusChangedOn"))
                    setValue("statusChangedOn", today);
                }}
              >
                <SelectTrigger {...props} ref={field.ref} onBlur={field.onBlur}>
                  <SelectValue />
                </SelectTrigger>
                <SelectContent>
                  {choices.map((choice) => (
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
        <DogField name="statusChangedOn" label={`${statusLabels[status]} on`} max={today} />
      )}
    </>
  );
}

function BreedingSection() {
  const { control } = useFormContext<DogFormValues>();
  const isBreedingDog = useWatch({ control, name: "isBreedingDog" });
  return (
    <FormSection title="Breeding Information">
      <DogField name="isBreedingDog" label="This is a breeding dog" />
      {isBreedingDog ? <DogField name="breedingRights" /> : null}
    </FormSection>
  );
}

function OwnerSection() {
  const setsContacts = useKennel().hasRight("finances", "write");
  return setsContacts ? <OwnerFields /> : null;
}

function OwnerFields() {
  const { register, setValue, clearErrors, formState } = useFormContext<DogFormValues>();
  const phone = register("currentOwnerPhone");
  return (
    <FormSection title="Current Owner Information">
      <DogField name="currentOwnerName" />
      <TextField
        label={headingOf(DOG_FIELDS.currentOwnerPhone)}
        error={formState.errors.currentOwnerPhone?.message}
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
      <DogField name="currentOwnerEmail" type="email" />
    </FormSection>
  );
}

/** Formats a growing number; a shrinking one loses its last sign without it coming back. */
function formatTyped(text: string): string {
  return /[\s()-]$/u.test(text) ? text : formatPhone(text);
}

type DogFormSectionsProps = {
  dog: Dog | null;
  /** Whether a new dog has left the kennel already. */
  isPast: boolean;
  /** The photos of a new dog, no section of the documents; one that is there has a place of its own for them. */
  photos: ReactNode;
  today: string;
};

/** Renders all sections; the status is offered only for a dog that is recorded or has left the kennel. */
export function DogFormSections({ dog, isPast, photos, today }: DogFormSectionsProps) {
  return (
    <div className="flex flex-col gap-7">
      <FormSection title="Basic Information">
        <DogField name="name" />
        <DogField name="callName" />
        <RecordField
          name="breed"
          label="Breed"
          required
          helper="Select or type a breed"
          control={BreedControl}
        />
        <DogField name="gender" />
        <DogField name="dateOfBirth" max={today} />
        <DogField name="registrationNumber" />
        <DogField name="microchipNumber" />
        <DogField name="titles" />
        {dog || isPast ? <StatusFields isRecorded={dog !== null} today={today} /> : null}
      </FormSection>
      {photos}
      <FormSection title="Physical Characteristics">
        <DogField name="weight" />
        <DogField name="height" />
        <DogField name="color" />
        <DogField name="markings" />
      </FormSection>
      <BreedingSection />
      <FormSection title="Parentage">
        <ParentField role="sire" excludeDogId={dog?._id} recorded={dog?.sire} />
        <ParentField role="dam" excludeDogId={dog?._id} recorded={dog?.dam} />
      </FormSection>
      <OwnerSection />
      <FormSection title="Notes">
        <DogField name="notes" />
      </FormSection>
    </div>
  );
}
