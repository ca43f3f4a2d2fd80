/** A heat's form: its values as typed, what of them is sent, and which are decided together. */
import { signLabels } from "@/entities/heats/heat-words";
import type { HeatEntry } from "@/entities/heats/use-heat-actions";
import { describedGroups, orEmpty, type RecordGroup } from "@/components/record-form/record-groups";
import { formatDay } from "@domain/formatting/formatting";
import { HEAT_FIELDS } from "@domain/heats/record";
import {
  chosenOf,
  differing,
  emptyTypedForm,
  sentFields,
  typedForm,
  type TypedForm,
} from "@domain/records/typed-form";

export type HeatFormValues = TypedForm<typeof HEAT_FIELDS>;

/** The form of a new heat. */
export const newHeatValues = (today: string): HeatFormValues => ({
  ...emptyTypedForm(HEAT_FIELDS),
  startOn: today,
  signs: "bleeding",
});

/** Fills the form with a heat. */
export const valuesOfHeat = (heat: HeatEntry): HeatFormValues => typedForm(HEAT_FIELDS, heat);

/** Makes what the server takes of all the form's values. */
export const toHeatFields = (values: HeatFormValues) => sentFields(HEAT_FIELDS, values);

/** Returns only what differs from the heat the form stands on, so that other people's fields stay theirs. */
export const changedHeatFields = (values: HeatFormValues, begunWith: HeatFormValues) =>
  differing(toHeatFields(values), toHeatFields(begunWith));

/** Names a field of the form by what the server calls it; null for one that the form does not have. */
export const toHeatField = (name: string): keyof HeatFormValues | null =>
  // One of the form's own names.
  Object.hasOwn(HEAT_FIELDS, name) ? (name as keyof HeatFormValues) : null;

/** All fields of the form, in its order; the two days are decided as one. */
export const HEAT_GROUPS: readonly RecordGroup<HeatFormValues>[] = describedGroups<HeatFormValues>(
  HEAT_FIELDS,
  [
    {
      key: "days",
      label: "First and Last Day",
      fields: ["startOn", "endOn"],
      show: ({ startOn, endOn }) =>
        endOn === ""
          ? `${formatDay(startOn)}, last day not recorded`
          : `${formatDay(startOn)} to ${formatDay(endOn)}`,
    },
    {
      key: "signs",
      label: "Signs",
      fields: ["signs"],
      show: ({ signs }) =>
        orEmpty(
          chosenOf(HEAT_FIELDS.signs, signs)
            .map((sign) => signLabels[sign])
            .join(", "),
        ),
    },
  ],
);
