/** Which fields of the breeding form are decided together when two people changed them, and how their values read. */
import { longTextGroup, orEmpty, type RecordGroup } from "@/components/record-form/record-groups";
import { useLiveQuery } from "@/hooks/use-live-query";
import { breedingTypeLabels } from "@domain/breedings/labels";
import { centsOf } from "@domain/formatting/dollars";
import { formatCents, formatDay } from "@domain/formatting/formatting";
import type { BreedingFormValues } from "@domain/schemas/breeding";
import { api } from "@convex/_generated/api";

type Values = BreedingFormValues;

/** A parent by the name it is recorded under. */
function MateName({ dogId, name }: { dogId: string; name: string }) {
  const mate = useLiveQuery(api.dogs.dogs.get, dogId === "" ? "skip" : { dogId });
  if (dogId === "") return orEmpty(name);
  if (mate.status === "loading") return "…";
  return mate.data?.name ?? "A dog that was deleted";
}

function showDays({ breedingDate, expectedDueDate }: Values): string {
  const due = expectedDueDate === "" ? "no delivery date" : `delivery ${formatDay(expectedDueDate)}`;
  return `Mating ${formatDay(breedingDate)}, ${due}`;
}

/** All fields of the form, in its order. */
export const BREEDING_GROUPS: readonly RecordGroup<Values>[] = [
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
  longTextGroup("contractTerms", "Contract Details"),
  longTextGroup("notes", "Notes"),
];
