/**
 * What functions take and return for a dog: argument validators, the shape of the answer, and how a stored row
 * becomes one, with its parents' names. Fields without a value are null in answers, never absent.
 */
import { v, type Infer } from "convex/values";
import { DOG_FIELDS } from "../../../domain/dogs/record";
import type { Doc } from "../../_generated/dataModel";
import { answerFields, changeArgs, newArgs } from "../../platform/tables/recordValidators";
import { valuesOf } from "./dogValues";
import type { ParentReader } from "../../platform/model/paging/parents";
import { photoShape, type Photo } from "../../platform/model/files/photoShape";

/** Arguments of a new dog; domain/dogs/schemas.ts then checks what the fields hold. */
export const newDogArgs = newArgs(DOG_FIELDS);

/** Arguments of a change: absent stays, null or empty is cleared. */
export const dogChangeArgs = changeArgs(DOG_FIELDS);

const parentShape = v.union(v.object({ _id: v.id("dogs"), name: v.string(), breed: v.string() }), v.null());

const dogFields = {
  _id: v.id("dogs"),
  kennelId: v.id("kennels"),
  isExternal: v.boolean(),
  ...answerFields(DOG_FIELDS),
  sire: parentShape,
  dam: parentShape,
  /** Of one dog all, the primary first; in a list the primary one alone. */
  photos: v.array(photoShape),
  _count: v.object({ healthRecords: v.number(), offspring: v.number() }),
  createdAt: v.number(),
  updatedAt: v.number(),
};

/** A dog as functions answer it. */
export const dogShape = v.object(dogFields);

/** A dog just saved, with what a person should look at again. */
export const savedDogShape = v.object({ ...dogFields, warnings: v.array(v.string()) });

export type Dog = Infer<typeof dogShape>;
export type SavedDog = Infer<typeof savedDogShape>;

/** Makes the response for a stored dog. */
export async function toDog(row: Doc<"dogs">, parents: ParentReader, photos: Photo[]): Promise<Dog> {
  return {
    _id: row._id,
    kennelId: row.kennelId,
    isExternal: row.isExternal,
    ...valuesOf(row),
    sireId: row.sireId ?? null,
    damId: row.damId ?? null,
    sire: await parents.read(row.sireId),
    dam: await parents.read(row.damId),
    photos,
    _count: { healthRecords: row.healthRecordCount, offspring: row.offspringCount },
    createdAt: row._creationTime,
    updatedAt: row.updatedAt,
  };
}
