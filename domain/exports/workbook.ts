/** A kennel's data as a workbook with one sheet for each kind of record. */
import type { Piece } from "../files/packing";
import { makeWorkbook } from "../files/workbook";
import { cellOf } from "./cells";
import type { KennelReading } from "./kennel-reading";

/** Widths of columns are in characters. */
const NARROW = 14;
const WIDE = 30;

export const toWorkbook = async ({ sheets, nameOf }: KennelReading): Promise<Piece[]> =>
  await makeWorkbook(
    sheets.map(({ kind, columns, pages }) => ({
      title: kind.title,
      columns: columns.map((column) => ({
        label: column.label,
        width: column.kind === "text" || column.kind === "name" ? WIDE : NARROW,
        isMoney: column.kind === "money",
      })),
      pages: async function* () {
        for await (const rows of pages()) {
          yield rows.map((row) => columns.map((column) => cellOf(row, column, nameOf)));
        }
      },
    })),
  );
