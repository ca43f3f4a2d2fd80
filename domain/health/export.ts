/**
 * The columns of exported health records, which are the same in every format, and the parts that exported vaccine
 * doses (domain/vaccinations/export.ts) also use. Source: decision GAP-HLT-12.
 */
import type { HealthRecordType } from "./rules";
import { healthRecordTypeLabels } from "./words";

export const HEALTH_EXPORT_FORMATS = ["csv", "xlsx", "pdf"] as const;
export type HealthExportFormat = (typeof HEALTH_EXPORT_FORMATS)[number];

export const HEALTH_EXPORT_KINDS = ["records", "immunizations"] as const;
export type HealthExportKind = (typeof HEALTH_EXPORT_KINDS)[number];

export interface ExportedHealthRecord {
  readonly dateRecorded: string;
  readonly dogName: string;
  readonly recordType: HealthRecordType;
  readonly title: string;
  readonly veterinarian: string | null;
  readonly vetClinic: string | null;
  readonly diagnosis: string | null;
  readonly treatment: string | null;
  readonly followUpDate: string | null;
  readonly costCents: number | null;
}

export const HEALTH_EXPORT_COLUMNS = [
  "Date",
  "Dog",
  "Type",
  "Title",
  "Veterinarian",
  "Clinic",
  "Diagnosis",
  "Treatment",
  "Follow-up",
  "Cost (USD)",
] as const;

const CENTS_PER_DOLLAR = 100;

const FILE_STEMS: Record<HealthExportKind, string> = {
  records: "health-records",
  immunizations: "immunizations",
};

export const healthExportName = (kind: HealthExportKind, format: HealthExportFormat, today: string): string =>
  `${FILE_STEMS[kind]}-${today}.${format}`;

/** The cells have the order of the columns. Money stays a number, and null is an empty cell. */
export const toHealthExportRow = (record: ExportedHealthRecord): (string | number | null)[] => [
  record.dateRecorded,
  record.dogName,
  healthRecordTypeLabels[record.recordType],
  record.title,
  record.veterinarian,
  record.vetClinic,
  record.diagnosis,
  record.treatment,
  record.followUpDate,
  record.costCents === null ? null : record.costCents / CENTS_PER_DOLLAR,
];
