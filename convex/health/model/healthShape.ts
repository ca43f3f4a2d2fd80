/** The results that functions return for health records, and the conversion of stored rows. */
import { v, type Infer } from "convex/values";
import { HEALTH_RECORD_FIELDS, HEALTH_RECORD_STATE } from "../../../domain/health/record";
import type { Doc } from "../../_generated/dataModel";
import { answerFields, answerOf } from "../../platform/tables/recordValidators";

/** A follow-up without a completion date is open. */
const KEPT_FIELDS = { ...HEALTH_RECORD_FIELDS, ...HEALTH_RECORD_STATE };

export const healthRecordShape = v.object({
  _id: v.id("healthRecords"),
  kennelId: v.id("kennels"),
  ...answerFields(KEPT_FIELDS),
  createdAt: v.number(),
  updatedAt: v.number(),
});
export type HealthRecord = Infer<typeof healthRecordShape>;

export const toHealthRecord = (row: Doc<"healthRecords">): HealthRecord => ({
  _id: row._id,
  kennelId: row.kennelId,
  ...answerOf(KEPT_FIELDS, row),
  createdAt: row._creationTime,
  updatedAt: row.updatedAt,
});
