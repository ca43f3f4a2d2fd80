/**
 * Converts entered values and stored rows to values, values to a row with search keys, and rows to results. Every
 * field is present in values and results; an empty field is null.
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

/** Missing fields become null, and other keys are left out. */
export const valuesOf = (dog: Stored<typeof DOG_FIELDS>): DogValues => valuesIn(DOG_FIELDS, dog);

export interface ParentIds {
  readonly sireId: Id<"dogs"> | null;
  readonly damId: Id<"dogs"> | null;
}

export const NO_PARENTS: ParentIds = { sireId: null, damId: null };

export const parentIdsOf = ({ sireId, damId }: Pick<Doc<"dogs">, "sireId" | "damId">): ParentIds => ({
  sireId: sireId ?? null,
  damId: damId ?? null,
});

/** contacts/model/naming.ts has already found each contact in the kennel. */
const contactIdsOf = (dog: Stored<typeof DOG_CONTACTS>) =>
  valuesIn(DOG_CONTACTS, dog) as { [Link in keyof typeof DOG_CONTACTS]: Id<"contacts"> | null };

/** A dog's sort and search keys are created from these fields. */
type Keyed = Pick<Doc<"dogs">, "name" | "breed" | "registrationNumber" | "microchipNumber">;

/** The breed gets the kennel's spelling. */
export const keysOf = ({ name, breed, registrationNumber, microchipNumber }: Keyed) => ({
  breed: spellBreed(breed),
  nameKey: foldText(name),
  breedKey: foldText(breed),
  registrationKey: numberKeyOf(registrationNumber),
  microchipKey: numberKeyOf(microchipNumber),
});

/** The fields include the sort and search keys. */
export function toRowFields(values: DogValues, { sireId, damId }: ParentIds) {
  const fields = storedFields(DOG_FIELDS, { ...values, sireId, damId, ...contactIdsOf(values) });
  return { ...fields, ...keysOf(fields) };
}

/** domain/dogs/schemas.ts checks the values. */
export const newDogArgs = newArgs(DOG_FIELDS);

/** An omitted field stays unchanged, and null or empty clears a field. */
export const dogChangeArgs = changeArgs(DOG_FIELDS);

const parentShape = v.union(v.object({ _id: v.id("dogs"), name: v.string(), breed: v.string() }), v.null());

const dogFields = {
  _id: v.id("dogs"),
  kennelId: v.id("kennels"),
  isExternal: v.boolean(),
  ...answerFields(DOG_FIELDS),
  sire: parentShape,
  dam: parentShape,
  /** The primary photo is first. A list contains only the primary photo. */
  photos: v.array(photoShape),
  _count: v.object({ healthRecords: v.number(), offspring: v.number() }),
  createdAt: v.number(),
  updatedAt: v.number(),
};

export const dogShape = v.object(dogFields);

/** The warnings are for the user. */
export const savedDogShape = v.object({ ...dogFields, warnings: v.array(v.string()) });

export type Dog = Infer<typeof dogShape>;
export type SavedDog = Infer<typeof savedDogShape>;

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
