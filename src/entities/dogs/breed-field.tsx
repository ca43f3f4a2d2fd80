/** A breed: the kennel's own breeds first, then common ones; any other text where none of them is meant. */
import { useController, useFormContext, type FieldPath, type FieldValues } from "react-hook-form";
import { Combobox } from "@/components/ui/combobox";
import { isNamedBy, matchOptions } from "@/components/ui/combobox-matches";
import { FormField } from "@/components/ui/form-field";
import { breedOptions } from "@/entities/dogs/breed-options";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { api } from "@convex/_generated/api";

/** Stands for the typed text where it is taken although a known breed contains it. */
const AS_TYPED = "as typed";

type BreedFieldProps = {
  value: string;
  onValue: (breed: string) => void;
  required?: boolean;
  helper?: string | undefined;
  error?: string | undefined;
  name?: string;
  inputRef?: (element: HTMLInputElement | null) => void;
  onBlur?: () => void;
};

/** Renders the field with its label. */
export function BreedField({ value, onValue, helper, error, required = false, ...control }: BreedFieldProps) {
  const { inputRef, ...input } = control;
  const { kennelId } = useKennel();
  const breeds = useLiveQuery(api.dogs.dogs.breeds, { kennelId }).data;
  const known = breedOptions(breeds ?? []);
  const typed = value.trim();
  const isNew = breeds !== undefined && typed !== "" && !known.some((option) => isNamedBy(option, typed));
  const asTyped = { value: AS_TYPED, label: `Use “${typed}” as typed`, isAction: true };
  return (
    <FormField
      label="Breed"
      required={required}
      helper={[helper, isNew ? `“${typed}” is a new breed in your kennel.` : null]
        .filter(Boolean)
        .join(" · ")}
      error={error}
    >
      {(attributes) => (
        <Combobox
          {...attributes}
          {...input}
          {...(inputRef && { ref: inputRef })}
          text={value}
          onText={onValue}
          isKnownFirst
          options={isNew && matchOptions(known, typed).length > 0 ? [...known, asTyped] : known}
          onSelect={(option) => onValue(option.value === AS_TYPED ? typed : option.value)}
          emptyText={typed === "" ? undefined : `No breed with this name; “${typed}” will be stored as typed`}
        />
      )}
    </FormField>
  );
}

type RecordBreedFieldProps<Values extends FieldValues> = Pick<BreedFieldProps, "required" | "helper"> & {
  name: FieldPath<Values>;
};

/** Renders the field in a record's form; editing it clears its error. */
export function RecordBreedField<Values extends FieldValues>({
  name,
  ...props
}: RecordBreedFieldProps<Values>) {
  const { control, clearErrors } = useFormContext<Values>();
  const { field, fieldState } = useController({ control, name });
  return (
    <BreedField
      {...props}
      name={field.name}
      inputRef={field.ref}
      value={field.value}
      error={fieldState.error?.message}
      onBlur={field.onBlur}
      onValue={(breed) => {
        clearErrors(name);
        field.onChange(breed);
      }}
    />
  );
}
