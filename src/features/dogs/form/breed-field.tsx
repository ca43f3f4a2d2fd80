/** The breed: the kennel's own breeds first, then common ones, and any other text as well. */
import { useMemo } from "react";
import { Controller, useFormContext } from "react-hook-form";
import { Combobox } from "@/components/ui/combobox";
import { FormField } from "@/components/ui/form-field";
import type { DogFormValues } from "@/features/dogs/form/dog-form-values";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { foldText } from "@domain/text/text";
import { api } from "@convex/_generated/api";

/** As many suggestions as a list is still read. */
const MAX_SUGGESTIONS = 40;

/** Returns the breeds that contain the typed text; all of them while it is one of the list. */
export function suggestBreeds(breeds: readonly string[], text: string): string[] {
  const wanted = foldText(text);
  const isChosen = breeds.some((breed) => foldText(breed) === wanted);
  const matching =
    isChosen || wanted === "" ? breeds : breeds.filter((breed) => foldText(breed).includes(wanted));
  return matching.slice(0, MAX_SUGGESTIONS);
}

/** Renders the breed field. */
export function BreedField() {
  const { kennelId } = useKennel();
  const { control, clearErrors } = useFormContext<DogFormValues>();
  const breeds = useLiveQuery(api.dogs.dogs.breeds, { kennelId });
  const known = breeds.data;
  return (
    <Controller
      control={control}
      name="breed"
      render={({ field: { ref, value, onChange, onBlur, name }, fieldState }) => (
        <FormField label="Breed" required helper="Select or type a breed" error={fieldState.error?.message}>
          {(props) => (
            <BreedCombobox
              {...props}
              name={name}
              inputRef={ref}
              value={value}
              breeds={known ?? []}
              onBlur={onBlur}
              onChange={(text) => {
                clearErrors("breed");
                onChange(text);
              }}
            />
          )}
        </FormField>
      )}
    />
  );
}

type BreedComboboxProps = {
  id: string;
  name: string;
  inputRef: (element: HTMLInputElement | null) => void;
  value: string;
  breeds: readonly string[];
  onChange: (text: string) => void;
  onBlur: () => void;
};

function BreedCombobox({ value, breeds, inputRef, onChange, ...props }: BreedComboboxProps) {
  const options = useMemo(
    () => suggestBreeds(breeds, value).map((breed) => ({ value: breed, label: breed })),
    [breeds, value],
  );
  return (
    <Combobox
      {...props}
      ref={inputRef}
      inputValue={value}
      onInputValueChange={onChange}
      options={options}
      selectedValue={value}
      onSelect={(option) => onChange(option.value)}
    />
  );
}
