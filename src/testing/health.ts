/** Creates health records and pages of them as the server returns them. */
import type { FunctionReturnType } from "convex/server";
import { makePage } from "@/testing/pages";
import type { api } from "@convex/_generated/api";
import { HEALTH_RECORD_FIELDS, HEALTH_RECORD_STATE, VETERINARIAN_FIELDS } from "@domain/health/record";
import { blankValues } from "@domain/records/record";

type HealthRecordPage = FunctionReturnType<typeof api.health.healthRecords.list>;
export type HealthRecord = HealthRecordPage["data"][number];
type Attachment = HealthRecord["attachments"][number];

let count = 0;

export function makeAttachment(changes: Partial<Attachment> = {}): Attachment {
  count += 1;
  return {
    _id: `attachment${count}` as Attachment["_id"],
    recordId: "record1" as Attachment["recordId"],
    fileName: "xray.png",
    fileSize: 2048,
    mimeType: "image/png",
    filePath: `/health/attachments/attachment${count}/download?signature=s`,
    createdAt: 1,
    ...changes,
  };
}

export function makeHealthRecord(changes: Partial<HealthRecord> = {}): HealthRecord {
  count += 1;
  return {
    _id: `record${count}` as HealthRecord["_id"],
    kennelId: "kennel1" as HealthRecord["kennelId"],
    dog: { _id: "bella" as HealthRecord["dogId"], name: "Bella", callName: null },
    ...blankValues({ ...HEALTH_RECORD_FIELDS, ...HEALTH_RECORD_STATE }),
    dogId: "bella" as HealthRecord["dogId"],
    title: "Yearly check",
    description: "Heart and lungs normal",
    dateRecorded: "2025-06-01",
    attachments: [],
    createdAt: 1,
    updatedAt: 1,
    ...changes,
  };
}

export function makeHealthRecordPage(
  records: readonly HealthRecord[],
  args: Record<string, unknown> = {},
): HealthRecordPage {
  const search = typeof args.search === "string" ? args.search.toLowerCase() : "";
  const found = records.filter(
    ({ title, recordType, dogId }) =>
      title.toLowerCase().includes(search) &&
      (args.type === undefined || args.type === recordType) &&
      (args.dogId === undefined || args.dogId === dogId),
  );
  return { ...makePage(found, args), isCut: false };
}

type Veterinarian = FunctionReturnType<typeof api.health.veterinaryRecords.list>["data"][number];

export function makeVeterinarian(changes: Partial<Veterinarian> = {}): Veterinarian {
  count += 1;
  return {
    _id: `vet${count}` as Veterinarian["_id"],
    kennelId: "kennel1" as Veterinarian["kennelId"],
    dog: { _id: "bella" as Veterinarian["dogId"], name: "Bella", callName: null },
    ...blankValues(VETERINARIAN_FIELDS),
    dogId: "bella" as Veterinarian["dogId"],
    veterinarianName: "Dr. Lee",
    veterinaryClinic: "Hillside",
    isPrimary: true,
    createdAt: 1,
    updatedAt: 1,
    ...changes,
  };
}
