/** What the dog form starts with and which of its values changed. */
import type { Dog } from "@/features/dogs/types";
import type { DogFormInput, DogFormOutput } from "../../../domain/schemas/dog";

export type DogFormValues = DogFormInput;

/** The empty form of a new dog. */
export const newDogValues: DogFormValues = {
  name: "",
  callName: "",
  breed: "",
  gender: "male",
  dateOfBirth: "",
  registrationNumber: "",
  microchipNumber: "",
  titles: "",
  status: "active",
  statusChangedOn: "",
  weight: null,
  height: null,
  color: "",
  markings: "",
  isBreedingDog: false,
  breedingRights: "none",
  sireId: "",
  damId: "",
  sireName: "",
  damName: "",
  currentOwnerName: "",
  currentOwnerPhone: "",
  currentOwnerEmail: "",
  notes: "",
};

/** Returns the form's values for a recorded dog. */
export function valuesOfDog(dog: Dog): DogFormValues {
  return {
    name: dog.name,
    callName: dog.callName ?? "",
    breed: dog.breed,
    gender: dog.gender,
    dateOfBirth: dog.dateOfBirth ?? "",
    registrationNumber: dog.registrationNumber ?? "",
    microchipNumber: dog.microchipNumber ?? "",
    titles: dog.titles ?? "",
    status: dog.status,
    statusChangedOn: dog.statusChangedOn ?? "",
    weight: dog.weight ?? null,
    height: dog.height ?? null,
    color: dog.color ?? "",
    markings: dog.markings ?? "",
    isBreedingDog: dog.isBreedingDog,
    breedingRights: dog.breedingRights,
    sireId: dog.sireId ?? "",
    damId: dog.damId ?? "",
    sireName: dog.sireName ?? "",
    damName: dog.damName ?? "",
    currentOwnerName: dog.currentOwnerName ?? "",
    currentOwnerPhone: dog.currentOwnerPhone ?? "",
    currentOwnerEmail: dog.currentOwnerEmail ?? "",
    notes: dog.notes ?? "",
  };
}

/** The fields of the form by name. */
export const dogFieldNames = Object.keys(newDogValues) as (keyof DogFormValues)[];

/** Says whether a name that the server complains about is a field of the form. */
export function isDogField(name: string): name is keyof DogFormValues {
  return name in newDogValues;
}

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
