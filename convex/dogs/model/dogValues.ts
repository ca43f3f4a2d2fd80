/**
 * The values of a dog that a person edits, every field present and null where nothing is given, and the ways
 * from typed input and stored row to values, and from values to the row with its folded keys.
 */
import { spellBreed } from "../../../domain/dogs/breeds";
import { DOG_FIELDS } from "../../../domain/records/dog";
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

/** Makes the stored fields of a dog, with the folded keys by which it is sorted and found. */
export const toRowFields = (values: DogValues, { sireId, damId }: ParentIds) => ({
  ...storedFields(DOG_FIELDS, { ...values, breed: spellBreed(values.breed), sireId, damId }),
  nameKey: foldText(values.name),
  breedKey: foldText(values.breed),
  registrationKey: numberKey(values.registrationNumber),
  microchipKey: numberKey(values.microchipNumber),
});
