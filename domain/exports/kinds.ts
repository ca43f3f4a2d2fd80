/**
 * What an export of a kennel holds, kind by kind: the table it comes from, what people call it and which fields its
 * printed list shows. The order is that of the file. Source: decision GAP-SET-06.
 */
import type { HistoryTable } from "../history/tables.gen";

/** The last two hold the pedigree alone: for pedigree programs, and as lines for programs of geneticists. */
export const DATA_EXPORT_FORMATS = ["csv", "xlsx", "pdf", "json", "gedcom", "pedigree"] as const;
export type DataExportFormat = (typeof DATA_EXPORT_FORMATS)[number];

/** How a person's own package comes: one JSON file, or a ZIP of one file for the person and one per kennel. */
export const PERSONAL_EXPORT_FORMATS = ["json", "zip"] as const;
export type PersonalExportFormat = (typeof PERSONAL_EXPORT_FORMATS)[number];

/** What a file of each format is sent as, and how its name ends: CSV is one file per kind, in a ZIP. */
export const DATA_EXPORT_TYPES = {
  csv: "application/zip",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
  json: "application/json",
  gedcom: "application/x-gedcom",
  pedigree: "text/csv",
  zip: "application/zip",
} as const satisfies Record<DataExportFormat | PersonalExportFormat, string>;

/** How the file's name goes on after the day and what it holds. */
const EXTENSIONS: Record<DataExportFormat, string> = {
  csv: "zip",
  xlsx: "xlsx",
  pdf: "pdf",
  json: "json",
  gedcom: "ged",
  pedigree: "csv",
};

/** The formats that hold the pedigree alone, of the kennel or of one dog. */
export const PEDIGREE_FORMATS: readonly string[] = ["gedcom", "pedigree"] satisfies DataExportFormat[];

/** What a format is called in messages and on buttons. */
export const DATA_EXPORT_LABELS: Record<DataExportFormat, string> = {
  csv: "CSV",
  xlsx: "Excel",
  pdf: "PDF",
  json: "JSON",
  gedcom: "GEDCOM",
  pedigree: "Pedigree",
};

/** Names the file of a kennel's export. */
export const dataExportName = (format: DataExportFormat, today: string): string =>
  `studbook-${PEDIGREE_FORMATS.includes(format) ? "pedigree" : "export"}-${today}.${EXTENSIONS[format]}`;

/** Names the file of a person's own package. */
export const personalExportName = (format: PersonalExportFormat, today: string): string =>
  `studbook-personal-data-${today}.${format}`;

export interface ExportKind<Table extends string = string> {
  readonly table: Table;
  readonly title: string;
  /** The fields of the printed list, the most telling first; a reference prints as the name of what it means. */
  readonly printed: readonly string[];
}

const kind = <const Table extends HistoryTable>(
  table: Table,
  title: string,
  printed: readonly string[],
): ExportKind<Table> => ({ table, title, printed });

/** Dogs, breedings and litters come first: the others are named after them. */
export const EXPORT_KINDS = [
  kind("dogs", "Dogs", [
    "name",
    "breed",
    "gender",
    "dateOfBirth",
    "registrationNumber",
    "microchipNumber",
    "sireId",
    "damId",
    "status",
  ]),
  kind("breedings", "Breedings", [
    "sireId",
    "damId",
    "breedingDate",
    "status",
    "expectedDueDate",
    "studFeeCents",
    "notes",
  ]),
  kind("litters", "Litters", [
    "breedingId",
    "whelpingDate",
    "numberBorn",
    "numberAlive",
    "numberMales",
    "numberFemales",
    "notes",
  ]),
  kind("puppies", "Puppies", [
    "litterId",
    "order",
    "name",
    "gender",
    "color",
    "status",
    "buyer.name",
    "priceCents",
    "saleDate",
  ]),
  kind("heats", "Heats", ["dogId", "startOn", "endOn", "signs", "notes"]),
  kind("progesteroneReadings", "Progesterone", [
    "dogId",
    "takenOn",
    "takenTime",
    "value",
    "unit",
    "laboratory",
  ]),
  kind("puppyHealthChecks", "Puppy health checks", [
    "puppyId",
    "checkDate",
    "weightGrams",
    "temperatureFahrenheit",
    "veterinarian",
    "notes",
  ]),
  kind("puppyWeights", "Puppy weights", ["puppyId", "weighedAt", "grams", "weighedBy"]),
  kind("breedingFinances", "Costs and income", [
    "bookedOn",
    "breedingId",
    "kind",
    "category",
    "amountCents",
    "description",
  ]),
  kind("waitingList", "Waiting list", ["name", "email", "phone", "breed", "gender", "status", "notes"]),
  kind("breedingDocuments", "Documents", ["breedingId", "documentType", "fileName"]),
  kind("healthRecords", "Health records", [
    "dateRecorded",
    "dogId",
    "recordType",
    "title",
    "diagnosis",
    "treatment",
    "veterinarian",
    "costCents",
  ]),
  kind("healthTests", "Health tests", [
    "dogId",
    "testedOn",
    "kind",
    "name",
    "result",
    "laboratory",
    "certificateNumber",
  ]),
  kind("immunizations", "Immunizations", [
    "dogId",
    "puppyId",
    "vaccineName",
    "dateAdministered",
    "nextDueDate",
    "batchNumber",
    "veterinarianName",
  ]),
  kind("scheduledVaccinations", "Scheduled vaccinations", [
    "dogId",
    "puppyId",
    "vaccineName",
    "scheduledDate",
    "status",
    "veterinarianName",
  ]),
  kind("medicationCourses", "Medications", [
    "dogId",
    "drug",
    "doseAmount",
    "doseUnit",
    "startOn",
    "endOn",
    "reason",
    "veterinarian",
  ]),
  kind("medicationDoses", "Medication doses", ["courseId", "dayOn", "givenAt", "givenBy"]),
  kind("dogWeights", "Dog weights", ["dogId", "weighedOn", "grams", "notes"]),
  kind("veterinaryRecords", "Veterinarians", [
    "dogId",
    "veterinarianName",
    "veterinaryClinic",
    "clinicPhone",
    "specialization",
  ]),
  kind("healthAttachments", "Health attachments", ["recordId", "fileName", "mimeType"]),
  kind("reminders", "Reminders", ["dueDate", "title", "reminderType", "priority", "state", "dogId"]),
  kind("reminderSeries", "Recurring reminders", [
    "title",
    "frequency",
    "interval",
    "startsOn",
    "endDate",
    "dogId",
  ]),
  kind("reminderTemplates", "Reminder templates", ["name", "title", "reminderType", "offsetDays"]),
  kind("photos", "Photos", ["dogId", "puppyId", "caption", "isPrimary", "position"]),
  kind("contractTemplates", "Contract templates", ["name", "kind", "isDefault"]),
  kind("kennelSettings", "Kennel settings", [
    "taxId",
    "businessLicense",
    "primaryColor",
    "accentColor",
    "footerText",
    "showLogo",
  ]),
] as const;

/** A table whose records an export holds. */
export type ExportedTable = (typeof EXPORT_KINDS)[number]["table"];
