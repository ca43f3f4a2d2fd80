/** Which fields of the breeding form are decided together when two people changed them, and how their values read. */
import type { ReactNode } from "react";
import { EmptyValue, type ShownConflict } from "@/components/conflict-dialog";
import { lastEditOf, type Edit } from "@/hooks/edit-authors";
import { useLiveQuery } from "@/hooks/use-live-query";
import { breedingTypeLabels } from "../../../domain/breedings/labels";
import { centsOf } from "../../../domain/formatting/dollars";
import { formatCents, formatDay } from "../../../domain/formatting/formatting";
import { joinTexts, type FieldGroup } from "../../../domain/merge/merge";
import type { BreedingFormValues } from "../../../domain/schemas/breeding";
import { api } from "../../../convex/_generated/api";

type Values = BreedingFormValues;

export type BreedingGroup = FieldGroup<Values> & {
  readonly label: string;
  readonly show: (values: Values) => ReactNode;
};

const orEmpty = (text: string): ReactNode => (text.trim() === "" ? <EmptyValue /> : text);

/** A parent by the name it is recorded under. */
function MateName({ dogId, name }: { dogId: string; name: string }) {
  const mate = useLiveQuery(api.dogs.get, dogId === "" ? "skip" : { dogId });
  if (dogId === "") return orEmpty(name);
  if (mate.status === "loading") return "…";
  return mate.data?.name ?? "A dog that is no longer recorded";
}

function showDays({ breedingDate, expectedDueDate }: Values): string {
  const due = expectedDueDate === "" ? "no delivery date" : `delivery ${formatDay(expectedDueDate)}`;
  return `Mating ${formatDay(breedingDate)}, ${due}`;
}

/** Fields of free text, of which both versions can be kept. */
const TEXTS = ["contractTerms", "notes"] as const;

/** All fields of the form, in its order. */
export const BREEDING_GROUPS: readonly BreedingGroup[] = [
  {
    key: "sire",
    label: "Sire",
    fields: ["sireId", "sireName"],
    show: ({ sireId, sireName }) => <MateName dogId={sireId} name={sireName} />,
  },
  {
    key: "dam",
    label: "Dam",
    fields: ["damId", "damName"],
    show: ({ damId, damName }) => <MateName dogId={damId} name={damName} />,
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
  {
    key: "studFee",
    label: "Stud Fee",
    fields: ["studFee"],
    show: ({ studFee }) => formatCents(centsOf(studFee) ?? 0),
  },
  {
    key: "contractTerms",
    label: "Contract Details",
    fields: ["contractTerms"],
    show: ({ contractTerms }) => orEmpty(contractTerms),
  },
  { key: "notes", label: "Notes", fields: ["notes"], show: ({ notes }) => orEmpty(notes) },
];

const groupsByKey = new Map(BREEDING_GROUPS.map((group) => [group.key, group]));

/** Finds the labelled groups of a merge's own ones. */
export const breedingGroupsOf = (groups: readonly FieldGroup<Values>[]): BreedingGroup[] =>
  groups.flatMap(({ key }) => groupsByKey.get(key) ?? []);

/** Makes what the choice between two versions shows. */
export function showBreedingConflicts(
  groups: readonly FieldGroup<Values>[],
  { mine, theirs, edits }: { mine: Values; theirs: Values; edits: readonly Edit[] },
): ShownConflict[] {
  return breedingGroupsOf(groups).map(({ key, label, fields, show }) => {
    const edit = lastEditOf(edits, fields);
    const text = TEXTS.find((name) => name === key);
    const hasBoth = text !== undefined && mine[text].trim() !== "" && theirs[text].trim() !== "";
    return {
      key,
      label,
      mine: show(mine),
      theirs: show(theirs),
      author: edit?.name ?? "somebody else",
      savedAt: edit?.savedAt ?? null,
      mark: JSON.stringify(fields.map((field) => theirs[field])),
      ...(hasBoth && { both: joinTexts(theirs[text], mine[text]) }),
    };
  });
}
