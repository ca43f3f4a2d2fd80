/** What functions take and answer for dogs' veterinarians, and how stored rows become it. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import { paginationShape } from "../../platform/model/paging";
import { dogOfPatientShape, type PatientReader } from "../../platform/model/patientShape";

const textOrNull = v.union(v.string(), v.null());
const optionalText = v.optional(textOrNull);

/** What is typed of a dog's veterinarian; domain/schemas/veterinarian.ts then checks what the fields hold. */
export const newVeterinarianArgs = {
  veterinarianName: v.string(),
  veterinaryClinic: v.string(),
  clinicAddress: optionalText,
  clinicPhone: optionalText,
  licenseNumber: optionalText,
  specialization: optionalText,
  isPrimary: v.optional(v.boolean()),
  notes: optionalText,
};

/** Arguments of a change: absent stays, null or empty is cleared. */
export const veterinarianChangeArgs = {
  ...newVeterinarianArgs,
  veterinarianName: v.optional(v.string()),
  veterinaryClinic: v.optional(v.string()),
  /** It is another dog's. */
  dogId: v.optional(v.string()),
};

export const veterinarianShape = v.object({
  _id: v.id("veterinaryRecords"),
  kennelId: v.id("kennels"),
  dogId: v.id("dogs"),
  dog: dogOfPatientShape,
  veterinarianName: v.string(),
  veterinaryClinic: v.string(),
  clinicAddress: textOrNull,
  clinicPhone: textOrNull,
  licenseNumber: textOrNull,
  specialization: textOrNull,
  isPrimary: v.boolean(),
  notes: textOrNull,
  createdAt: v.number(),
  updatedAt: v.number(),
});
export type Veterinarian = Infer<typeof veterinarianShape>;

export const veterinarianPageShape = v.object({
  data: v.array(veterinarianShape),
  pagination: paginationShape,
});

/** Makes the answer of a stored veterinarian with the dog. */
export const toVeterinarian = async (
  row: Doc<"veterinaryRecords">,
  patients: PatientReader,
): Promise<Veterinarian> => ({
  _id: row._id,
  kennelId: row.kennelId,
  dogId: row.dogId,
  dog: (await patients.read({ dogId: row.dogId })).dog,
  veterinarianName: row.veterinarianName,
  veterinaryClinic: row.veterinaryClinic,
  clinicAddress: row.clinicAddress ?? null,
  clinicPhone: row.clinicPhone ?? null,
  licenseNumber: row.licenseNumber ?? null,
  specialization: row.specialization ?? null,
  isPrimary: row.isPrimary,
  notes: row.notes ?? null,
  createdAt: row._creationTime,
  updatedAt: row.updatedAt,
});
