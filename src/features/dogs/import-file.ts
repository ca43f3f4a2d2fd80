/**
 * Reading the dogs out of a file of any program: a table, whose encoding and delimiter are found out and told, or
 * GEDCOM. Large files are read in slices, so that the page stays awake.
 */
import type { ColumnMapping, DateOrder } from "../../../domain/dogs/import-rows";
import { dateColumns, detectDateOrder, matchColumns, readRow } from "../../../domain/dogs/import-rows";
import type { ImportRow } from "../../../domain/dogs/import-plan";
import {
  CHUNK_CHARACTERS,
  CHUNK_ROWS,
  MAX_IMPORT_FILE_MEGABYTES,
  MAX_IMPORT_ROWS,
  type ImportKind,
} from "../../../domain/constants/imports";
import { gedcomEncoding, isGedcom, readGedcom } from "../../../domain/pedigree/gedcom";

type FileFacts = { name: string; encoding: string };

export type TableFile = FileFacts & {
  format: "table";
  delimiter: string;
  headings: string[];
  /** Rows with the line of the file they begin at. */
  rows: { line: number; cells: string[] }[];
};

/** Rows that need no columns matched. */
type GedcomFile = FileFacts & { format: "gedcom"; rows: ImportRow[] };

export type ImportFile = TableFile | GedcomFile;

/** A file that cannot be imported, with the reason for the breeder. */
export class UnreadableFile extends Error {}

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, at) => bytes[at] === byte);

/** Characters among which UTF-16 without a mark is told by its zero bytes. */
const SAMPLE_BYTES = 400;

/** Tells UTF-16 without a byte order mark: in most writing every other byte of the headings is zero. */
function guessUtf16(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  const sample = bytes.subarray(0, SAMPLE_BYTES);
  const zeros = (odd: number) => sample.filter((byte, at) => at % 2 === odd && byte === 0).length;
  const many = sample.length / 4;
  if (sample.length < 4) return null;
  if (zeros(1) > many && zeros(0) === 0) return "utf-16le";
  return zeros(0) > many && zeros(1) === 0 ? "utf-16be" : null;
}

/** Decodes by the byte order mark, else as UTF-16 or UTF-8, else as what Western Windows programs write. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: string } {
  const utf16 = startsWith(bytes, 0xff, 0xfe)
    ? "utf-16le"
    : startsWith(bytes, 0xfe, 0xff)
      ? "utf-16be"
      : guessUtf16(bytes);
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), encoding: "UTF-16" };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), encoding: "UTF-8" };
  } catch {
    return { text: new TextDecoder("windows-1252").decode(bytes), encoding: "Windows-1252" };
  }
}

const DELIMITERS = [",", ";", "\t", "|"];

/** Finds what separates the headings, which hold fewer surprises than the rows. */
function guessDelimiter(text: string): string {
  const headings = (/^.*/.exec(text)?.[0] ?? "").replace(/"[^"]*"/g, "");
  const countOf = (delimiter: string) => headings.split(delimiter).length;
  return DELIMITERS.reduce((best, other) => (countOf(other) > countOf(best) ? other : best));
}

async function readTable(text: string, facts: FileFacts): Promise<TableFile> {
  const { default: Papa } = await import("papaparse");
  const { data, meta } = Papa.parse<string[]>(text, { delimiter: guessDelimiter(text) });
  const lines = data
    .map((cells, index) => ({ line: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const [heading, ...rows] = lines;
  if (!heading || rows.length === 0) throw new UnreadableFile("The file has no rows under its headings.");
  return { ...facts, format: "table", delimiter: meta.delimiter, headings: heading.cells, rows };
}

function readGedcomFile(text: string, facts: FileFacts): GedcomFile {
  if (/^ANSEL$/i.test(gedcomEncoding(text)) && facts.encoding !== "UTF-8") {
    throw new UnreadableFile("The file is in the old ANSEL encoding. Export it as UTF-8 and try again.");
  }
  const rows = readGedcom(text);
  if (rows.length === 0) throw new UnreadableFile("The file has no individuals.");
  return { ...facts, format: "gedcom", rows };
}

/** Reads a file; throws UnreadableFile. */
export async function readImportFile(
  name: string,
  bytes: Uint8Array,
  kind: ImportKind = "dogs",
): Promise<ImportFile> {
  const megabytes = MAX_IMPORT_FILE_MEGABYTES[kind];
  if (bytes.byteLength > megabytes * 1024 * 1024) {
    throw new UnreadableFile(`The file is larger than ${megabytes} MB.`);
  }
  const { text, encoding } = decodeText(bytes);
  if (text.includes("\0"))
    throw new UnreadableFile("This is not a text file. Save the list as CSV and try again.");
  const facts = { name, encoding };
  const file = isGedcom(text) ? readGedcomFile(text, facts) : await readTable(text, facts);
  const most = MAX_IMPORT_ROWS[kind];
  if (file.rows.length > most) {
    throw new UnreadableFile(
      `The file has ${file.rows.length.toLocaleString("en-US")} rows; at most ${most.toLocaleString("en-US")} can be imported at once.`,
    );
  }
  return file;
}

/** What the file seems to mean, for the breeder to adjust. */
export function guessSettings(file: ImportFile): { mapping: ColumnMapping; dateOrder: DateOrder } {
  if (file.format === "gedcom") return { mapping: [], dateOrder: "ymd" };
  const mapping = matchColumns(file.headings);
  return { mapping, dateOrder: guessDateOrder(file, mapping) };
}

/** Finds the date order in the columns that hold dates. */
export function guessDateOrder(file: TableFile, mapping: ColumnMapping): DateOrder {
  const columns = dateColumns(mapping);
  return detectDateOrder(file.rows.flatMap(({ cells }) => columns.map((column) => cells[column] ?? "")));
}

/** Whether the file's rows say their breed. */
export const namesBreeds = (file: ImportFile, mapping: ColumnMapping): boolean =>
  file.format === "gedcom"
    ? file.rows.some(({ values }) => values.breed !== undefined)
    : mapping.includes("breed");

/** Rows read before the page has its turn. */
const SLICE_ROWS = 5000;

/** Makes the rows to send, in chunks that fit one document each. */
export async function readChunks(
  file: ImportFile,
  mapping: ColumnMapping,
  order: DateOrder,
  kind: ImportKind,
): Promise<ImportRow[][]> {
  const chunks: ImportRow[][] = [];
  let characters = 0;
  for (const [index, row] of file.rows.entries()) {
    if (index % SLICE_ROWS === SLICE_ROWS - 1) await new Promise((resolve) => setTimeout(resolve, 0));
    const read = "cells" in row ? toImportRow(row, mapping, order, kind) : row;
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

function toImportRow(
  { line, cells }: TableFile["rows"][number],
  mapping: ColumnMapping,
  order: DateOrder,
  kind: ImportKind,
): ImportRow {
  const { values, errors, warnings } = readRow(cells, mapping, order, kind);
  return {
    line,
    values,
    ...(Object.keys(errors).length > 0 ? { errors } : {}),
    ...(warnings.length > 0 ? { warnings } : {}),
  };
}

/** Tells rows and settings apart from any others; only to know again what was sent before, so speed beats secrecy. */
export function fingerprintOf(chunks: readonly (readonly ImportRow[])[], settings: string): string {
  // FNV-1a over UTF-16 units, twice with different starts (Fowler, Noll and Vo).
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
