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

/** CSV is a ZIP with one file for each kind. */
export const DATA_EXPORT_TYPES = {
  csv: "application/zip",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  pdf: "application/pdf",
  json: "application/json",
  gedcom: "application/x-gedcom",
  pedigree: "text/csv",
  zip: "application/zip",
} as const satisfies Record<DataExportFormat | PersonalExportFormat, string>;

const EXTENSIONS: Record<DataExportFormat, string> = {
  csv: "zip",
  xlsx: "xlsx",
  pdf: "pdf",
  json: "json",
  gedcom: "ged",
  pedigree: "csv",
};

export const PEDIGREE_FORMATS: readonly string[] = ["gedcom", "pedigree"] satisfies DataExportFormat[];

export const DATA_EXPORT_LABELS: Record<DataExportFormat, string> = {
  csv: "CSV",
  xlsx: "Excel",
  pdf: "PDF",
  json: "JSON",
  gedcom: "GEDCOM",
  pedigree: "Pedigree",
};

export const dataExportName = (format: DataExportFormat, today: string): string =>
  `studbook-${PEDIGREE_FORMATS.includes(format) ? "pedigree" : "export"}-${today}.${EXTENSIONS[format]}`;

export const personalExportName = (format: PersonalExportFormat, today: string): string =>
  `studbook-personal-data-${today}.${format}`;

export interface ExportKind {
  readonly table: ExportedTable;
  readonly title: string;
  /** The most important field is first. A reference is printed as the name of its record. */
  readonly printed: readonly string[];
}

export interface ExportDescription extends Pick<ExportKind, "printed"> {
  /**
   * The position in the file, the lowest first. Dogs, breedings and litters come first, because the names of other
   * records contain their names.
   */
  readonly place?: number;
  /** Set only if it differs from the label in the history. */
  readonly title?: string;
  /** Its labels name the columns, so an import recognizes them. */
  readonly described?: Fields;
}

/** Everything that people enter, except the kennel's own details. */
export type ExportedTable = Exclude<HistoryTable, "kennels">;
