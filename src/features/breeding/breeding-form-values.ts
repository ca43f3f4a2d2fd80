/** What the breeding form starts with, and what of it is sent. */
import type { Breeding } from "@/features/breeding/types";
import { centsOf, dollarsOf } from "@domain/formatting/dollars";
import type { BreedingFormValues } from "@domain/schemas/breeding";

/** Parents and day that a new breeding begins with; empty ones are still to be chosen. */
export type GivenPlan = { sireId: string; damId: string; breedingDate: string };
export const NOT_GIVEN: GivenPlan = { sireId: "", damId: "", breedingDate: "" };

/** The form of a new breeding. Source of the defaults: BRD-12. */
export const newBreedingValues = ({ sireId, damId, breedingDate }: GivenPlan): BreedingFormValues => ({
  sireId,
  sireName: "",
  damId,
  damName: "",
  breedingDate,
  expectedDueDate: "",
  breedingType: "natural",
  studFee: "0",
  contractTerms: "",
  notes: "",
});

/** Returns the form's values for a recorded breeding. */
export const valuesOfBreeding = (breeding: Breeding): BreedingFormValues => ({
  sireId: breeding.sireId ?? "",
  sireName: breeding.sireName ?? "",
  damId: breeding.damId ?? "",
  damName: breeding.damName ?? "",
  breedingDate: breeding.breedingDate,
  expectedDueDate: breeding.expectedDueDate ?? "",
  breedingType: breeding.breedingType,
  studFee: dollarsOf(breeding.studFeeCents),
  contractTerms: breeding.contractTerms ?? "",
  notes: breeding.notes ?? "",
});

const fieldNames = Object.keys(newBreedingValues(NOT_GIVEN));

/** Names a field of the form by what the server calls it; null for one that the form does not have. */
export function toFormField(name: string): keyof BreedingFormValues | null {
  const own = name === "studFeeCents" ? "studFee" : name;
  return fieldNames.includes(own) ? (own as keyof BreedingFormValues) : null; // one of the form's own names
}

/** Makes what the server takes of a form's values. A parent that is only a name is not sent. */
export const toServerFields = ({ sireId, damId, studFee, ...values }: BreedingFormValues) => ({
  ...(sireId !== "" && { sireId }),
  ...(damId !== "" && { damId }),
  breedingDate: values.breedingDate,
  expectedDueDate: values.expectedDueDate || null,
  breedingType: values.breedingType,
  studFeeCents: centsOf(studFee) ?? 0,
  contractTerms: values.contractTerms || null,
  notes: values.notes || null,
});

type ServerFields = ReturnType<typeof toServerFields>;

/**
 * Returns only what differs from the record the breeder began with, so that somebody else's change of another field
 * survives this save. A mating date goes with its due date, which would move along otherwise.
 */
export function changedFields(
  values: BreedingFormValues,
  begunWith: BreedingFormValues,
): Partial<ServerFields> {
  const after = toServerFields(values);
  const before: Partial<ServerFields> = toServerFields(begunWith);
  const isChanged = (name: string): boolean =>
    after[name as keyof ServerFields] !== before[name as keyof ServerFields]; // names of the object itself
  const names = Object.keys(after).filter(isChanged);
  if (names.includes("breedingDate")) names.push("expectedDueDate");
  return Object.fromEntries(Object.entries(after).filter(([name]) => names.includes(name)));
}
