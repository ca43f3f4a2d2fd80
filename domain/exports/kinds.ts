/**
 * The formats of a kennel's export, and how each table describes its kind of record: the label, and the fields of
 * the printed list. Source: decision GAP-SET-06.
 */
import type { HistoryTable } from "../history/tables.gen";
import type { Fields } from "../records/fields";

/**
 * The last two formats contain only the pedigree: the first for pedigree programs, the second as lines for genetics
 * programs.
 */
export const DATA_EXPORT_FORMATS = ["csv", "xlsx", "pdf", "json", "gedcom", "pedigree"] as const;
export type DataExportFormat = (typeof DATA_EXPORT_FORMATS)[number];

/**
 * The formats of a person's own package: one JSON file, or a ZIP with one file for the person and one file for each
 * kennel.
 */
export const PERSONAL_EXPORT_FORMATS = ["json", "zip"] as const;
export type PersonalExportFormat = (typeof PERSONAL_EXPORT_FORMATS)[number];

/** The content type and extension of each format. CSV is a ZIP with one file for each kind. */
export const DATA_EXPORT_TYPES = {
  csv: "application/zip",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
  json: "application/json",
  gedcom: "application/x-gedcom",
  pedigree: "text/csv",
  zip: "application/zip",
} as const satisfies Record<DataExportFormat | PersonalExportFormat, string>;

/** The end of the file's name, after the content and the date. */
const EXTENSIONS: Record<DataExportFormat, string> = {
  csv: "zip",
  xlsx: "xlsx",
  pdf: "pdf",
  json: "json",
  gedcom: "ged",
  pedigree: "csv",
};

/** The formats that contain only the pedigree of the kennel or of one dog. */
export const PEDIGREE_FORMATS: readonly string[] = ["gedcom", "pedigree"] satisfies DataExportFormat[];

/** The label of a format in messages and on buttons. */
export const DATA_EXPORT_LABELS: Record<DataExportFormat, string> = {
  csv: "CSV",
  xlsx: "Excel",
  pdf: "PDF",
  json: "JSON",
  gedcom: "GEDCOM",
  pedigree: "Pedigree",
};

/** Returns the name of a kennel's export file. */
export const dataExportName = (format: DataExportFormat, today: string): string =>
  `studbook-${PEDIGREE_FORMATS.includes(format) ? "pedigree" : "export"}-${today}.${EXTENSIONS[format]}`;

/** Returns the name of a person's own package. */
export const personalExportName = (format: PersonalExportFormat, today: string): string =>
  `studbook-personal-data-${today}.${format}`;

/** A kind of record in an export. */
export interface ExportKind {
  readonly table: ExportedTable;
  readonly title: string;
  /** The fields of the printed list, the most important first. A reference is printed as the name of its record. */
  readonly printed: readonly string[];
}

/** How a table describes its records in an export (convex/platform/tables/rows.ts). */
export interface ExportDescription extends Pick<ExportKind, "printed"> {
  /**
   * The kind's position in the file, the lowest first. Dogs, breedings and litters come first, because the names of
   * other records contain their names.
   */
  readonly place?: number;
  /** The label of the kind, if it differs from the label in the history. */
  readonly title?: string;
  /** The record's description. Its labels name the columns, so an import recognizes them. */
  readonly described?: Fields;
}

/** A table of exported records: everything that people enter, except the kennel's own details. */
export type ExportedTable = Exclude<HistoryTable, "kennels">;
