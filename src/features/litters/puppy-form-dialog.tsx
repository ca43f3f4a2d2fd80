/**
 * Edits all fields of one puppy in one dialog. Only changed fields are sent, so that two users can edit the same
 * puppy, and an untouched weight stays exact to the gram.
 */
import { useState } from "react";
import { ClosedSection } from "@/components/record-form/closed-section";
import { RecordField, RecordFields } from "@/components/record-form/record-field";
import { recordForm } from "@/components/record-form/record-form";
import { orEmpty } from "@/components/record-form/record-groups";
import { WeightQuestion } from "@/entities/weights/weight-question";
import { birthWeightDoubt } from "@/features/litters/litter-words";
import type { Litter, Puppy } from "@/features/litters/litter-words";
import { puppyWeightInput, usePuppyWeights } from "@/hooks/use-weight-units";
import { useToday } from "@/hooks/use-today";
import { failureText } from "@/lib/failure-text";
import { api } from "@convex/_generated/api";
import { puppyWeightText, readPuppyWeight, type PuppyWeightUnit } from "@domain/health/weights";
import { PUPPY_DEATH_FIELDS, PUPPY_FORM_FIELDS, PUPPY_PAPER_FIELDS } from "@domain/litters/record";
import { puppyName } from "@domain/litters/words";
import { namesOf } from "@domain/records/record";
import type { TypedForm } from "@domain/records/typed-form";

/** The birth weight in the user's unit: '412', or '14.5 oz'. */
type Values = TypedForm<typeof PUPPY_FORM_FIELDS>;

const { get, create, update, editsSince } = api.litters.puppies;

const formIn = (unit: PuppyWeightUnit) =>
  recordForm({
    fields: PUPPY_FORM_FIELDS,
    noun: "puppy",
    isPlain: true,
    nameOf: (puppy: Puppy) => puppyName(puppy),
    functions: { get, create, update, editsSince },
    id: "puppyId",
    together: [
      {
        key: "birthWeightGrams",
        label: "Birth Weight",
        fields: ["birthWeightGrams"],
        show: ({ birthWeightGrams }: Values) =>
          orEmpty(birthWeightGrams && (unit === "g" ? `${birthWeightGrams} g` : birthWeightGrams)),
      },
    ],
    beside: {
      empty: {},
      of: ({ birthWeightGrams: grams }: Puppy) => ({
        birthWeightGrams: grams === null ? "" : puppyWeightText(grams, unit),
      }),
      send: ({ birthWeightGrams }) => ({ birthWeightGrams: readPuppyWeight(birthWeightGrams, unit) }),
    },
    failureOf: (error) => failureText("Failed to save the puppy", error),
  });

export const PUPPY_FORMS = { g: formIn("g"), lb: formIn("lb") } as const satisfies Record<
  PuppyWeightUnit,
  object
>;

type PuppyFormDialogProps = {
  /** The puppy as it was when the dialog opened. */
  puppy: Puppy;
  /** The current litter. It does not contain the puppy if somebody deleted the puppy. */
  litter: Litter;
  onClose: () => void;
};

export function PuppyFormDialog({ puppy, litter, onClose }: PuppyFormDialogProps) {
  const { unit: unitNow, gramsText } = usePuppyWeights();
  const [unit] = useState(unitNow);
  const { FormDialog } = PUPPY_FORMS[unit];
  const live = litter.puppies.find(({ _id }) => _id === puppy._id) ?? null;
  const name = puppyName(live ?? puppy);
  const today = useToday();
  const doubtOf = ({ birthWeightGrams }: Values) =>
    birthWeightDoubt(
      { ...(live ?? puppy), birthWeightGrams: readPuppyWeight(birthWeightGrams, unit) },
      litter,
      gramsText,
    );
  return (
    <FormDialog
      record={puppy}
      live={live}
      // A draft that was typed in one unit must not be read in the other unit, so each unit has its own draft.
      {...(unit !== "g" && { draftKey: `puppy.${unit}.${puppy._id}` })}
      isDoubtful={(values, basis) =>
        values.birthWeightGrams !== basis?.base.birthWeightGrams && doubtOf(values) !== null
      }
      question={(doubt, values) => (
        <WeightQuestion
          doubt={doubt && doubtOf(values)}
          onConfirm={() => doubt?.confirm()}
          onCancel={() => doubt?.cancel()}
        />
      )}
      title={`Edit ${name}`}
      name={name}
      bodyClassName="grid content-start gap-4 sm:grid-cols-2"
      onClose={onClose}
    >
      <RecordFields first={["name", "gender", "collarColor", "color", "markings"]} except={BELOW} />
      <RecordField name="order" label="Order of birth" />
      <RecordField name="bornAt" />
      <RecordField
        name="birthWeightGrams"
        label={unit === "g" ? "Birth weight (grams)" : "Birth weight (lb, oz)"}
        {...puppyWeightInput(unit)}
      />
      <RecordField name="presentation" />
      <RecordField name="assistance" />
      <RecordField name="microchipNumber" />
      <RecordField name="priceCents" label="Price (USD)" />
      <RecordField name="notes" />
      {(live ?? puppy).status === "deceased" ? <ClosedSection title="Death" names={DEATH} /> : null}
      <ClosedSection title="Papers" names={PAPERS} past={["chippedOn"]} today={today} />
    </FormDialog>
  );
}

const PAPERS = namesOf(PUPPY_PAPER_FIELDS);
const DEATH = namesOf(PUPPY_DEATH_FIELDS);

const BELOW = [
  ...PAPERS,
  ...DEATH,
  ...["order", "bornAt", "birthWeightGrams", "presentation", "assistance", "microchipNumber", "priceCents"],
  "notes",
];
