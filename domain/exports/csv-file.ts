/** A kennel's data as CSV: a ZIP with one file for each kind of record. */
import { BYTE_ORDER_MARK, csvLines } from "../text/csv";
import { cellOf, cellText } from "./cells";
import type { KennelReading } from "./kennel-reading";
import { ZipFile, type Piece } from "../files/packing";

const fileStem = (title: string): string => title.toLowerCase().replaceAll(" ", "-");

export async function toCsvZip({ sheets, nameOf }: KennelReading): Promise<Piece[]> {
  const zip = new ZipFile();
  for (const { kind, columns, pages } of sheets) {
    await zip.add(`${fileStem(kind.title)}.csv`, async (write) => {
      write(BYTE_ORDER_MARK + csvLines([columns.map(({ label }) => label)]));
      for await (const rows of pages()) {
        const cells = rows.map((row) =>
          columns.map((column) => cellText(cellOf(row, column, nameOf), column.kind)),
        );
        write(csvLines(cells));
      }
    });
  }
  return zip.finish();
}
