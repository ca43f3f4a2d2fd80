/** The fields of the breeding form, in the product documents' order. */
import type { BreedingFormValues } from "@/features/breeding/breeding-form-values";
import { Controller, useFormContext } from "react-hook-form";
import { LongTextField, TextField } from "@/components/text-field";
import { FormField } from "@/components/ui/form-field";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { BreedingFormAdvice } from "@/features/breeding/breeding-advice";
import { BreedingDays } from "@/features/breeding/breeding-days";
import { MateField } from "@/features/breeding/mate-field";
import type { Breeding } from "@/features/breeding/types";
import { useKennel } from "@/hooks/use-kennel";
import { BREEDING_TYPES } from "@domain/constants/breedings";
import { breedingTypeLabels } from "@domain/breedings/labels";

type BreedingFormFieldsProps = {
  /** Names the parents that a recorded breeding came with. */
  record: Breeding | null;
  /** Takes what is serious about the pair that is chosen. */
  onSerious: (sentences: readonly string[]) => void;
};

/** Renders the fields. */
export function BreedingFormFields({ record, onSerious }: BreedingFormFieldsProps) {
  const setsMoney = useKennel().hasRight("finances", "write");
  return (
    <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
      <MateField role="sire" recorded={record?.sire ?? null} />
      <MateField role="dam" recorded={record?.dam ?? null} />
      <BreedingDays record={record} />
      <TypeField />
      {setsMoney ? (
        <>
          <FeeField />
          <NotesField name="contractTerms" label="Contract Details" />
        </>
      ) : null}
      <NotesField name="notes" label="Notes" />
      <BreedingFormAdvice breedingId={record?._id} onSerious={onSerious} />
    </div>
  );
}

function TypeField() {
  const { control, clearErrors } = useFormContext<BreedingFormValues>();
  return (
    <Controller
      control={control}
      name="breedingType"
      render={({ field, fieldState }) => (
        <FormField label="Breeding Type" error={fieldState.error?.message}>
          {(props) => (
            <Select
              value={field.value}
              onValueChange={(value) => {
                clearErrors("breedingType");
                field.onChange(value);
              }}
            >
              <SelectTrigger {...props} ref={field.ref} onBlur={field.onBlur}>
                <SelectValue />
              </SelectTrigger>
              <SelectContent>
                {BREEDING_TYPES.map((type) => (
                  <SelectItem key={type} value={type}>
                    {breedingTypeLabels[type]}
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

function FeeField() {
  const { register, clearErrors, formState } = useFormContext<BreedingFormValues>();
  return (
    <TextField
      label="Stud Fee (USD)"
      error={formState.errors.studFeeCents?.message}
      inputMode="decimal"
      autoComplete="off"
      {...register("studFeeCents", { onChange: () => clearErrors("studFeeCents") })}
    />
  );
}

function NotesField({ name, label }: { name: "contractTerms" | "notes"; label: string }) {
  const { register, clearErrors, formState } = useFormContext<BreedingFormValues>();
  return (
    <LongTextField
      label={label}
      className="sm:col-span-2"
      error={formState.errors[name]?.message}
      rows={3}
      {...register(name, { onChange: () => clearErrors(name) })}
    />
  );
}
