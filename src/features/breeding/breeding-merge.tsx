/** Which fields of the breeding form are decided together when two people changed them, and how their values read. */
import { DogName } from "@/entities/dogs/dog-name";
import { describedGroups, orEmpty, type RecordGroup } from "@/components/record-form/record-groups";
import { BREEDING_FORM_FIELDS, type BreedingFormValues } from "@/features/breeding/breeding-form-values";
import { breedingTypeLabels } from "@domain/breedings/labels";
import { formatDay } from "@domain/formatting/formatting";

type Values = BreedingFormValues;

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
    show: ({ sireId, sireName }) => <DogName dogId={sireId} otherwise={orEmpty(sireName)} />,
  },
  {
    key: "dam",
    label: "Dam",
    fields: ["damId", "damName"],
    show: ({ damId, damName }) => <DogName dogId={damId} otherwise={orEmpty(damName)} />,
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
