/** A litter's form: its values as typed, what of them is sent, and which are decided together. */
import { longTextGroup, type RecordGroup } from "@/components/record-form/record-groups";
import type { Litter } from "@/features/litters/types";
import { formatDay } from "../../../domain/formatting/formatting";

export type LitterFormValues = {
  whelpingDate: string;
  numberBorn: string;
  numberAlive: string;
  numberMales: string;
  numberFemales: string;
  complications: string;
  assistanceRequired: boolean;
  veterinarianPresent: boolean;
  whelpingNotes: string;
  notes: string;
};

/** Fills the form with a litter. */
export const valuesOfLitter = (litter: Litter): LitterFormValues => ({
  whelpingDate: litter.whelpingDate,
  numberBorn: String(litter.numberBorn),
  numberAlive: String(litter.numberAlive),
  numberMales: String(litter.numberMales),
  numberFemales: String(litter.numberFemales),
  complications: litter.whelping.complications ?? "",
  assistanceRequired: litter.whelping.assistanceRequired,
  veterinarianPresent: litter.whelping.veterinarianPresent,
  whelpingNotes: litter.whelping.notes ?? "",
  notes: litter.notes ?? "",
});

/** Names a field of the form by what the server calls it; null for one that the form does not have. */
export function toLitterField(name: string): keyof LitterFormValues | null {
  switch (name) {
    case "whelpingDate":
    case "numberBorn":
    case "numberAlive":
    case "numberMales":
    case "numberFemales":
    case "notes":
      return name;
    case "whelping.complications":
      return "complications";
    case "whelping.assistanceRequired":
      return "assistanceRequired";
    case "whelping.veterinarianPresent":
      return "veterinarianPresent";
    case "whelping.notes":
      return "whelpingNotes";
    default:
      return null;
  }
}

/** Reads a number of puppies; what is none becomes NaN, which is refused at its field. */
const countOf = (typed: string): number => (typed.trim() === "" ? Number.NaN : Number(typed));

/** Makes what the server takes of all the form's values. */
export const toLitterFields = (values: LitterFormValues) => ({
  whelpingDate: values.whelpingDate,
  numberBorn: countOf(values.numberBorn),
  numberAlive: countOf(values.numberAlive),
  numberMales: countOf(values.numberMales),
  numberFemales: countOf(values.numberFemales),
  notes: values.notes,
  whelping: {
    complications: values.complications,
    assistanceRequired: values.assistanceRequired,
    veterinarianPresent: values.veterinarianPresent,
    notes: values.whelpingNotes,
  },
});

const differing = <Fields extends object>(after: Fields, before: Fields): Partial<Fields> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => value !== before[name as keyof Fields]), // names of both
  ) as Partial<Fields>;

/** Returns only what differs from the litter the form stands on, so that other people's fields stay theirs. */
export function changedLitterFields(values: LitterFormValues, begunWith: LitterFormValues) {
  const { whelping, ...fields } = toLitterFields(values);
  const { whelping: whelpingBefore, ...before } = toLitterFields(begunWith);
  return { ...differing(fields, before), whelping: differing(whelping, whelpingBefore) };
}

const COUNTS = ["numberBorn", "numberAlive", "numberMales", "numberFemales"] as const;

const yesOrNo = (is: boolean): string => (is ? "Yes" : "No");

/** All fields of the form, in its order; the numbers must fit together and are decided as one. */
export const LITTER_GROUPS: readonly RecordGroup<LitterFormValues>[] = [
  {
    key: "whelpingDate",
    label: "Whelping Date",
    fields: ["whelpingDate"],
    show: ({ whelpingDate }) => formatDay(whelpingDate),
  },
  {
    key: "counts",
    label: "Numbers of Puppies",
    fields: COUNTS,
    show: (values) =>
      `${values.numberBorn} born, ${values.numberAlive} alive, ${values.numberMales} males, ${values.numberFemales} females`,
  },
  {
    key: "assistanceRequired",
    label: "Assistance",
    fields: ["assistanceRequired"],
    show: ({ assistanceRequired }) => yesOrNo(assistanceRequired),
  },
  {
    key: "veterinarianPresent",
    label: "Veterinarian Present",
    fields: ["veterinarianPresent"],
    show: ({ veterinarianPresent }) => yesOrNo(veterinarianPresent),
  },
  longTextGroup("complications", "Complications"),
  longTextGroup("whelpingNotes", "Whelping Notes"),
  longTextGroup("notes", "Notes"),
];
