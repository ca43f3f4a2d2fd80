/** The values of the breeding form, and its initial values. */
import { BREEDING_FIELDS, BREEDING_PARENTS } from "@domain/breedings/record";
import type { TypedForm } from "@domain/records/typed-form";

/** A parent without a record has only a name. */
export const BREEDING_FORM_FIELDS = { ...BREEDING_PARENTS, ...BREEDING_FIELDS } as const;

export type BreedingFormValues = TypedForm<typeof BREEDING_FORM_FIELDS>;

/** A value that is not chosen yet is empty. */
export type GivenPlan = { sireId: string; damId: string; breedingDate: string };
export const NOT_GIVEN: GivenPlan = { sireId: "", damId: "", breedingDate: "" };
