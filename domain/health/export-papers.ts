/** The layout of each kind of health file in every format: columns, rows, spreadsheet and printed list. */
import { DOSE_EXPORT_COLUMNS, toDoseExportRow, type ExportedDose } from "../vaccinations/export";
import { printedDoses } from "../pdf/dose-list";
import { HEALTH_EXPORT_COLUMNS, toHealthExportRow, type ExportedHealthRecord } from "./export";
import type { ListLook } from "../pdf/printed-list";
import { printedRecords } from "../pdf/health-list";

export interface HealthPaper<Row> {
  readonly sheet: string;
  readonly columns: readonly string[];
  /** The widths are in characters. */
  readonly widths: readonly number[];
  /** `today` is the user's date. Money is a number, and null is an empty cell. */
  readonly toRow: (row: Row, today: string) => readonly (string | number | null)[];
  readonly printed: ListLook<Row>;
}

export function recordPaper(areCostsTold: boolean): HealthPaper<ExportedHealthRecord> {
  const paper = {
    sheet: "Health records",
    columns: HEALTH_EXPORT_COLUMNS,
    widths: [11, 28, 13, 32, 22, 26, 40, 40, 11, 12],
    toRow: toHealthExportRow,
    printed: printedRecords(areCostsTold),
  };
  if (areCostsTold) return paper;
  return {
    ...paper,
    columns: paper.columns.slice(0, -1),
    widths: paper.widths.slice(0, -1),
    toRow: (record) => toHealthExportRow(record).slice(0, -1),
  };
}

export const dosePaper: HealthPaper<ExportedDose> = {
  sheet: "Immunizations",
  columns: DOSE_EXPORT_COLUMNS,
  widths: [28, 24, 12, 11, 11, 11, 12, 20, 18, 22, 26, 40],
  toRow: toDoseExportRow,
  printed: printedDoses,
};

/** Amounts of money are in dollars and cents. */
export const toTextRow = <Row>(paper: HealthPaper<Row>, row: Row, today: string): string[] =>
  paper.toRow(row, today).map((cell) => (typeof cell === "number" ? cell.toFixed(2) : (cell ?? "")));
