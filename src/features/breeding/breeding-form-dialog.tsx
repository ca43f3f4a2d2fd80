/** The dialog in which a breeding is planned or changed (components/record-form), with the question about a serious pair. */
import { useState } from "react";
import { useMutation } from "convex/react";
import { Controller, useFormContext } from "react-hook-form";
import { ConfirmDialog } from "@/components/confirm-dialog";
import { RecordFormDialog } from "@/components/record-form/record-form-dialog";
import { type RecordGroup, describedGroups, orEmpty } from "@/components/record-form/record-groups";
import { schemaResolver } from "@/components/record-form/schema-resolver";
import { type RecordForm, useRecordForm } from "@/components/record-form/use-record-form";
import { LongTextField, TextField } from "@/components/text-field";
import { FormField } from "@/components/ui/form-field";
import { Select, SelectContent, SelectItem, SelectTrigger, SelectValue } from "@/components/ui/select";
import { DogName } from "@/entities/dogs/dog-name";
import { BreedingFormAdvice } from "@/features/breeding/breeding-advice";
import { BreedingDays } from "@/features/breeding/breeding-days";
import {
  BREEDING_FORM_FIELDS,
  type BreedingFormValues,
  type GivenPlan,
  changedFields,
  newBreedingValues,
  toFormField,
  toServerFields,
  valuesOfBreeding,
} from "@/features/breeding/breeding-form-values";
import { failureSentence, titleOf } from "@/features/breeding/breeding-words";
import { MateField } from "@/features/breeding/mate-field";
import type { Breeding, BreedingId } from "@/features/breeding/types";
import type { Edit } from "@/hooks/edit-authors";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import type { MergeState } from "@/lib/form-merge";
import { isNotFound } from "@/lib/not-found";
import { api } from "@convex/_generated/api";
import { breedingTypeLabels } from "@domain/breedings/words";
import { BREEDING_TYPES } from "@domain/breedings/rules";
import { formatDay } from "@domain/formatting/formatting";
import { breedingFormSchema } from "@domain/breedings/schemas";

type BreedingFormDialogProps = {
  /** The breeding to edit, or null to plan one. */
  breeding: Breeding | null;
  given: GivenPlan;
  onClose: () => void;
};

export function BreedingFormDialog({ breeding, given, onClose }: BreedingFormDialogProps) {
  const form = useBreedingForm({ breeding, given, onSaved: onClose });
  const { recordForm, record, edits, serious, setSerious } = form;
  const { doubt } = recordForm;
  return (
    <>
      <RecordFormDialog
        recordForm={recordForm}
        title={breeding ? "Edit Breeding" : "Plan New Breeding"}
        noun="breeding"
        name={record ? titleOf(record) : "This Breeding"}
        submitLabel={breeding ? "Update Breeding" : "Plan Breeding"}
        edits={edits}
        onClose={onClose}
      >
        <BreedingFormFields record={record} onSerious={setSerious} />
      </RecordFormDialog>
      <ConfirmDialog
        isOpen={doubt !== null}
        title={breeding ? "Save this breeding?" : "Plan this breeding?"}
        confirmLabel={breeding ? "Save Anyway" : "Plan Anyway"}
        busyLabel="Saving..."
        isBusy={false}
        tone="default"
        onConfirm={() => doubt?.confirm()}
        onCancel={() => doubt?.cancel()}
      >
        {serious.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
      </ConfirmDialog>
    </>
  );
}

type BreedingFormFieldsProps = {
  /** Names the parents that a recorded breeding came with. */
  record: Breeding | null;
  /** Takes what is serious about the pair that is chosen. */
  onSerious: (sentences: readonly string[]) => void;
};

/** The fields of the breeding form, in the product documents' order. */
function BreedingFormFields({ record, onSerious }: BreedingFormFieldsProps) {
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

type UseBreedingFormOptions = { breeding: Breeding | null; given: GivenPlan; onSaved: () => void };

/** Watches the recorded breeding that is being edited; both answers are empty for a new one. */
function useLiveBreeding(breedingId: BreedingId | undefined) {
  const result = useLiveQuery(api.breedings.breedings.get, breedingId ? { breedingId } : "skip");
  const isDeleted = result.status === "error" && isNotFound(result.error);
  return { breeding: result.data ?? null, isDeleted };
}

const resolver = schemaResolver({
  schema: breedingFormSchema,
  toServer: toServerFields,
  toField: toFormField,
});

const NO_EDITS: readonly Edit[] = [];
const NOTHING_SERIOUS: readonly string[] = [];

/** What the advice on a pair depends on. */
const MATING = ["sireId", "damId", "breedingDate"] as const;

/** Returns a function that plans or changes a breeding and returns what the breeder should look at again. */
function useSaveBreeding(breedingId: BreedingId | undefined) {
  const { kennelId } = useKennel();
  const create = useMutation(api.breedings.breedings.create);
  const update = useMutation(api.breedings.breedings.update);
  return async (
    values: BreedingFormValues,
    basis: MergeState<BreedingFormValues> | null,
  ): Promise<string[]> => {
    if (!breedingId || !basis) {
      const { sireId, damId } = values;
      return (await create({ kennelId, ...toServerFields(values), sireId, damId })).warnings;
    }
    const changes = changedFields(values, basis.base);
    return (await update({ breedingId, expectedUpdatedAt: basis.version, ...changes })).warnings;
  };
}

/**
 * The form of a planned or recorded breeding: what it stands on and how it is saved (components/record-form). What
 * is serious about the pair is asked about before, unless the pair and its day stay as they are.
 */
function useBreedingForm({ breeding, given, onSaved }: UseBreedingFormOptions): {
  recordForm: RecordForm<BreedingFormValues>;
  record: Breeding | null;
  edits: readonly Edit[];
  serious: readonly string[];
  setSerious: (sentences: readonly string[]) => void;
} {
  const { kennelId } = useKennel();
  const [serious, setSerious] = useState(NOTHING_SERIOUS);
  const breedingId = breeding?._id;
  const live = useLiveBreeding(breedingId);
  const recordForm = useRecordForm({
    opened: breeding,
    live: live.breeding,
    isDeleted: live.isDeleted,
    valuesOf: valuesOfBreeding,
    newValues: newBreedingValues(given),
    resolver,
    groups: BREEDING_GROUPS,
    draftKey: breedingId ? `breeding.${breedingId}` : `breeding.new.${kennelId}`,
    toField: toFormField,
    save: useSaveBreeding(breedingId),
    isDoubtful: (values, basis) =>
      serious.length > 0 && !(basis && MATING.every((name) => values[name] === basis.base[name])),
    savedText: breeding ? "Breeding updated successfully" : "Breeding planned successfully",
    failureTextOf: (error) => failureSentence("Failed to save breeding. Please try again.", error),
    onSaved,
  });
  const { since } = recordForm;
  const edits = useLiveQuery(
    api.breedings.breedings.editsSince,
    breedingId ? { breedingId, since } : "skip",
  ).data;
  return { recordForm, record: live.breeding ?? breeding, edits: edits ?? NO_EDITS, serious, setSerious };
}

type Values = BreedingFormValues;

function showDays({ breedingDate, expectedDueDate }: Values): string {
  const due = expectedDueDate === "" ? "no delivery date" : `delivery ${formatDay(expectedDueDate)}`;
  return `Mating ${formatDay(breedingDate)}, ${due}`;
}

/**
 * Which fields of the breeding form are decided together when two people changed them, and how their values read.
 * The days must fit together and are decided as one.
 */
export const BREEDING_GROUPS: readonly RecordGroup<Values>[] = describedGroups<Values>(BREEDING_FORM_FIELDS, [
  {
    key: "sire",
    label: "Sire",
    fields: ["sireId", "sireName"],
    show: ({ sireId, sireName }) => <DogName dogId={sireId} otherwise={orEmpty(sireName)} />,
  },
  {
    key: "dam",
    label: "Dam",
    fields: ["damId", "damName"],
    show: ({ damId, damName }) => <DogName dogId={damId} otherwise={orEmpty(damName)} />,
  },
  {
    key: "days",
    label: "Mating and Delivery Dates",
    fields: ["breedingDate", "expectedDueDate"],
    show: showDays,
  },
  {
    key: "breedingType",
    label: "Breeding Type",
    fields: ["breedingType"],
    show: ({ breedingType }) => breedingTypeLabels[breedingType],
  },
]);
