/**
 * The values of a dog that a person edits, every field present and null where nothing is given, and the ways
 * from typed input and stored row to values, and from values to the row with its folded keys.
 */
import { spellBreed } from "../../../domain/dogs/breeds";
import { DOG_FIELDS } from "../../../domain/dogs/record";
import { valuesIn, type Stored, type ValuesOf } from "../../../domain/records/record";
import { foldNumber, foldText } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";
import { storedFields } from "../../platform/tables/recordValidators";

export type DogValues = ValuesOf<typeof DOG_FIELDS>;

/** Fills the missing fields with null and drops what is no value. */
export const valuesOf = (dog: Stored<typeof DOG_FIELDS>): DogValues => valuesIn(DOG_FIELDS, dog);

/** The parents a dog's values name, looked up. */
export interface ParentIds {
  readonly sireId: Id<"dogs"> | null;
  readonly damId: Id<"dogs"> | null;
}

export const NO_PARENTS: ParentIds = { sireId: null, damId: null };

export const parentIdsOf = ({ sireId, damId }: Pick<Doc<"dogs">, "sireId" | "damId">): ParentIds => ({
  sireId: sireId ?? null,
  damId: damId ?? null,
});

/** The number by which a registration is compared, or undefined for none. */
export const numberKey = (text: string | null): string | undefined =>
  text === null ? undefined : foldNumber(text) || undefined;

/** What a dog's keys are made of. */
type Keyed = Pick<Doc<"dogs">, "name" | "breed" | "registrationNumber" | "microchipNumber">;

/** Makes the folded keys by which a dog is sorted and found, and the usual spelling of its breed. */
export const keysOf = ({ name, breed, registrationNumber, microchipNumber }: Keyed) => ({
  breed: spellBreed(breed),
  nameKey: foldText(name),
  breedKey: foldText(breed),
  registrationKey: numberKey(registrationNumber ?? null),
  microchipKey: numberKey(microchipNumber ?? null),
});

/** Makes the stored fields of a dog, with the folded keys by which it is sorted and found. */
export function toRowFields(values: DogValues, { sireId, damId }: ParentIds) {
  const fields = storedFields(DOG_FIELDS, { ...values, sireId, damId });
  return { ...fields, ...keysOf(fields) };
}
