/** What functions take and return for doses of vaccine, and how stored rows become it, with the patient's name. */
import { v, type Infer } from "convex/values";
import { DOSE_FIELDS } from "../../../domain/vaccinations/record";
import type { Doc } from "../../_generated/dataModel";
import { paginationShape } from "../../platform/model/paging/paging";
import { dogOfPatientShape, puppyOfPatientShape, type PatientReader } from "./patientShape";
import { answerFields, answerOf, changeArgs, newArgs } from "../../platform/tables/recordValidators";

const textOrNull = v.union(v.string(), v.null());
/** Arguments of a new dose; domain/vaccinations/schemas.ts then checks what the fields hold. */
export const newDoseArgs = newArgs(DOSE_FIELDS);

/** Arguments of a change: absent stays, null or empty is cleared; a calculated next due date then follows. */
export const doseChangeArgs = {
  ...changeArgs(DOSE_FIELDS),
  /** True where a typed next due date is to be calculated from now on. */
  isDueAutomatic: v.optional(v.boolean()),
  /** Somebody else got the dose. */
  dogId: v.optional(textOrNull),
  puppyId: v.optional(textOrNull),
};

const immunizationFields = {
  _id: v.id("immunizations"),
  kennelId: v.id("kennels"),
  dogId: v.union(v.id("dogs"), v.null()),
  puppyId: v.union(v.id("puppies"), v.null()),
  ...answerFields(DOSE_FIELDS),
  /** Whether the next due date was calculated from the vaccine and the age. */
  isDueAutomatic: v.boolean(),
  /** Whether it is the patient's newest dose of its vaccine, the only one with a due state: decision GAP-IMM-07. */
  isNewest: v.boolean(),
  /** The day that its due state is judged by; null in history, when none is due and for patients gone or dead. */
  dueOn: textOrNull,
  createdAt: v.number(),
  updatedAt: v.number(),
};

export const immunizationShape = v.object(immunizationFields);
export type Immunization = Infer<typeof immunizationShape>;

/** A dose with who got it: a dog, or a puppy that is none of the kennel's dogs. */
export const immunizationEntryShape = v.object({
  ...immunizationFields,
  dog: dogOfPatientShape,
  puppy: puppyOfPatientShape,
});
export type ImmunizationEntry = Infer<typeof immunizationEntryShape>;

export const immunizationPageShape = v.object({
  data: v.array(immunizationEntryShape),
  pagination: paginationShape,
  /** Whether a search found more than it looks through, so that another word or a dog would find better. */
  isCut: v.boolean(),
});
export type ImmunizationPage = Infer<typeof immunizationPageShape>;

/** Makes the response of a stored dose. */
export const toImmunization = (row: Doc<"immunizations">): Immunization => ({
  _id: row._id,
  kennelId: row.kennelId,
  dogId: row.dogId ?? null,
  puppyId: row.puppyId ?? null,
  ...answerOf(DOSE_FIELDS, row),
  expirationDate: row.expirationDate ?? row.nextDueDate ?? null,
  isDueAutomatic: row.isDueAutomatic ?? false,
  isNewest: row.isNewest ?? false,
  dueOn: row.dueOn ?? null,
  createdAt: row._creationTime,
  updatedAt: row.updatedAt,
});

/** Makes the response of a stored dose with who got it. */
export const toImmunizationEntry = async (
  row: Doc<"immunizations">,
  patients: PatientReader,
): Promise<ImmunizationEntry> => ({ ...toImmunization(row), ...(await patients.read(row)) });
