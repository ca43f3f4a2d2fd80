/**
 * Reads the sheets of an Excel workbook as lines of text. The module loads only when the user chooses a workbook. A
 * workbook is a ZIP file from outside, so its stated sizes are not trusted, and only the parts with cells are
 * unpacked.
 */
import { strToU8, zipSync } from "fflate";
import readSheets from "read-excel-file/universal";
import { sourceOf } from "@domain/backups/byte-source";
import { BrokenZip, readDirectory, readEntry } from "@domain/backups/zip-reader";
import type { TableLine } from "@domain/imports/table";

/** The message is the reason for the breeder. */
export class UnreadableWorkbook extends Error {}

export interface WorkbookSheet {
  readonly name: string;
  /** Whether Excel hides the sheet. */
  readonly isHidden: boolean;
  readonly lines: TableLine[];
  readonly merged: readonly MergedCells[];
}

/** Merged cells of one column have the value of the first cell. */
interface MergedCells {
  readonly column: number;
  readonly first: number;
  readonly last: number;
}

/** The parts of the ZIP that contain cells, their positions or their formats. */
const PARTS =
  /^xl\/(?:workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|styles\.xml|worksheets\/[^/]+\.xml)$/iu;
const BOOK = "xl/workbook.xml";
const SHEET = /^xl\/worksheets\//iu;

/** The positions of nonempty rows and cells. The reader fills the gaps between them. */
const PLACED = /<(?:\w+:)?(row|c)\b([^<>]*)>/gu;
const PLACE = /\br=["']([A-Z]{0,7})(\d{1,10})["']/u;

/** Excel's limit of rows, and a number of columns that no real list exceeds. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 1000;
const LETTERS = 26;
const BEFORE_A = 64;

const columnOf = (letters: string): number =>
  [...letters].reduce((sum, letter) => sum * LETTERS + letter.charCodeAt(0) - BEFORE_A, 0);

/**
 * Refuses a sheet with a few distant cells, because the gaps between them would fill the memory. Returns its last
 * row.
 */
function refuseFarCells(xml: string): number {
  let last = 0;
  for (const [, tag, attributes = ""] of xml.matchAll(PLACED)) {
    const [, letters = "", row = "0"] = PLACE.exec(attributes) ?? [];
    if (Number(row) > MAX_ROWS)
      throw new UnreadableWorkbook("The workbook has more rows than Excel can hold.");
    last = Math.max(last, Number(row));
    if (tag === "c" && !attributes.endsWith("/") && columnOf(letters) > MAX_COLUMNS) {
      throw new UnreadableWorkbook(
        `A sheet of the workbook has more than ${MAX_COLUMNS.toLocaleString("en-US")} columns.`,
      );
    }
  }
  return last;
}

/** The errors of formulas, such as #N/A, which the reader would drop silently. */
const ERROR_TYPE = /(?<=<(?:\w+:)?c\b[^<>]*\bt=["'])e(?=["'])/gu;

/**
 * A formula that no program has calculated yet. An empty text counts as a result, and the cell is marked
 * accordingly.
 */
const WITHOUT_RESULT =
  /<(?:\w+:)?c\b([^<>]*)><(?:\w+:)?f\b(?:[^<>]*\/>|[^<>]*>[^<]*<\/(?:\w+:)?f>)(?:<(?:\w+:)?v ?\/>|<(?:\w+:)?v><\/(?:\w+:)?v>)?<\/(?:\w+:)?c>/gu;
const IS_TEXT = /\bt=["']str["']/u;

function refuseUncalculated(xml: string): void {
  for (const [, attributes = ""] of xml.matchAll(WITHOUT_RESULT)) {
    if (IS_TEXT.test(attributes)) continue;
    const place = PLACE.exec(attributes)?.slice(1).join("") ?? "";
    throw new UnreadableWorkbook(
      `The workbook has formulas without a result, the first in cell ${place}. Open it in Excel, save it and try again.`,
    );
  }
}

/**
 * How programs other than Excel write that dates are counted from 1904. The reader library does not know this
 * spelling.
 */
const FROM_1904 = /(?<=\bdate1904=["'])true(?=["'])/u;

/**
 * A character at the end of a sheet's name that marks the sheet as hidden. The reader library keeps the name, and
 * no real name contains the character.
 */
const HIDDEN_SHEET = /<(?:\w+:)?sheet\b[^<>]*\bstate=["'](?:hidden|veryHidden)["'][^<>]*>/gu;
const OPEN_NAME = /\bname=(?:"[^"]*|'[^']*)/u;
const HIDDEN_MARK = "\u{e000}";

/**
 * The positions of merged cells. The reader library would drop them, so they are passed on in an extra row after
 * the last row.
 */
const MERGED = /<(?:\w+:)?mergeCell\b[^<>]*\bref=["']([A-Z]{1,3})(\d{1,7}):([A-Z]{1,3})(\d{1,7})["']/gu;
const MERGED_MARK = "\u{e001}";
const END_OF_ROWS = /<\/(?:\w+:)?sheetData>/u;
const MOST_MERGED = 20_000;

function passMergedOn(xml: string, last: number): string {
  const places = [...xml.matchAll(MERGED)]
    .filter(([, , from, , to]) => from !== to)
    .slice(0, MOST_MERGED)
    .map(([, letters = "", from = "", , to = ""]) => [columnOf(letters) - 1, from, to].join(":"));
  if (places.length === 0) return xml;
  const row = last + 1;
  const cell = `<c r="A${row}" t="str"><v>${MERGED_MARK}${places.join(" ")}</v></c>`;
  return xml.replace(END_OF_ROWS, (end) => {
    const prefix = /^<\/(\w+:)/u.exec(end)?.[1] ?? "";
    return `${`<row r="${row}">${cell}</row>`.replace(/<(\/?)/gu, `<$1${prefix}`)}${end}`;
  });
}

/** The positions are in the extra row after the last row. */
function takeMerged(lines: TableLine[]): MergedCells[] {
  const text = lines.at(-1)?.cells[0] ?? "";
  if (!text.startsWith(MERGED_MARK)) return [];
  lines.pop();
  return text
    .slice(MERGED_MARK.length)
    .split(" ")
    .map((place) => {
      const [column = 0, first = 0, last = 0] = place.split(":").map(Number);
      return { column, first, last };
    });
}

function preparePart(name: string, part: Uint8Array): Uint8Array {
  if (SHEET.test(name)) return prepareSheet(part);
  return name === BOOK ? prepareBook(part) : part;
}

function prepareBook(part: Uint8Array): Uint8Array {
  const xml = new TextDecoder().decode(part).replace(FROM_1904, "1");
  return strToU8(xml.replace(HIDDEN_SHEET, (tag) => tag.replace(OPEN_NAME, `$&${HIDDEN_MARK}`)));
}

function prepareSheet(part: Uint8Array): Uint8Array {
  const xml = new TextDecoder().decode(part);
  const last = refuseFarCells(xml);
  refuseUncalculated(xml);
  return strToU8(passMergedOn(xml.replace(ERROR_TYPE, "str"), last));
}

function refuseLarge(size: number, most: number): void {
  if (size <= most) return;
  throw new UnreadableWorkbook(
    `The workbook unpacks to more than ${Math.round(most / 1024 / 1024)} MB. Save the sheet with the dogs as CSV, or split it.`,
  );
}

/** Unpacks only the needed parts, of at most `most` bytes in total. */
async function unpack(bytes: Uint8Array, most: number): Promise<Record<string, Uint8Array>> {
  const source = sourceOf(bytes);
  const entries = (await readDirectory(source)).filter(({ name }) => PARTS.test(name));
  if (!entries.some(({ name }) => name === BOOK)) {
    throw new UnreadableWorkbook(
      "This is not an Excel workbook. Save the list as Excel (.xlsx) or CSV and try again.",
    );
  }
  refuseLarge(
    entries.reduce((sum, { size }) => sum + size, 0),
    most,
  );
  const parts: Record<string, Uint8Array> = {};
  for (const entry of entries) {
    const part = await readEntry(source, entry, most);
    parts[entry.name] = preparePart(entry.name, part);
  }
  return parts;
}

/** Excel keeps this many digits of a number. Further digits are noise. */
const DIGITS = 15;

/** Excel's first day. An earlier date is the 0 that a formula returns for an empty cell. */
const FIRST_DAY = Date.UTC(1900, 0, 1);

const dayOf = (date: Date): string => (date.getTime() >= FIRST_DAY ? date.toISOString().slice(0, 10) : "");

/** A date becomes its day. */
function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return "";
  if (cell instanceof Date) return dayOf(cell);
  if (typeof cell === "number") return String(Number(cell.toPrecision(DIGITS)));
  if (typeof cell === "boolean") return cell ? "TRUE" : "FALSE";
  return typeof cell === "string" ? cell : "";
}

const lengthOf = (cells: readonly string[]): number => cells.reduce((sum, { length }) => sum + length, 0);
const hasText = ({ cells }: TableLine): boolean => cells.some((cell) => cell.trim() !== "");

/** Only nonempty sheets, with their row numbers. Throws UnreadableWorkbook. */
export async function readWorkbook(bytes: Uint8Array, most: number): Promise<WorkbookSheet[]> {
  try {
    // The ZIP is packed again without compression, so that the reader library does not decompress anything itself.
    const archive = zipSync(await unpack(bytes, most), { level: 0 });
    const sheets = await readSheets(new Uint8Array(archive).buffer);
    const read = sheets.map(({ sheet, data }) => {
      const lines = data.map((row, at) => ({ line: at + 1, cells: row.map(textOf) })).filter(hasText);
      const merged = takeMerged(lines);
      return { name: sheet.replace(HIDDEN_MARK, ""), isHidden: sheet.endsWith(HIDDEN_MARK), lines, merged };
    });
    // Excel stores a text once, and every cell may refer to it. The cells can therefore be far larger than the
    // file.
    refuseLarge(
      read.reduce((sum, { lines }) => lines.reduce((all, { cells }) => all + lengthOf(cells), sum), 0),
      most,
    );
    return read.filter(({ lines }) => lines.length > 0);
  } catch (error) {
    if (error instanceof UnreadableWorkbook) throw error;
    if (error instanceof BrokenZip)
      throw new UnreadableWorkbook(`The workbook is damaged. ${error.message}.`);
    throw new UnreadableWorkbook(
      "The workbook cannot be read. Save it again in Excel, or save the list as CSV, and try again.",
    );
  }
}
