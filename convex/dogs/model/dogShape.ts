/**
 * The values of a dog that a person edits. This module converts entered values and stored rows to values, values to
 * a row with its search keys, and rows to what functions return. Every field is present in values and results, and
 * null if it is empty.
 */
import { v, type Infer } from "convex/values";
import { answerFields, changeArgs, newArgs, storedFields } from "../../platform/tables/recordValidators";
import type { ParentReader } from "../../platform/model/paging/parents";
import { photoShape, type Photo } from "../../platform/model/files/photoShape";
import { spellBreed } from "../../../domain/dogs/breeds";
import { DOG_CONTACTS, DOG_FIELDS } from "../../../domain/dogs/record";
import { numberKeyOf } from "../../../domain/dogs/registrations";
import { valuesIn, type Stored, type ValuesOf } from "../../../domain/records/record";
import { foldText } from "../../../domain/text/text";
import type { Doc, Id } from "../../_generated/dataModel";

export type DogValues = ValuesOf<typeof DOG_FIELDS>;

/** Fills in missing fields with null and drops other keys. */
export const valuesOf = (dog: Stored<typeof DOG_FIELDS>): DogValues => valuesIn(DOG_FIELDS, dog);

/** The ids of the parents that a dog's values name. */
export interface ParentIds {
  readonly sireId: Id<"dogs"> | null;
  readonly damId: Id<"dogs"> | null;
}

export const NO_PARENTS: ParentIds = { sireId: null, damId: null };

export const parentIdsOf = ({ sireId, damId }: Pick<Doc<"dogs">, "sireId" | "damId">): ParentIds => ({
  sireId: sireId ?? null,
  damId: damId ?? null,
});

/** Returns a dog's contacts; contacts/model/naming.ts has looked up each of them within the kennel. */
const contactIdsOf = (dog: Stored<typeof DOG_CONTACTS>) =>
  valuesIn(DOG_CONTACTS, dog) as { [Link in keyof typeof DOG_CONTACTS]: Id<"contacts"> | null };

/** The fields from which a dog's keys are made. */
type Keyed = Pick<Doc<"dogs">, "name" | "breed" | "registrationNumber" | "microchipNumber">;

/** Makes the keys by which a dog is sorted and found, and the kennel's spelling of its breed. */
export const keysOf = ({ name, breed, registrationNumber, microchipNumber }: Keyed) => ({
  breed: spellBreed(breed),
  nameKey: foldText(name),
  breedKey: foldText(breed),
  registrationKey: numberKeyOf(registrationNumber),
  microchipKey: numberKeyOf(microchipNumber),
});

/** Makes the stored fields of a dog, with the keys by which it is sorted and found. */
export function toRowFields(values: DogValues, { sireId, damId }: ParentIds) {
  const fields = storedFields(DOG_FIELDS, { ...values, sireId, damId, ...contactIdsOf(values) });
  return { ...fields, ...keysOf(fields) };
}

/** Arguments of a new dog; domain/dogs/schemas.ts checks their values. */
export const newDogArgs = newArgs(DOG_FIELDS);

/** Arguments of a change: an absent field stays unchanged, and null or empty clears it. */
export const dogChangeArgs = changeArgs(DOG_FIELDS);

const parentShape = v.union(v.object({ _id: v.id("dogs"), name: v.string(), breed: v.string() }), v.null());

const dogFields = {
  _id: v.id("dogs"),
  kennelId: v.id("kennels"),
  isExternal: v.boolean(),
  ...answerFields(DOG_FIELDS),
  sire: parentShape,
  dam: parentShape,
  /** All photos of a dog with the primary one first; in a list, only the primary one. */
  photos: v.array(photoShape),
  _count: v.object({ healthRecords: v.number(), offspring: v.number() }),
  createdAt: v.number(),
  updatedAt: v.number(),
};

/** A dog as functions return it. */
export const dogShape = v.object(dogFields);

/** A saved dog, with warnings that the user should check. */
export const savedDogShape = v.object({ ...dogFields, warnings: v.array(v.string()) });

export type Dog = Infer<typeof dogShape>;
export type SavedDog = Infer<typeof savedDogShape>;

/** Converts a stored dog to its result. */
export async function toDog(row: Doc<"dogs">, parents: ParentReader, photos: Photo[]): Promise<Dog> {
  return {
    _id: row._id,
    kennelId: row.kennelId,
    isExternal: row.isExternal,
    ...valuesOf(row),
    sireId: row.sireId ?? null,
    damId: row.damId ?? null,
    ...contactIdsOf(row),
    sire: await parents.read(row.sireId),
    dam: await parents.read(row.damId),
    photos,
    _count: { healthRecords: row.healthRecordCount, offspring: row.offspringCount },
    createdAt: row._creationTime,
    updatedAt: row.updatedAt,
  };
}
