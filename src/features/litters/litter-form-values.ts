/** A litter's form: its values as typed, what of them is sent, and which are decided together. */
import { describedGroups, longTextGroup, type RecordGroup } from "@/components/record-form/record-groups";
import type { Litter } from "@/features/litters/types";
import { LITTER_FIELDS, WHELPING_FIELDS } from "@domain/records/litter";
import { omitFields } from "@domain/records/record";
import { differing, sentFields, typedForm, type TypedForm } from "@domain/records/typed-form";

const { notes: whelpingNotes, ...whelpingFields } = WHELPING_FIELDS;

/** How the whelping went, by its names in the form, where the litter's notes have theirs. */
const FORM_WHELPING_FIELDS = { ...whelpingFields, whelpingNotes };

export type LitterFormValues = TypedForm<typeof LITTER_FIELDS> & TypedForm<typeof FORM_WHELPING_FIELDS>;

/** Fills the form with a litter. */
export const valuesOfLitter = (litter: Litter): LitterFormValues => ({
  ...typedForm(LITTER_FIELDS, litter),
  ...typedForm(FORM_WHELPING_FIELDS, { ...litter.whelping, whelpingNotes: litter.whelping.notes }),
});

/** Names a field of the form by what the server calls it; null for one that the form does not have. */
export function toLitterField(name: string): keyof LitterFormValues | null {
  const own = name === "whelping.notes" ? "whelpingNotes" : name.replace(/^whelping\./, "");
  const isOwn = (key: string): key is keyof LitterFormValues =>
    Object.hasOwn({ ...LITTER_FIELDS, ...FORM_WHELPING_FIELDS }, key);
  return isOwn(own) ? own : null;
}

/** Makes what the server takes of all the form's values. */
export function toLitterFields(values: LitterFormValues) {
  const { whelpingNotes: notes, ...whelping } = sentFields(FORM_WHELPING_FIELDS, values);
  return { ...sentFields(LITTER_FIELDS, values), whelping: { ...whelping, notes } };
}

/** Returns only what differs from the litter the form stands on, so that other people's fields stay theirs. */
export function changedLitterFields(values: LitterFormValues, begunWith: LitterFormValues) {
  const { whelping, ...fields } = toLitterFields(values);
  const { whelping: whelpingBefore, ...before } = toLitterFields(begunWith);
  return { ...differing(fields, before), whelping: differing(whelping, whelpingBefore) };
}

/** All fields of the form, in its order; the numbers must fit together and are decided as one. */
export const LITTER_GROUPS: readonly RecordGroup<LitterFormValues>[] = [
  ...describedGroups<LitterFormValues>(omitFields(LITTER_FIELDS, ["notes"]), [
    {
      key: "counts",
      label: "Numbers of Puppies",
      fields: ["numberBorn", "numberAlive", "numberMales", "numberFemales"],
      show: (values) =>
        `${values.numberBorn} born, ${values.numberAlive} alive, ${values.numberMales} males, ${values.numberFemales} females`,
    },
  ]),
  ...describedGroups<LitterFormValues>(FORM_WHELPING_FIELDS),
  longTextGroup("notes", "Notes"),
];
