/**
 * The entities of health records and attachments in REST responses. Shapes: document 001 section 3, decision
 * GAP-HLT-11.
 */
import { HEALTH_RECORD_FIELDS, HEALTH_RECORD_STATE } from "../../../domain/health/record";
import { attachmentShape } from "../model/healthAttachments";
import { healthRecords } from "../model/healthRecords";
import type { HealthSummary } from "../model/healthSummary";
import { CONFIDENTIAL_NOTE, toDollars } from "../../platform/rest/money";
import { signedPath } from "../../platform/rest/files";
import { answer } from "../../platform/rest/calls";
import { count, dayLike } from "../../platform/rest/entities";
import { answerOf } from "../../platform/rest/returned";
import { z } from "../../platform/rest/zod";

const day = dayLike("2025-06-15");

export const attachment = answerOf("HealthAttachment", attachmentShape, {
  about: {
    fileName: z.string().openapi({ example: "xray.png" }),
    fileSize: count.openapi({ description: "Bytes" }),
    filePath: signedPath,
  },
});

export const healthRecord = answerOf("HealthRecord", healthRecords.shape, {
  fields: { ...HEALTH_RECORD_FIELDS, ...HEALTH_RECORD_STATE },
  about: { attachments: attachment },
});

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

export const healthSummary = answer(healthSummaryAnswer, toHealthSummaryAnswer);
