/** The entities of health records and attachments in REST answers. Shapes: document 001 section 3, decision GAP-HLT-11. */
import { ATTACHMENT_TYPES } from "../../../domain/constants/health";
import { HEALTH_RECORD_FIELDS, HEALTH_RECORD_STATE } from "../../../domain/records/health-record";
import type { HealthAttachment } from "../model/healthAttachments";
import type { HealthRecordEntry } from "../model/healthRecordShape";
import type { HealthSummary } from "../model/healthSummary";
import { CONFIDENTIAL_NOTE, toDollars } from "../../platform/rest/money";
import { recordResponses, toRecordResponse } from "../../platform/rest/recordResponses";
import { z } from "../../platform/rest/zod";

const textOrNull = z.string().nullable();
const id = z.string().openapi({ example: "jd7f3k9m2" });
const instant = z.string().openapi({ format: "date-time", example: "2025-06-15T12:00:00.000Z" });
const day = z.string().openapi({ description: "Calendar day, YYYY-MM-DD", example: "2025-06-15" });
const count = z.number().int();

export const attachmentAnswer = z
  .object({
    id,
    recordId: id,
    fileName: z.string().openapi({ example: "xray.png" }),
    fileSize: count.openapi({ description: "Bytes" }),
    mimeType: z.enum(ATTACHMENT_TYPES),
    filePath: z
      .string()
      .openapi({ description: "The file's address under /api, signed; it expires after a day" }),
    createdAt: instant,
  })
  .openapi("HealthAttachment");

const RECORDED = { ...HEALTH_RECORD_FIELDS, ...HEALTH_RECORD_STATE };
const { cost, ...recorded } = recordResponses(RECORDED);

export const healthRecordAnswer = z
  .object({
    id,
    kennelId: id,
    dog: z.object({ id, name: z.string(), callName: textOrNull }),
    ...recorded,
    cost,
    attachments: z.array(attachmentAnswer),
    createdAt: instant,
    updatedAt: instant,
  })
  .openapi("HealthRecord");

export const healthSummaryAnswer = z
  .object({
    lastCheck: day.nullable().openapi({ description: "The day of the newest examination" }),
    nextDue: z
      .object({
        vaccineName: z.string(),
        dueDate: day,
        state: z.enum(["overdue", "due_soon", "current"]),
      })
      .nullable()
      .openapi({ description: "The vaccination that is due first, overdue ones included" }),
    openFollowUps: count,
    nextFollowUp: day.nullable(),
    counts: z.object({
      healthRecords: count,
      immunizations: count,
      byType: z.record(z.string(), count).openapi({ example: { examination: 4 } }),
    }),
    totalCost: z
      .number()
      .nullable()
      .openapi({ description: `US dollars; ${CONFIDENTIAL_NOTE}`, example: 310.5 }),
  })
  .openapi("HealthSummary");

const toInstant = (ms: number): string => new Date(ms).toISOString();

/** Makes an attachment's REST answer. */
export const toAttachmentAnswer = ({ _id, createdAt, ...attachment }: HealthAttachment) => ({
  id: _id,
  ...attachment,
  createdAt: toInstant(createdAt),
});

/** Makes a health record's REST answer. */
export const toHealthRecordAnswer = ({
  _id,
  kennelId,
  dog: { _id: dogId, ...dog },
  attachments,
  createdAt,
  updatedAt,
  ...record
}: HealthRecordEntry) => ({
  id: _id,
  kennelId,
  dog: { id: dogId, ...dog },
  ...toRecordResponse(RECORDED, record),
  attachments: attachments.map(toAttachmentAnswer),
  createdAt: toInstant(createdAt),
  updatedAt: toInstant(updatedAt),
});

/** Makes the REST response of a dog's summary. */
export const toHealthSummaryAnswer = ({
  lastCheck,
  nextFollowUpOn,
  counts,
  totalCostCents,
  ...summary
}: HealthSummary) => ({
  ...summary,
  lastCheck: lastCheck?.dateRecorded ?? null,
  nextFollowUp: nextFollowUpOn,
  counts: {
    ...counts,
    byType: Object.fromEntries(counts.byType.map(({ recordType, count: number }) => [recordType, number])),
  },
  totalCost: toDollars(totalCostCents),
});
