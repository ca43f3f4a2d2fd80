/** Which fields of the breeding form are decided together when two people changed them, and how their values read. */
import { describedGroups, orEmpty, type RecordGroup } from "@/components/record-form/record-groups";
import { BREEDING_FORM_FIELDS, type BreedingFormValues } from "@/features/breeding/breeding-form-values";
import { useLiveQuery } from "@/hooks/use-live-query";
import { breedingTypeLabels } from "@domain/breedings/labels";
import { formatDay } from "@domain/formatting/formatting";
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

/** All fields of the form, in its order; the days must fit together and are decided as one. */
export const BREEDING_GROUPS: readonly RecordGroup<Values>[] = describedGroups<Values>(BREEDING_FORM_FIELDS, [
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
]);
