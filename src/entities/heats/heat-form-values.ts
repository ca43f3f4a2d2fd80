/** A heat's form: its values as typed, what of them is sent, and which are decided together. */
import { signLabels } from "@/entities/heats/heat-words";
import type { HeatEntry } from "@/entities/heats/use-heat-actions";
import { longTextGroup, orEmpty, type RecordGroup } from "@/components/record-form/record-groups";
import { HEAT_SIGNS, type HeatSign } from "@domain/constants/heats";
import { formatDay } from "@domain/formatting/formatting";

export type HeatFormValues = {
  startOn: string;
  endOn: string;
  /** The signs in their usual order, with commas between: text compares, lists do not. */
  signs: string;
  notes: string;
};

/** Reads the signs of a form. */
export const signsOf = (signs: string): HeatSign[] =>
  HEAT_SIGNS.filter((sign) => signs.split(",").includes(sign));

/** Writes signs as the form holds them. */
export const joinSigns = (signs: readonly HeatSign[]): string =>
  HEAT_SIGNS.filter((sign) => signs.includes(sign)).join();

/** The form of a new heat. */
export const newHeatValues = (today: string): HeatFormValues => ({
  startOn: today,
  endOn: "",
  signs: joinSigns(["bleeding"]),
  notes: "",
});

/** Fills the form with a heat. */
export const valuesOfHeat = (heat: HeatEntry): HeatFormValues => ({
  startOn: heat.startOn,
  endOn: heat.endOn ?? "",
  signs: joinSigns(heat.signs),
  notes: heat.notes ?? "",
});

/** Makes what the server takes of all the form's values. */
export const toHeatFields = ({ signs, ...values }: HeatFormValues) => ({ ...values, signs: signsOf(signs) });

const FIELDS: readonly (keyof HeatFormValues)[] = ["startOn", "endOn", "signs", "notes"];

/** Returns only what differs from the heat the form stands on, so that other people's fields stay theirs. */
export function changedHeatFields(
  values: HeatFormValues,
  begunWith: HeatFormValues,
): Partial<ReturnType<typeof toHeatFields>> {
  const fields = toHeatFields(values);
  const names = FIELDS.filter((name) => values[name] !== begunWith[name]);
  return Object.fromEntries(names.map((name) => [name, fields[name]]));
}

/** Names a field of the form by what the server calls it; null for one that the form does not have. */
export const toHeatField = (name: string): keyof HeatFormValues | null =>
  FIELDS.find((field) => field === name) ?? null;

/** All fields of the form, in its order; the two days are decided as one. */
export const HEAT_GROUPS: readonly RecordGroup<HeatFormValues>[] = [
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
        signsOf(signs)
          .map((sign) => signLabels[sign])
          .join(", "),
      ),
  },
  longTextGroup("notes", "Notes"),
];
