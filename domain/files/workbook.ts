/**
 * Workbooks whose rows are written while they are read, because the library would keep all rows in memory. The
 * library writes only the headings.
 */
import { strFromU8, unzipSync } from "fflate";
import writeExcelFile from "write-excel-file/universal";
import { ZipFile, type Piece, type Write } from "./packing";

type Cell = string | number | null;

interface SheetColumn {
  readonly label: string;
  /** In characters. */
  readonly width: number;
  readonly isMoney: boolean;
}

export interface WorkbookSheet {
  readonly title: string;
  readonly columns: readonly SheetColumn[];
  /** The cells have the order of the columns. Amounts are dollars with cents. */
  readonly pages: () => AsyncIterable<readonly (readonly Cell[])[]>;
}

/** Excel cannot open a workbook with longer cells. */
const MAX_CELL = 32_767;

/** The library's sheets, in the order of the kinds. */
const SHEET_ENTRY = /^xl\/worksheets\/sheet(\d+)\.xml$/u;

/** The rows replace a sample row, which has the format of money. */
const SAMPLE_ROW = /<row r="2"><c r="A2" s="(\d+)"><v>0<\/v><\/c><\/row>/u;

/** Characters that XML cannot contain, even as a reference. Source: XML 1.0, production 2. */
const NO_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Cs}/gu;

const ESCAPES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

const toXml = (text: string): string =>
  text.replace(NO_XML, "").replace(/[&<>]/gu, (character) => ESCAPES[character] ?? "");

const LETTERS = 26;
const LETTER_A = 65;

/** A to Z, then AA. */
function lettersOf(index: number): string {
  const last = String.fromCharCode(LETTER_A + (index % LETTERS));
  return index < LETTERS ? last : lettersOf(Math.floor(index / LETTERS) - 1) + last;
}

const headOf = ({ title, columns }: WorkbookSheet) => ({
  sheet: title,
  columns: columns.map(({ width }) => ({ width })),
  stickyRowsCount: 1,
  data: [
    columns.map(({ label }) => ({ value: label, type: String, fontWeight: "bold" as const })),
    [{ value: 0, type: Number, format: "0.00" }],
  ],
});

function cellXml(cell: Cell, place: string, moneyStyle: string | null): string {
  if (cell === null || cell === "") return "";
  if (typeof cell === "number") {
    return `<c r="${place}"${moneyStyle === null ? "" : ` s="${moneyStyle}"`}><v>${cell}</v></c>`;
  }
  const text = toXml(cell.slice(0, MAX_CELL));
  return `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`;
}

async function writeSheet({ columns, pages }: WorkbookSheet, head: string, write: Write): Promise<void> {
  const [before = "", moneyStyle = "", after = ""] = head.split(SAMPLE_ROW);
  const styles = columns.map(({ isMoney }) => (isMoney ? moneyStyle : null));
  const letters = columns.map((_, index) => lettersOf(index));
  write(before);
  let row = 1;
  for await (const page of pages()) {
    const written = page.map((cells) => {
      row += 1;
      const line = cells.map((cell, index) =>
        cellXml(cell, `${letters[index] ?? ""}${row}`, styles[index] ?? null),
      );
      return `<row r="${row}">${line.join("")}</row>`;
    });
    write(written.join(""));
  }
  write(after);
}

export async function makeWorkbook(sheets: readonly WorkbookSheet[]): Promise<Piece[]> {
  const heads = await writeExcelFile(sheets.map(headOf)).toBlob();
  const zip = new ZipFile();
  for (const [name, bytes] of Object.entries(unzipSync(new Uint8Array(await heads.arrayBuffer())))) {
    const sheet = sheets[Number(SHEET_ENTRY.exec(name)?.[1] ?? 0) - 1];
    if (sheet) await zip.add(name, async (write) => await writeSheet(sheet, strFromU8(bytes), write));
    else zip.addBytes(name, bytes);
  }
  return zip.finish();
}
