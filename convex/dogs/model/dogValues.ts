/**
 * The values of a dog that a person edits, every field present and null where nothing is given, and the ways
 * from typed input and stored row to values, and from values to the row with its folded keys.
 */
import type { DogChanges, NewDog } from "../../../domain/schemas/dog";
import { foldNumber, foldText } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";

export type DogValues = { [Field in keyof NewDog]-?: Exclude<NewDog[Field], undefined> };

/** Fills the missing fields with null and drops what is no value. */
export const valuesOf = (dog: NewDog): DogValues => ({
  name: dog.name,
  breed: dog.breed,
  gender: dog.gender,
  status: dog.status,
  isBreedingDog: dog.isBreedingDog,
  breedingRights: dog.breedingRights,
  callName: dog.callName ?? null,
  dateOfBirth: dog.dateOfBirth ?? null,
  registrationNumber: dog.registrationNumber ?? null,
  microchipNumber: dog.microchipNumber ?? null,
  titles: dog.titles ?? null,
  statusChangedOn: dog.statusChangedOn ?? null,
  weight: dog.weight ?? null,
  height: dog.height ?? null,
  color: dog.color ?? null,
  markings: dog.markings ?? null,
  notes: dog.notes ?? null,
  sireId: dog.sireId ?? null,
  damId: dog.damId ?? null,
  sireName: dog.sireName ?? null,
  damName: dog.damName ?? null,
  currentOwnerName: dog.currentOwnerName ?? null,
  currentOwnerPhone: dog.currentOwnerPhone ?? null,
  currentOwnerEmail: dog.currentOwnerEmail ?? null,
});

/** Takes the editable values out of a stored dog. */
export const valuesOfRow = (row: Doc<"dogs">): DogValues => valuesOf(row);

/** Lays changes over values; absent fields stay. */
export function applyChanges(values: DogValues, changes: DogChanges): DogValues {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  return valuesOf({ ...values, ...given });
}

/** The parents a dog's values name, looked up. */
export interface ParentIds {
  readonly sireId: Id<"dogs"> | null;
  readonly damId: Id<"dogs"> | null;
}

/** The number by which a registration is compared, or undefined for none. */
export const numberKey = (text: string | null): string | undefined =>
  text === null ? undefined : foldNumber(text) || undefined;

/** Makes the stored fields of a dog, with the folded keys by which it is sorted and found. */
export function toRowFields(values: DogValues, parents: ParentIds) {
  return {
    name: values.name,
    nameKey: foldText(values.name),
    callName: values.callName ?? undefined,
    breed: values.breed,
    breedKey: foldText(values.breed),
    gender: values.gender,
    dateOfBirth: values.dateOfBirth ?? undefined,
    registrationNumber: values.registrationNumber ?? undefined,
    registrationKey: numberKey(values.registrationNumber),
    microchipNumber: values.microchipNumber ?? undefined,
    microchipKey: numberKey(values.microchipNumber),
    titles: values.titles ?? undefined,
    status: values.status,
    statusChangedOn: values.statusChangedOn ?? undefined,
    weight: values.weight ?? undefined,
    height: values.height ?? undefined,
    color: values.color ?? undefined,
    markings: values.markings ?? undefined,
    notes: values.notes ?? undefined,
    isBreedingDog: values.isBreedingDog,
    breedingRights: values.breedingRights,
    sireId: parents.sireId ?? undefined,
    damId: parents.damId ?? undefined,
    sireName: values.sireName ?? undefined,
    damName: values.damName ?? undefined,
    currentOwnerName: values.currentOwnerName ?? undefined,
    currentOwnerPhone: values.currentOwnerPhone ?? undefined,
    currentOwnerEmail: values.currentOwnerEmail ?? undefined,
  };
}
