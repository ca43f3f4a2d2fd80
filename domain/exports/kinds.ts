/**
 * What an export of a kennel can be, and what each table says of its kind of record in it: what people call it and which
 * fields its printed list shows. Source: decision GAP-SET-06.
 */
import type { HistoryTable } from "../history/tables.gen";
import type { Fields } from "../records/fields";

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

/** A kind of record that an export holds. */
export interface ExportKind {
  readonly table: ExportedTable;
  readonly title: string;
  /** The fields of the printed list, the most telling first; a reference prints as the name of what it means. */
  readonly printed: readonly string[];
}

/** What a table says of its records in an export (convex/platform/tables/rows.ts). */
export interface ExportDescription extends Pick<ExportKind, "printed"> {
  /** Where the kind stands in the file, the lowest first. Dogs, breedings and litters come first: others are named after them. */
  readonly place?: number;
  /** What the kind is called, where the history does not call it so. */
  readonly title?: string;
  /** The record's description, after which the columns are called, so that an import knows them. */
  readonly described?: Fields;
}

/** A table whose records an export holds: all that people enter, the kennel's own details apart. */
export type ExportedTable = Exclude<HistoryTable, "kennels">;
