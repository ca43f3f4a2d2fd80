/** What the breeding form holds and starts with. */
import { BREEDING_FIELDS, BREEDING_PARENTS } from "@domain/breedings/record";
import type { TypedForm } from "@domain/records/typed-form";

/** The fields of the form; a parent has a name where only that is left of it. */
export const BREEDING_FORM_FIELDS = { ...BREEDING_PARENTS, ...BREEDING_FIELDS } as const;

export type BreedingFormValues = TypedForm<typeof BREEDING_FORM_FIELDS>;

/** Parents and day that a new breeding begins with; empty ones are still to be chosen. */
export type GivenPlan = { sireId: string; damId: string; breedingDate: string };
export const NOT_GIVEN: GivenPlan = { sireId: "", damId: "", breedingDate: "" };
