/**
 * Reads the dogs in a file of any program: a table, a sheet of an Excel workbook, or GEDCOM. For a table, the
 * encoding and the delimiter are detected and shown. Large files are read in slices, so that the page keeps
 * responding.
 */
import { decodeText, type OldEncoding, type Reading } from "@/features/imports/decode-text";
import type { WorkbookSheet } from "@/features/imports/read-workbook";
import { describeTable, findProfile, type ImportColumn } from "@domain/imports/columns";
import type { ImportRow } from "@domain/imports/planned";
import { readLine } from "@domain/imports/lineages";
import { FlatPedigrees } from "@domain/imports/pedigree-files";
import { meaningsOf, type ImportField } from "@domain/imports/fields";
import {
  readRow,
  knownHeadings,
  splitTable,
  type AsideLine,
  type SplitTable,
  type TableLine,
} from "@domain/imports/table";
import {
  CHUNK_CHARACTERS,
  CHUNK_ROWS,
  MAX_IMPORT_FILE_MEGABYTES,
  MAX_IMPORT_NOTES,
  MAX_IMPORT_ROWS,
  type ImportKind,
} from "@domain/imports/rules";
import { gedcomEncoding, isGedcom, readGedcom } from "@domain/pedigree/gedcom";
import type { parse } from "papaparse";

type FileFacts = {
  name: string;
  encoding: string;
  /** The old encodings that fit about equally well, the used encoding first. */
  readings: readonly Reading[];
};

/** A sheet with rows. */
type ImportSheet = SplitTable & { name: string; isHidden: boolean };

export type ImportFile = FileFacts &
  SplitTable & {
    format: "table" | "gedcom" | "workbook";
    /** Empty for GEDCOM and workbooks. */
    delimiter: string;
    /** One of these sheets is imported. */
    sheets: readonly ImportSheet[];
    sheet: string | null;
    /** Known if the file's headings show it. */
    program: string | null;
  };

/** The message is the reason for the breeder. */
export class UnreadableFile extends Error {}

/** A backup or full export of Studbook, which needs a restore instead of an import. */
export class WholeKennelFile extends UnreadableFile {
  constructor() {
    super(
      "This file contains a whole kennel, with photos and documents. Import it under Settings > Data & Backup with Restore from Backup.",
    );
  }
}

/** Many clubs' sites offer 'Excel' files that are really HTML. */
const IS_MARKUP = /^\uFEFF?\s*<[!?a-z]/iu;
const MARKUP =
  "This file is a web page with the name of a list. Open it in Excel, save it as an Excel workbook (.xlsx) or CSV, and try again.";

/** A file's type is recognized by its first bytes. */
const HEAD_BYTES = 200;

const isWholeKennel = (bytes: Uint8Array): boolean =>
  /^\uFEFF?\s*\{\s*"metadata"\s*:/u.test(new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES)));

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, at) => bytes[at] === byte);

/** The start of a ZIP file. An Excel workbook is a ZIP file. */
const ZIP = [0x50, 0x4b, 0x03, 0x04];

/** The start of old Office files, and of new Office files with a password. */
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0];

const oldOfficeText = (name: string): string =>
  /\.xls[xm]$/iu.test(name)
    ? "The workbook is protected with a password. Remove the password in Excel and try again."
    : "This is an old Excel file (.xls). Open it in Excel, save it as an Excel workbook (.xlsx) or CSV, and try again.";

const DELIMITERS = [",", ";", "\t", "|"];

/** The delimiter is searched in this many lines. */
const PREVIEWED_LINES = 30;
/** The delimiter is searched in this many characters. The lines of real lists are shorter. */
const PREVIEWED_CHARACTERS = 200_000;

/** A first line with which a spreadsheet program names the delimiter. */
const SEPARATOR_LINE = /^\uFEFF?"?sep=(.)"?\r?\n/i;

/** The delimiter with the most known headings in a line, then the one with the most cells. */
function guessDelimiter(papa: Papa, whole: string): string {
  const text = whole.slice(0, PREVIEWED_CHARACTERS);
  const scoreOf = (delimiter: string) => {
    const { data } = papa.parse<string[]>(text, { delimiter, preview: PREVIEWED_LINES });
    const known = Math.max(0, ...data.map(knownHeadings));
    const widths = data.map((cells) => cells.length).sort((a, b) => a - b);
    // The median number of cells: at least half of the lines have that many. A title or a footer may have fewer
    // cells, a broken line more.
    return known * 1000 + (widths[Math.floor(widths.length / 2)] ?? 0);
  };
  const scored = DELIMITERS.map((delimiter) => ({ delimiter, score: scoreOf(delimiter) }));
  return scored.reduce((best, other) => (other.score > best.score ? other : best)).delimiter;
}

/** Real lists have fewer columns. With more columns, the file is not a list, or a quotation mark is not closed. */
const MAX_COLUMNS = 1000;
const MAX_CELL_CHARACTERS = 500_000;

function refuseBroken(lines: readonly TableLine[]): void {
  if (lines.some(({ cells }) => cells.length > MAX_COLUMNS))
    throw new UnreadableFile(`The file has more than ${MAX_COLUMNS.toLocaleString("en-US")} columns.`);
  const broken = lines.find(({ cells }) => cells.some((cell) => cell.length > MAX_CELL_CHARACTERS));
  if (broken)
    throw new UnreadableFile(
      `Line ${broken.line} has a cell with more than ${MAX_CELL_CHARACTERS.toLocaleString("en-US")} characters. A quotation mark may be missing there.`,
    );
}

/**
 * Pedigree programs separate columns by spaces: by two or more if names may contain one, otherwise by any number.
 */
const SPACED = [(line: string) => line.split(/\s{2,}/u), (line: string) => line.split(/\s+/u)];

/** The result has tabs. Null if the text is not such a table. */
function partSpaces(text: string): string | null {
  if (DELIMITERS.some((delimiter) => text.slice(0, PREVIEWED_CHARACTERS).includes(delimiter))) return null;
  const lines = text.split(/\r\n|\r|\n/u).map((line) => line.trim());
  const filled = lines.filter((line) => line !== "");
  for (const split of SPACED) {
    const headings = split(filled[0] ?? "");
    if (headings.length < LEAST_SPACED || knownHeadings(headings) < 2) continue;
    if (filled.every((line) => split(line).length === headings.length))
      return lines.map((line) => split(line).join("\t")).join("\n");
  }
  return null;
}

/** With at least this many columns, spaces count as delimiters: an animal, its sire and its dam. */
const LEAST_SPACED = 3;

async function readTable(whole: string, facts: FileFacts): Promise<ImportFile> {
  const { default: papa } = await import("papaparse");
  const spaced = partSpaces(whole);
  const text = spaced ?? whole;
  const separator = SEPARATOR_LINE.exec(text);
  const body = separator ? text.slice(separator[0].length) : text;
  const delimiter = separator?.[1] ?? guessDelimiter(papa, body);
  const lines = readLines(papa, body, delimiter, separator ? 1 : 0);
  refuseBroken(lines);
  const table = splitTable(lines);
  if (!table || table.rows.length === 0) {
    throw new UnreadableFile("The file has no rows under its headings.");
  }
  return {
    ...facts,
    format: "table",
    delimiter: spaced === null ? delimiter : " ",
    sheets: [],
    sheet: null,
    ...table,
    program: programOf(table),
  };
}

const programOf = ({ headings }: SplitTable): string | null => findProfile(headings)?.program ?? null;

/** The sheet belongs to the file's workbook. */
export function chooseSheet(file: ImportFile, name: string): ImportFile {
  const sheet = file.sheets.find((each) => each.name === name);
  if (!sheet) return file;
  const { name: _name, isHidden: _isHidden, ...table } = sheet;
  return { ...file, ...table, sheet: name, program: programOf(sheet) };
}

/** The visible sheet with the most known headings is chosen first. */
async function readWorkbookFile(name: string, bytes: Uint8Array, kind: ImportKind): Promise<ImportFile> {
  const { readWorkbook, UnreadableWorkbook } = await import("@/features/imports/read-workbook");
  const read = await readWorkbook(bytes, MAX_IMPORT_FILE_MEGABYTES[kind] * 1024 * 1024).catch(
    (error: unknown) => {
      throw error instanceof UnreadableWorkbook ? new UnreadableFile(error.message) : error;
    },
  );
  const sheets = read.flatMap((sheet): ImportSheet[] => {
    refuseBroken(sheet.lines);
    const table = splitTable(sheet.lines);
    if (!table || table.rows.length === 0) return [];
    return [{ ...table, rows: fillMerged(table, sheet), name: sheet.name, isHidden: sheet.isHidden }];
  });
  const shown = sheets.filter(({ isHidden }) => !isHidden);
  const offered = shown.length > 0 ? shown : sheets;
  const known = offered.map(({ headings }) => knownHeadings(headings));
  const best = offered[known.indexOf(Math.max(...known))];
  if (!best) throw new UnreadableFile("The workbook has no rows under its headings.");
  const { name: _name, isHidden: _isHidden, ...table } = best;
  return {
    ...{ name, encoding: "Excel", readings: [], format: "workbook", delimiter: "" },
    ...{ sheets, sheet: best.name, program: programOf(best) },
    ...table,
  };
}

/**
 * Copies the value of merged cells, such as the sire of littermates, to each dog. Merged names are not copied,
 * because a name belongs to one dog.
 */
function fillMerged(
  { headings, headingLine, rows }: SplitTable,
  { lines, merged }: WorkbookSheet,
): TableLine[] {
  const meanings = meaningsOf(headings);
  const isName = (column: number) => {
    const meaning = meanings[column];
    return meaning && meaning !== "unsure" && meaning.of === "" && meaning.field === "name";
  };
  const cellsOf = new Map(lines.map(({ line, cells }) => [line, cells]));
  const filled = new Map<number, string[]>();
  const shared = merged.filter(({ column, first }) => first > headingLine && !isName(column));
  for (const column of new Set(shared.map((each) => each.column))) {
    const places = shared
      .filter((each) => each.column === column)
      .sort((one, other) => one.first - other.first);
    let at = 0;
    for (const { line, cells } of rows) {
      while ((places[at]?.last ?? Infinity) < line) at += 1;
      const first = places[at]?.first ?? Infinity;
      if (line <= first) continue;
      const all = filled.get(line) ?? [...cells];
      while (all.length < column) all.push("");
      all[column] = cellsOf.get(first)?.[column] ?? "";
      filled.set(line, all);
    }
  }
  return rows.map((row) => ({ ...row, cells: filled.get(row.line) ?? row.cells }));
}

function readGedcomFile(text: string, facts: FileFacts): ImportFile {
  if (/^ANSEL$/i.test(gedcomEncoding(text)) && facts.encoding !== "UTF-8") {
    throw new UnreadableFile("The file is in the old ANSEL encoding. Export it as UTF-8 and try again.");
  }
  const table = readGedcom(text);
  if (table.rows.length === 0) throw new UnreadableFile("The file has no individuals.");
  return {
    ...facts,
    ...table,
    format: "gedcom",
    delimiter: "",
    unsure: new Set(),
    headingLine: 0,
    headingLines: 0,
    isHeadingKnown: true,
    asides: [],
    sheets: [],
    sheet: null,
    program: null,
  };
}

/** Throws UnreadableFile. If several encodings fit about equally well, `encoding` is used. */
export async function readImportFile(
  name: string,
  bytes: Uint8Array,
  kind: ImportKind = "dogs",
  encoding?: OldEncoding,
): Promise<ImportFile> {
  if (isWholeKennel(bytes)) throw new WholeKennelFile();
  const megabytes = MAX_IMPORT_FILE_MEGABYTES[kind];
  if (bytes.byteLength > megabytes * 1024 * 1024) {
    throw new UnreadableFile(`The file is larger than ${megabytes} MB.`);
  }
  if (startsWith(bytes, ...OLD_OFFICE)) throw new UnreadableFile(oldOfficeText(name));
  if (startsWith(bytes, ...ZIP)) {
    const workbook = await readWorkbookFile(name, bytes, kind);
    refuseMany(workbook.rows.length, kind);
    return workbook;
  }
  const { text, ...decoded } = decodeText(bytes, encoding);
  if (text.includes("\0"))
    throw new UnreadableFile("This is not a text file. Save the list as Excel (.xlsx) or CSV and try again.");
  if (IS_MARKUP.test(text)) throw new UnreadableFile(MARKUP);
  const facts = { name, ...decoded };
  const file = isGedcom(text) ? readGedcomFile(text, facts) : await readTable(text, facts);
  refuseMany(file.rows.length, kind);
  return file;
}

function refuseMany(rows: number, kind: ImportKind, what = "The file"): void {
  const most = MAX_IMPORT_ROWS[kind];
  if (rows <= most) return;
  throw new UnreadableFile(
    `${what} has ${rows.toLocaleString("en-US")} rows; at most ${most.toLocaleString("en-US")} can be imported at once.`,
  );
}

export const columnCells = (file: ImportFile) => (column: number) =>
  file.rows.map(({ cells }) => cells[column] ?? "");

/** The user can change the detected meaning of a column. */
export const guessColumns = (file: ImportFile): ImportColumn[] =>
  describeTable(file.headings, columnCells(file), file.unsure);

const CELL_SHOWN = 60;

const firstCell = (file: ImportFile, at: number): string =>
  (file.rows.find(({ cells }) => cells[at]?.trim())?.cells[at] ?? "").trim();

const countOf = (count: number, one: string, many: string): string =>
  `${count.toLocaleString("en-US")} ${count === 1 ? one : many}`;

/** Counts all rows of a table, so that the user notices missing rows. */
function countLines({ rows, asides, headingLines, sheet }: ImportFile): string {
  const more = rows.reduce((sum, { line, lastLine = line }) => sum + lastLine - line, 0);
  const parts = [
    `${headingLines} with the headings`,
    countOf(rows.length, "with a dog", "with dogs"),
    ...(more > 0 ? [countOf(more, "that continues a cell", "that continue a cell")] : []),
    ...(asides.length > 0 ? [countOf(asides.length, "without a dog", "without a dog")] : []),
  ];
  const where = sheet === null ? "The file" : `The sheet “${sheet}”`;
  return `${where} has ${countOf(headingLines + rows.length + more + asides.length, "line", "lines")} with text: ${parts.join(", ")}`;
}

/** Reports the rows, the columns left out, and rows that are not dogs. */
export function accountFor(file: ImportFile, columns: readonly ImportColumn[]): string[] {
  const read = columnCells(file);
  const left = columns.flatMap(({ field, heading, isAsked }, at) => {
    const filled = field === null && !isAsked ? read(at).filter((cell) => cell.trim() !== "").length : 0;
    const name = heading.trim() === "" ? `Column ${at + 1}` : `The column “${heading.trim()}”`;
    return filled === 0 ? [] : [`${name} is left out: ${filled === 1 ? "1 cell" : `${filled} cells`}`];
  });
  const asides = file.asides.map(
    ({ line, text, kind }) => `Line ${line} “${text.slice(0, CELL_SHOWN)}” is treated as ${asideNames[kind]}`,
  );
  const lines = file.format === "gedcom" ? [] : [countLines(file)];
  return [...lines, ...left, ...asides].slice(0, MAX_IMPORT_NOTES);
}

const asideNames = {
  title: "a title",
  footer: "a footer",
  headings: "repeated headings",
} as const satisfies Record<AsideLine["kind"], string>;

/** The text of the column's first cell, and its interpretation if that differs. */
export function sampleOf(file: ImportFile, column: ImportColumn, at: number): string {
  const text = firstCell(file, at);
  if (text === "" || column.field === null) return text.slice(0, CELL_SHOWN);
  const { values } = readRow([text], [column]);
  const [value] = Object.entries(values).flatMap(([field, each]) =>
    field === "status" && column.field === "dateOfDeath" ? [] : [each],
  );
  const shown = text.slice(0, CELL_SHOWN);
  if (value === undefined || String(value) === text) return shown;
  const unit = column.field === "weight" ? " lbs" : column.field === "height" ? " in" : "";
  return `${shown} is read as ${typeof value === "boolean" ? (value ? "yes" : "no") : String(value)}${unit}`;
}

export const namesBreeds = (columns: readonly ImportColumn[]): boolean =>
  columns.some(({ field }) => field === "breed");

/** The browser can respond to the user between two slices. */
const SLICE_ROWS = 5000;
const SLICE_PEDIGREES = 200;

const nextTurn = () => new Promise((resolve) => setTimeout(resolve, 0));

/** Creates further rows from the pedigrees beside the dogs. */
async function readRows(
  file: ImportFile,
  columns: readonly ImportColumn[],
  kind: ImportKind,
): Promise<ImportRow[]> {
  const own = columns.map((column) => (column.of === "" ? column : { ...column, field: null }));
  const pedigrees = new FlatPedigrees(columns, kind);
  const rows: ImportRow[] = [];
  let above: readonly string[] = [];
  for (const [index, written] of file.rows.entries()) {
    if (index % SLICE_ROWS === SLICE_ROWS - 1) await nextTurn();
    const row = repeatParents(written, own, above);
    above = row.cells;
    const read = toImportRow(row, own, kind);
    rows.push(read);
    if (pedigrees.isNeeded) pedigrees.add(read);
  }
  // The chosen sheet may have more rows than the sheet that was checked first.
  refuseMany(rows.length, kind);
  if (!pedigrees.isNeeded) return rows;
  for (const [index, { line, cells }] of file.rows.entries()) {
    if (index % SLICE_PEDIGREES === SLICE_PEDIGREES - 1) await nextTurn();
    pedigrees.expand(line, cells);
  }
  const all = pedigrees.all(rows);
  refuseMany(all.length, kind, "With the ancestors in its pedigree columns the file");
  return all;
}

/** Each chunk fits into one database document. Throws UnreadableFile. */
export async function readChunks(
  file: ImportFile,
  columns: readonly ImportColumn[],
  kind: ImportKind,
): Promise<ImportRow[][]> {
  const chunks: ImportRow[][] = [];
  let characters = 0;
  for (const [index, read] of (await readRows(file, columns, kind)).entries()) {
    if (index % SLICE_ROWS === SLICE_ROWS - 1) await nextTurn();
    const length = JSON.stringify(read).length;
    const last = chunks.at(-1);
    if (last && last.length < CHUNK_ROWS && characters + length <= CHUNK_CHARACTERS) {
      last.push(read);
      characters += length;
    } else {
      chunks.push([read]);
      characters = length;
    }
  }
  return chunks;
}

/** Counts only rows that were created from pedigrees beside the dogs. Empty if there are none. */
export function countAncestors(chunks: readonly (readonly ImportRow[])[]): string[] {
  const count = chunks.flat().filter(({ line }) => readLine(line).of !== "").length;
  return count === 0
    ? []
    : [`${countOf(count, "ancestor is", "ancestors are")} read from the pedigree columns`];
}

/** Signs and words that mean 'the same as above'. Other words could be the name of a dog. */
const DITTO =
  /^(?:"|''|,,|〃|″|“|”|↑|\^|ditto|dito|dto\.?|idem|(?:same )?as above|siehe oben|wie oben|s\. ?o\.|zie boven)$/iu;

const REPEATED: readonly (ImportField | null)[] = ["sire", "dam", "sireNumber", "damNumber"];

/** Copies parents that are given once above a litter to each littermate, and reports the copies. */
function repeatParents(
  row: TableLine,
  columns: readonly ImportColumn[],
  above: readonly string[],
): TableLine {
  const told: string[] = [];
  const cells = row.cells.map((cell, at) => {
    const field = columns[at]?.field ?? null;
    const text = above[at]?.trim() ?? "";
    if (!REPEATED.includes(field) || text === "" || !DITTO.test(cell.trim())) return cell;
    told.push(
      `${columns[at]?.heading.trim() ?? ""} “${cell.trim()}” is read as “${text}” from the line above`,
    );
    return text;
  });
  if (told.length === 0) return row;
  return { ...row, cells, fault: [...(row.fault === undefined ? [] : [row.fault]), ...told].join(". ") };
}

function toImportRow(
  { line, cells, fault }: TableLine,
  columns: readonly ImportColumn[],
  kind: ImportKind,
): ImportRow {
  const { values, errors, texts, ...read } = readRow(cells, columns, kind);
  const warnings = [...(fault === undefined ? [] : [fault]), ...read.warnings];
  return {
    line,
    values,
    ...(Object.keys(errors).length > 0 ? { errors } : {}),
    ...(Object.keys(texts).length > 0 ? { texts } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

/** The hash only recognizes an earlier upload of the same file, so a fast hash is enough. */
export function fingerprintOf(chunks: readonly (readonly ImportRow[])[], settings: string): string {
  // FNV-1a over UTF-16 units (Fowler, Noll and Vo), twice with different start values.
  let a = 0x811c9dc5;
  let b = 0x01000193;
  for (const text of [settings, ...chunks.map((chunk) => JSON.stringify(chunk))]) {
    for (let at = 0; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      a = Math.imul(a ^ unit, 0x01000193);
      b = Math.imul(b ^ (unit + at), 0x85ebca6b);
    }
  }
  return `${(a >>> 0).toString(16)}${(b >>> 0).toString(16)}`;
}

type Papa = { parse: typeof parse };

/** The limit for the lines of one dog whose cells have line breaks. */
const MOST_LINES = 50;

/** The limits for trying other readings of a dog's line: its length, and the number of its quotation marks. */
const MOST_CHARACTERS = 100_000;

const MOST_MARKS = 100;

/** If more lines are broken, trying all their cells would take too long. */
const MOST_TORN = 1000;

const TORN = "A quotation mark is not closed, so the line is read up to its end. Please check its cells";

/** Replaces a quotation mark that is part of the text. */
const MARK = "\uE000";

type Parsed = { cells: string[]; isTorn: boolean };

/** In the file, `above` lines come before the text. */
function readLines(papa: Papa, text: string, delimiter: string, above: number): TableLine[] {
  const parseText = (part: string): Parsed[] => {
    const { data, errors } = papa.parse<string[]>(part, { delimiter, newline: "\n" });
    return data.map((cells) => ({ cells, isTorn: errors.length > 0 }));
  };
  // A file that programs of two systems have written contains both kinds of line ends.
  const unified = text.replace(/\r\n?/gu, "\n");
  const whole = parseText(unified);
  if (whole.every(({ cells, isTorn }) => !isTorn && cells.every((cell) => !cell.includes("\n")))) {
    return whole.map(({ cells }, at) => ({ line: above + at + 1, cells }));
  }
  const lines = unified.split("\n");
  const parseLine = (line: string): Parsed =>
    line.includes('"')
      ? (parseText(line)[0] ?? { cells: [""], isTorn: false })
      : { cells: line.split(delimiter), isTorn: false };
  const alone = lines.map(parseLine);
  const width = commonWidth(alone);

  /** Reads a dog whose cells have line breaks. Null if the lines below are separate dogs. */
  const readSeveral = (at: number) => {
    for (let last = at + 1; last < Math.min(lines.length, at + MOST_LINES); last += 1) {
      const joined = lines.slice(at, last + 1).join("\n");
      if (joined.length > MOST_CHARACTERS) return null;
      const read = parseText(joined);
      const [first] = read;
      if (read.length === 1 && first && !first.isTorn) {
        return first.cells.length === width ? { cells: first.cells, last } : null;
      }
      if (width > 1 && (alone[last]?.cells.length ?? 0) >= width) return null;
    }
    return null;
  };
  /** Treats one of the line's quotation marks as text, or all of them if one is not enough. */
  const readTorn = (line: string, before: number): string[] => {
    const marks =
      line.length > MOST_CHARACTERS || before > MOST_TORN
        ? []
        : [...line.matchAll(/"/gu)].slice(0, MOST_MARKS);
    for (const { index } of marks) {
      const { cells, isTorn } = parseLine(line.slice(0, index) + MARK + line.slice(index + 1));
      if (!isTorn && cells.length === width) return cells.map((cell) => cell.replace(MARK, '"'));
    }
    return line.split(delimiter).map((cell) => cell.replace(/^"([^"]*)"$/u, "$1"));
  };
  const read: TableLine[] = [];
  let torn = 0;
  for (let at = 0; at < lines.length; at += 1) {
    const { cells = [], isTorn = false } = alone[at] ?? {};
    torn += Number(isTorn);
    const several = isTorn && torn <= MOST_TORN ? readSeveral(at) : null;
    const line = above + at + 1;
    if (several) {
      read.push({ line, cells: several.cells, lastLine: above + several.last + 1 });
      at = several.last;
    } else if (isTorn) read.push({ line, cells: readTorn(lines[at] ?? "", torn), fault: TORN });
    else read.push({ line, cells });
  }
  return read;
}

/** The usual number of cells in a dog's line. Titles, footers and continued cells have fewer cells. */
function commonWidth(lines: readonly Parsed[]): number {
  const cellsOf = new Map<number, number>();
  for (const { cells, isTorn } of lines) {
    if (isTorn || cells.every((cell) => cell.trim() === "")) continue;
    cellsOf.set(cells.length, (cellsOf.get(cells.length) ?? 0) + cells.length);
  }
  return [...cellsOf].reduce((best, other) => (other[1] > best[1] ? other : best), [0, 0])[0];
}
