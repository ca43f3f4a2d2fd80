/** What functions take and return for dogs' veterinarians, and how stored rows become it. */
import { v, type Infer } from "convex/values";
import { omitFields } from "../../../domain/records/record";
import { VETERINARIAN_FIELDS } from "../../../domain/health/record";
import type { Doc } from "../../_generated/dataModel";
import { paginationShape } from "../../platform/model/paging/paging";
import { dogOfPatientShape, type PatientReader } from "../../vaccinations/model/patientShape";
import { answerFields, answerOf, changeArgs, newArgs } from "../../platform/tables/recordValidators";

/** What is typed of a dog's veterinarian; domain/health/schemas.ts then checks what the fields hold. */
export const newVeterinarianArgs = newArgs(omitFields(VETERINARIAN_FIELDS, ["dogId"]));

/** Arguments of a change: absent stays, null or empty is cleared. */
export const veterinarianChangeArgs = changeArgs(VETERINARIAN_FIELDS);

export const veterinarianShape = v.object({
  _id: v.id("veterinaryRecords"),
  kennelId: v.id("kennels"),
  dog: dogOfPatientShape,
  ...answerFields(VETERINARIAN_FIELDS),
  createdAt: v.number(),
  updatedAt: v.number(),
});
export type Veterinarian = Infer<typeof veterinarianShape>;

export const veterinarianPageShape = v.object({
  data: v.array(veterinarianShape),
  pagination: paginationShape,
});

/** Makes the response of a stored veterinarian with the dog. */
export const toVeterinarian = async (
  row: Doc<"veterinaryRecords">,
  patients: PatientReader,
): Promise<Veterinarian> => ({
  _id: row._id,
  kennelId: row.kennelId,
  dog: (await patients.read({ dogId: row.dogId })).dog,
  ...answerOf(VETERINARIAN_FIELDS, row),
  createdAt: row._creationTime,
  updatedAt: row.updatedAt,
});
