/** The entities of health records and attachments in REST answers. Shapes: document 001 section 3, decision GAP-HLT-11. */
import { ATTACHMENT_TYPES } from "../../../domain/health/rules";
import { HEALTH_RECORD_FIELDS, HEALTH_RECORD_STATE } from "../../../domain/health/record";
import type { HealthAttachment } from "../model/healthAttachments";
import type { HealthRecordEntry } from "../model/healthRecords";
import type { HealthSummary } from "../model/healthSummary";
import { CONFIDENTIAL_NOTE, toDollars } from "../../platform/rest/money";
import { signedPath } from "../../platform/rest/files";
import { recordResponses, toRecordResponse } from "../../platform/rest/recordResponses";
import { answer } from "../../platform/rest/calls";
import {
  count,
  dayLike,
  id,
  instant,
  textOrNull,
  toInstant,
  toNamedDog,
  toWritten,
  writtenFields,
} from "../../platform/rest/entities";
import { z } from "../../platform/rest/zod";

const day = dayLike("2025-06-15");

const attachmentAnswer = z
  .object({
    id,
    recordId: id,
    fileName: z.string().openapi({ example: "xray.png" }),
    fileSize: count.openapi({ description: "Bytes" }),
    mimeType: z.enum(ATTACHMENT_TYPES),
    filePath: signedPath,
    createdAt: instant,
  })
  .openapi("HealthAttachment");

const RECORDED = { ...HEALTH_RECORD_FIELDS, ...HEALTH_RECORD_STATE };
const { cost, ...recorded } = recordResponses(RECORDED);

const healthRecordAnswer = z
  .object({
    id,
    kennelId: id,
    dog: z.object({ id, name: z.string(), callName: textOrNull }),
    ...recorded,
    cost,
    attachments: z.array(attachmentAnswer),
    ...writtenFields,
  })
  .openapi("HealthRecord");

const healthSummaryAnswer = z
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

const toAttachmentAnswer = ({ _id, createdAt, ...attachment }: HealthAttachment) => ({
  id: _id,
  ...attachment,
  createdAt: toInstant(createdAt),
});

const toHealthRecordAnswer = ({ _id, kennelId, dog, attachments, ...record }: HealthRecordEntry) => ({
  id: _id,
  kennelId,
  dog: toNamedDog(dog),
  ...toRecordResponse(RECORDED, record),
  attachments: attachments.map(toAttachmentAnswer),
  ...toWritten(record),
});

export const attachment = answer(attachmentAnswer, toAttachmentAnswer);
export const healthRecord = answer(healthRecordAnswer, toHealthRecordAnswer);

const toHealthSummaryAnswer = ({
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

/** What is told of a dog's health in numbers. */
export const healthSummary = answer(healthSummaryAnswer, toHealthSummaryAnswer);
