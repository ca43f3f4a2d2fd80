/** What the dog form starts with and which of its values changed. */
import type { Dog } from "@/entities/dogs/types";
import { DOG_FIELDS } from "@domain/dogs/record";
import { emptyForm, formOf, namesOf, type FormValues } from "@domain/records/record";
import type { DogFormOutput } from "@domain/dogs/schemas";

export type DogFormValues = FormValues<typeof DOG_FIELDS>;

/** The empty form of a new dog. */
export const newDogValues: DogFormValues = emptyForm(DOG_FIELDS);

/** Returns the form's values for a recorded dog. */
export const valuesOfDog = (dog: Dog): DogFormValues => formOf(DOG_FIELDS, dog);

/** The fields of the form by name. */
export const dogFieldNames = namesOf(DOG_FIELDS);

/** Says whether a name that the server complains about is a field of the form. */
export const isDogField = (name: string): name is keyof DogFormValues => Object.hasOwn(DOG_FIELDS, name);

/**
 * Returns only the fields whose value differs from the record the breeder began with, so that somebody else's
 * change of another field survives this save.
 */
export function changedFields(values: DogFormOutput, begunWith: DogFormValues): Partial<DogFormOutput> {
  const changed: Partial<Record<keyof DogFormValues, unknown>> = {};
  for (const name of dogFieldNames) {
    const value = values[name] ?? null;
    const before = begunWith[name];
    const valueBefore = before === "" || before === undefined ? null : before;
    if (value !== valueBefore) changed[name] = value;
  }
  return changed as Partial<DogFormOutput>;
}

/** A switched-off breeding dog has no rights (decided for the form and the server alike). */
export function settleRights(values: DogFormOutput): DogFormOutput {
  return values.isBreedingDog ? values : { ...values, breedingRights: "none" };
}
