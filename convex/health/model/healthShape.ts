/** What functions answer for health records, and how stored rows become it. */
import { v, type Infer } from "convex/values";
import type { Doc } from "../../_generated/dataModel";
import { healthRecordTypeValidator } from "../tables/healthRecords";

const textOrNull = v.union(v.string(), v.null());
const numberOrNull = v.union(v.number(), v.null());

export const healthRecordShape = v.object({
  _id: v.id("healthRecords"),
  kennelId: v.id("kennels"),
  dogId: v.id("dogs"),
  recordType: healthRecordTypeValidator,
  title: v.string(),
  description: v.string(),
  dateRecorded: v.string(),
  veterinarian: textOrNull,
  vetClinic: textOrNull,
  diagnosis: textOrNull,
  treatment: textOrNull,
  medications: textOrNull,
  notes: textOrNull,
  followUpDate: textOrNull,
  /** The day on which the follow-up was done; null while it waits. */
  followUpDoneOn: textOrNull,
  costCents: numberOrNull,
  createdAt: v.number(),
  updatedAt: v.number(),
});
export type HealthRecord = Infer<typeof healthRecordShape>;

/** Makes the answer of a stored health record. */
export const toHealthRecord = (row: Doc<"healthRecords">): HealthRecord => ({
  _id: row._id,
  kennelId: row.kennelId,
  dogId: row.dogId,
  recordType: row.recordType,
  title: row.title,
  description: row.description,
  dateRecorded: row.dateRecorded,
  veterinarian: row.veterinarian ?? null,
  vetClinic: row.vetClinic ?? null,
  diagnosis: row.diagnosis ?? null,
  treatment: row.treatment ?? null,
  medications: row.medications ?? null,
  notes: row.notes ?? null,
  followUpDate: row.followUpDate ?? null,
  followUpDoneOn: row.followUpDoneOn ?? null,
  costCents: row.costCents ?? null,
  createdAt: row._creationTime,
  updatedAt: row.updatedAt,
});
