/** The files in which a kennel's data leaves Studbook: CSV in a ZIP, a workbook, JSON. Pure; print.ts makes the PDF. */
import { strToU8, zipSync } from "fflate";
import writeExcelFile from "write-excel-file/universal";
import { toCsv } from "../text/csv";
import { cellText, type Cell, type Column } from "./cells";
import type { ExportedRow, ExportedSheet, KennelData } from "./kennel-data";

/** Raised when the layout of the JSON changes. */
const EXPORT_VERSION = 1;

/** The most characters of a cell that Excel opens. */
const MAX_CELL = 32_767;

/** Widths of columns in characters. */
const NARROW = 14;
const WIDE = 30;

const fileStem = (title: string): string => title.toLowerCase().replaceAll(" ", "-");

/** Makes the ZIP with one CSV file per kind. */
export function toCsvZip(data: KennelData): Uint8Array {
  const files = data.sheets.map((sheet) => {
    const rows = sheet.rows.map((row) =>
      data.cellsOf(sheet, row).map((cell, index) => cellText(cell, sheet.columns[index]?.kind ?? "text")),
    );
    const csv = toCsv([sheet.columns.map(({ label }) => label), ...rows]);
    return [`${fileStem(sheet.kind.title)}.csv`, strToU8(csv)] as const;
  });
  return zipSync(Object.fromEntries(files));
}

function toExcelCell(cell: Cell, { kind }: Column) {
  if (typeof cell === "number") {
    return kind === "money" ? { value: cell, type: Number, format: "0.00" } : { value: cell, type: Number };
  }
  return { value: (cell ?? "").slice(0, MAX_CELL), type: String };
}

const toSheet = (data: KennelData, sheet: ExportedSheet) => ({
  sheet: sheet.kind.title,
  columns: sheet.columns.map(({ kind }) => ({ width: kind === "text" || kind === "name" ? WIDE : NARROW })),
  stickyRowsCount: 1,
  data: [
    sheet.columns.map(({ label }) => ({ value: label, type: String, fontWeight: "bold" as const })),
    ...sheet.rows.map((row) =>
      data.cellsOf(sheet, row).map((cell, index) => {
        const column = sheet.columns[index];
        return column ? toExcelCell(cell, column) : { value: "", type: String };
      }),
    ),
  ],
});

/** Makes the workbook with a sheet per kind. */
export async function toWorkbook(data: KennelData): Promise<Uint8Array> {
  const file = await writeExcelFile(data.sheets.map((sheet) => toSheet(data, sheet))).toBlob();
  return new Uint8Array(await file.arrayBuffer());
}

/** A record as it is stored, and beside it the names of what its ids mean. */
function toJsonRow(data: KennelData, { columns }: ExportedSheet, row: ExportedRow): object {
  const names: Record<string, string> = {};
  for (const { path, kind } of columns) {
    const [field = ""] = path;
    const id: unknown = kind === "name" ? Reflect.get(row, field) : undefined;
    if (typeof id === "string" && data.nameOf(id) !== "") names[field] = data.nameOf(id);
  }
  return { ...row, names };
}

/** Makes what the JSON of a kennel holds. */
export const toJsonData = (data: KennelData, today: string): object => ({
  metadata: {
    product: "Studbook",
    kind: "export",
    version: EXPORT_VERSION,
    exportedOn: today,
    kennelId: data.kennelId,
    kennelName: data.name,
  },
  data: Object.fromEntries(
    data.sheets.map((sheet) => [sheet.kind.table, sheet.rows.map((row) => toJsonRow(data, sheet, row))]),
  ),
});
