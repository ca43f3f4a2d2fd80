/** What the breeding form starts with, and what of it is sent. */
import type { Breeding } from "@/features/breeding/types";
import { BREEDING_FIELDS, BREEDING_PARENTS } from "@domain/breedings/record";
import { differing, emptyTypedForm, sentFields, typedForm, type TypedForm } from "@domain/records/typed-form";

/** The fields of the form; a parent has a name where only that is left of it. */
export const BREEDING_FORM_FIELDS = { ...BREEDING_PARENTS, ...BREEDING_FIELDS } as const;

export type BreedingFormValues = TypedForm<typeof BREEDING_FORM_FIELDS>;

/** Parents and day that a new breeding begins with; empty ones are still to be chosen. */
export type GivenPlan = { sireId: string; damId: string; breedingDate: string };
export const NOT_GIVEN: GivenPlan = { sireId: "", damId: "", breedingDate: "" };

/** The form of a new breeding. Source of the defaults: BRD-12. */
export const newBreedingValues = (given: GivenPlan): BreedingFormValues => ({
  ...emptyTypedForm(BREEDING_FORM_FIELDS),
  ...given,
});

/** Returns the form's values for a recorded breeding. */
export const valuesOfBreeding = (breeding: Breeding): BreedingFormValues =>
  // A fee that is not shown is neither seen nor sent.
  typedForm(BREEDING_FORM_FIELDS, { ...breeding, studFeeCents: breeding.studFeeCents ?? 0 });

/** Names a field of the form by what the server calls it; null for one that the form does not have. */
export const toFormField = (name: string): keyof BreedingFormValues | null =>
  // One of the form's own names.
  Object.hasOwn(BREEDING_FORM_FIELDS, name) ? (name as keyof BreedingFormValues) : null;

/** Makes what the server takes of a form's values. A parent that is only a name is not sent. */
export const toServerFields = (values: BreedingFormValues) => ({
  ...((values.sireId !== "" || values.sireName === "") && { sireId: values.sireId }),
  ...((values.damId !== "" || values.damName === "") && { damId: values.damId }),
  ...sentFields(BREEDING_FIELDS, values),
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
  const changes = differing(after, toServerFields(begunWith));
  return changes.breedingDate === undefined
    ? changes
    : { ...changes, expectedDueDate: after.expectedDueDate };
}
