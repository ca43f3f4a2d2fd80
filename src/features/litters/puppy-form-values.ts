/**
 * A puppy's form: its texts, what of them is sent, and which are decided together when two people changed them. Only
 * what differs is sent, so two people can edit one puppy, and a weight that is not touched stays to the gram.
 */
import { describedGroups, orEmpty, type RecordGroup } from "@/components/record-form/record-groups";
import type { Puppy } from "@/features/litters/types";
import { puppyWeightText, readPuppyWeight, type PuppyWeightUnit } from "@domain/health/weights";
import { assistanceLabels } from "@domain/litters/words";
import { PUPPY_FORM_FIELDS } from "@domain/litters/record";
import { differing, sentFields, typedForm, type TypedForm } from "@domain/records/typed-form";

/** The birth weight is typed as the person writes weights: '412', or '14.5 oz'. */
export type PuppyFormValues = TypedForm<typeof PUPPY_FORM_FIELDS>;

/** Names a field of the form by what the server calls it; null for one that the form does not have. */
export const toPuppyField = (name: string): keyof PuppyFormValues | null =>
  // One of the form's own names.
  Object.hasOwn(PUPPY_FORM_FIELDS, name) ? (name as keyof PuppyFormValues) : null;

const groupsIn = (unit: PuppyWeightUnit): readonly RecordGroup<PuppyFormValues>[] =>
  describedGroups<PuppyFormValues>(PUPPY_FORM_FIELDS, [
    {
      key: "birthWeightGrams",
      label: "Birth Weight",
      fields: ["birthWeightGrams"],
      show: ({ birthWeightGrams }) =>
        orEmpty(birthWeightGrams && (unit === "g" ? `${birthWeightGrams} g` : birthWeightGrams)),
    },
    {
      key: "assistance",
      label: "Assistance",
      fields: ["assistance"],
      show: ({ assistance }) =>
        orEmpty(new Map<string, string>(Object.entries(assistanceLabels)).get(assistance)),
    },
  ]);

/** Makes the parts of the form for who reads and types weights in a unit. */
export function puppyForm(unit: PuppyWeightUnit) {
  const toServer = (values: PuppyFormValues) => ({
    ...sentFields(PUPPY_FORM_FIELDS, values),
    birthWeightGrams: readPuppyWeight(values.birthWeightGrams, unit),
  });
  return {
    /** Fills the form with a puppy. */
    valuesOf: (puppy: Puppy): PuppyFormValues => ({
      ...typedForm(PUPPY_FORM_FIELDS, puppy),
      birthWeightGrams: puppy.birthWeightGrams === null ? "" : puppyWeightText(puppy.birthWeightGrams, unit),
    }),
    /** Makes what the server takes of all the form's values. */
    toServer,
    /** Collects what differs from the values the form stands on. */
    changesOf: (before: PuppyFormValues, after: PuppyFormValues) =>
      differing(toServer(after), toServer(before)),
    /** All fields of the form, in the order of their description. */
    groups: groupsIn(unit),
  };
}
