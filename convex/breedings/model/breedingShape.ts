/**
 * The results that functions return for breedings and litters, and the conversion of stored rows. A missing value
 * is null in a result. No field is absent.
 */
import { v, type Infer } from "convex/values";
import { BREEDING_FIELDS, BREEDING_RECORD, CHOSEN_PARENTS } from "../../../domain/breedings/record";
import { LITTER_FIELDS, WHELPING_FIELDS } from "../../../domain/litters/record";
import { blankValues } from "../../../domain/records/record";
import type { Doc } from "../../_generated/dataModel";
import { genderValidator } from "../../platform/tables/dogs";
import { answerFields, answerOf, changeArgs, newArgs } from "../../platform/tables/recordValidators";
import type { ParentReader } from "../../platform/model/paging/parents";
import { textOrNull, numberOrNull } from "../../platform/tables/shared";

export const breedingShape = v.object({
  _id: v.id("breedings"),
  kennelId: v.id("kennels"),
  ...answerFields(BREEDING_RECORD),
  actualDueDate: textOrNull,
  /** The breeding was canceled before the mating. */
  isCalledOff: v.boolean(),
  numberBorn: numberOrNull,
  numberAlive: numberOrNull,
  createdAt: v.number(),
  updatedAt: v.number(),
});
export type Breeding = Infer<typeof breedingShape>;

const parentShape = v.union(v.object({ _id: v.id("dogs"), name: v.string(), breed: v.string() }), v.null());

/** A parent is null if only the name is known. */
export const breedingEntryShape = breedingShape.extend({ sire: parentShape, dam: parentShape });
export type BreedingEntry = Infer<typeof breedingEntryShape>;

/** The warnings are for the user. */
export const savedBreedingShape = breedingEntryShape.extend({ warnings: v.array(v.string()) });
export type SavedBreeding = Infer<typeof savedBreedingShape>;

/** The pregnancy check was recorded together with the change of status. */
export const steppedBreedingShape = savedBreedingShape.extend({
  pregnancyCheckId: v.union(v.id("pregnancyChecks"), v.null()),
});
export type SteppedBreeding = Infer<typeof steppedBreedingShape>;

/** domain/breedings/schemas.ts checks the values. */
export const newBreedingArgs = newArgs({ ...CHOSEN_PARENTS, ...BREEDING_FIELDS });

/** An omitted field stays unchanged, and null or empty clears a field. */
export const breedingChangeArgs = changeArgs({ ...CHOSEN_PARENTS, ...BREEDING_FIELDS });

export const litterShape = v.object({
  _id: v.id("litters"),
  breedingId: v.id("breedings"),
  ...answerFields(LITTER_FIELDS),
  whelping: v.object(answerFields(WHELPING_FIELDS)),
  createdAt: v.number(),
  updatedAt: v.number(),
});
export type Litter = Infer<typeof litterShape>;

export const partnerShape = v.object({
  _id: v.id("dogs"),
  name: v.string(),
  callName: textOrNull,
  breed: v.string(),
  gender: genderValidator,
  registrationNumber: textOrNull,
  isExternal: v.boolean(),
});
export type Partner = Infer<typeof partnerShape>;

export const toBreeding = (row: Doc<"breedings">): Breeding => ({
  _id: row._id,
  kennelId: row.kennelId,
  ...answerOf(BREEDING_RECORD, row),
  actualDueDate: row.actualDueDate ?? null,
  isCalledOff: row.isCalledOff ?? false,
  numberBorn: row.numberBorn ?? null,
  numberAlive: row.numberAlive ?? null,
  createdAt: row._creationTime,
  updatedAt: row.updatedAt,
});

export const toBreedingEntry = async (
  row: Doc<"breedings">,
  parents: ParentReader,
): Promise<BreedingEntry> => ({
  ...toBreeding(row),
  sire: await parents.read(row.sireId),
  dam: await parents.read(row.damId),
});

export const toLitter = (row: Doc<"litters">): Litter => ({
  _id: row._id,
  breedingId: row.breedingId,
  ...answerOf(LITTER_FIELDS, row),
  whelping: { ...blankValues(WHELPING_FIELDS), ...row.whelping },
  createdAt: row._creationTime,
  updatedAt: row.updatedAt,
});

export const toPartner = (row: Doc<"dogs">): Partner => ({
  _id: row._id,
  name: row.name,
  callName: row.callName ?? null,
  breed: row.breed,
  gender: row.gender,
  registrationNumber: row.registrationNumber ?? null,
  isExternal: row.isExternal,
});
