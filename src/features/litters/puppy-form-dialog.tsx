/** Everything about one puppy in one dialog (components/record-form). */
import { useMemo, useState } from "react";
import { useMutation } from "convex/react";
import { RecordChoice, RecordTextArea, RecordTextField } from "@/components/record-form/record-fields";
import { RecordFormDialog } from "@/components/record-form/record-form-dialog";
import { schemaResolver } from "@/components/record-form/schema-resolver";
import { useRecordForm } from "@/components/record-form/use-record-form";
import { WeightQuestion } from "@/entities/weights/weight-question";
import { birthWeightDoubt } from "@/features/litters/litter-words";
import {
  puppyForm,
  toPuppyField,
  type PuppyFormValues as Values,
} from "@/features/litters/puppy-form-values";
import type { Litter, Puppy } from "@/features/litters/types";
import { useKennel } from "@/hooks/use-kennel";
import { useLiveQuery } from "@/hooks/use-live-query";
import { puppyWeightInput, usePuppyWeights } from "@/hooks/use-weight-units";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { readPuppyWeight, type PuppyWeightUnit } from "@domain/health/weights";
import { assistanceLabels, genderLabels, presentationLabels, puppyName } from "@domain/litters/words";
import { puppyChangesSchema } from "@domain/litters/schemas";

type PuppyFormDialogProps = {
  /** The puppy as it was when the dialog opened. */
  puppy: Puppy;
  /** The litter as it is stored now; the puppy is not in it when somebody deleted that. */
  litter: Litter;
  onClose: () => void;
};

/** Makes the form's parts and its check. */
function useForm(unit: PuppyWeightUnit) {
  return useMemo(() => {
    const form = puppyForm(unit);
    const { toServer } = form;
    return {
      ...form,
      resolver: schemaResolver({ schema: puppyChangesSchema, toServer, toField: toPuppyField }),
    };
  }, [unit]);
}

export function PuppyFormDialog({ puppy, litter, onClose }: PuppyFormDialogProps) {
  const update = useMutation(api.litters.puppies.update);
  const [opened] = useState(puppy);
  const { _id: puppyId } = opened;
  const live = litter.puppies.find(({ _id }) => _id === puppyId) ?? null;
  const { unit: unitNow, gramsText } = usePuppyWeights();
  const [unit] = useState(unitNow);
  const { valuesOf, changesOf, groups, resolver } = useForm(unit);
  const doubtOf = ({ birthWeightGrams }: Values) =>
    birthWeightDoubt(
      { ...(live ?? opened), birthWeightGrams: readPuppyWeight(birthWeightGrams, unit) },
      litter,
      gramsText,
    );
  const recordForm = useRecordForm<Values, Values, Puppy>({
    opened,
    live,
    isDeleted: live === null,
    valuesOf,
    newValues: valuesOf(opened),
    resolver,
    groups,
    // What was typed in one unit is not read in the other.
    draftKey: unit === "g" ? `puppy.${puppyId}` : `puppy.${unit}.${puppyId}`,
    toField: toPuppyField,
    save: async (values, basis) => {
      const { base, version: expectedUpdatedAt } = basis ?? { base: values, version: opened.updatedAt };
      await update({ puppyId, expectedUpdatedAt, ...changesOf(base, values) });
      return [];
    },
    isDoubtful: (values, basis) =>
      values.birthWeightGrams !== basis?.base.birthWeightGrams && doubtOf(values) !== null,
    savedText: "Puppy saved",
    failureTextOf: (error) => failureText("Failed to save the puppy", error),
    onSaved: onClose,
  });
  const setsMoney = useKennel().hasRight("finances", "write");
  const { since, doubt, form } = recordForm;
  const edits = useLiveQuery(api.litters.puppies.editsSince, live ? { puppyId, since } : "skip").data ?? [];
  const name = puppyName(live ?? opened);
  return (
    <>
      <RecordFormDialog
        recordForm={recordForm}
        title={`Edit ${name}`}
        noun="puppy"
        name={name}
        submitLabel="Save Puppy"
        edits={edits}
        bodyClassName="grid content-start gap-4 sm:grid-cols-2"
        onClose={onClose}
      >
        <RecordTextField<Values> name="name" label="Name" />
        <RecordChoice<Values> name="gender" label="Sex" labels={genderLabels} />
        <RecordTextField<Values> name="collarColor" label="Collar" />
        <RecordTextField<Values> name="color" label="Color" />
        <RecordTextField<Values> name="markings" label="Markings" />
        <RecordTextField<Values> name="order" label="Order of birth" inputMode="numeric" />
        <RecordTextField<Values> name="bornAt" label="Born" type="datetime-local" />
        <RecordTextField<Values>
          name="birthWeightGrams"
          label={unit === "g" ? "Birth weight (grams)" : "Birth weight (lb, oz)"}
          {...puppyWeightInput(unit)}
        />
        <RecordChoice<Values> name="presentation" label="Presentation" labels={presentationLabels} />
        <RecordChoice<Values> name="assistance" label="Assistance" labels={assistanceLabels} />
        <RecordTextField<Values> name="microchipNumber" label="Microchip number" />
        {setsMoney ? (
          <RecordTextField<Values> name="priceCents" label="Price (USD)" inputMode="decimal" />
        ) : null}
        <RecordTextArea<Values> name="notes" label="Notes" className="sm:col-span-2" />
      </RecordFormDialog>
      <WeightQuestion
        doubt={doubt && doubtOf(form.getValues())}
        onConfirm={() => doubt?.confirm()}
        onCancel={() => doubt?.cancel()}
      />
    </>
  );
}
