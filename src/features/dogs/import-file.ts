/** Reading a table out of a file of any program: encoding and delimiter are found out and told. */
import type { ColumnMapping, DateOrder } from "../../../domain/dogs/import-rows";
import { dateColumns, detectDateOrder, matchColumns, readRow } from "../../../domain/dogs/import-rows";
import type { ImportRow } from "../../../domain/dogs/import-plan";
import type { FieldErrors } from "../../../domain/errors";
import { MAX_IMPORT_ROWS } from "../../../domain/constants/dogs";

export type ImportFile = {
  name: string;
  encoding: string;
  delimiter: string;
  headings: string[];
  /** Rows with the line of the file they begin at. */
  rows: { line: number; cells: string[] }[];
};

/** Bytes of a file that can still be a list of dogs. */
const MAX_FILE_BYTES = 10 * 1024 * 1024;

/** A file that cannot be imported, with the reason for the breeder. */
export class UnreadableFile extends Error {}

const startsWith = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, at) => bytes[at] === byte);

/** Decodes by the byte order mark, else as UTF-8, else as what Western Windows programs write. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: string } {
  if (startsWith(bytes, 0xff, 0xfe))
    return { text: new TextDecoder("utf-16le").decode(bytes), encoding: "UTF-16" };
  if (startsWith(bytes, 0xfe, 0xff))
    return { text: new TextDecoder("utf-16be").decode(bytes), encoding: "UTF-16" };
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

/** Reads a table with a heading line; throws UnreadableFile. */
export async function readImportFile(name: string, bytes: Uint8Array): Promise<ImportFile> {
  if (bytes.byteLength > MAX_FILE_BYTES) throw new UnreadableFile("The file is larger than 10 MB.");
  const { text, encoding } = decodeText(bytes);
  if (text.includes("\0"))
    throw new UnreadableFile("This is not a text file. Save the list as CSV and try again.");
  const { default: Papa } = await import("papaparse");
  const { data, meta } = Papa.parse<string[]>(text, { delimiter: guessDelimiter(text) });
  const lines = data
    .map((cells, index) => ({ line: index + 1, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  const [heading, ...rows] = lines;
  if (!heading || rows.length === 0) throw new UnreadableFile("The file has no rows under its headings.");
  if (rows.length > MAX_IMPORT_ROWS) {
    throw new UnreadableFile(
      `The file has ${rows.length} rows; at most ${MAX_IMPORT_ROWS} can be imported at once.`,
    );
  }
  return { name, encoding, delimiter: meta.delimiter, headings: heading.cells, rows };
}

/** What the file seems to mean, for the breeder to adjust. */
export function guessSettings(file: ImportFile): { mapping: ColumnMapping; dateOrder: DateOrder } {
  const mapping = matchColumns(file.headings);
  return { mapping, dateOrder: guessDateOrder(file, mapping) };
}

/** Finds the date order in the columns that hold dates. */
export function guessDateOrder(file: ImportFile, mapping: ColumnMapping): DateOrder {
  const columns = dateColumns(mapping);
  return detectDateOrder(file.rows.flatMap(({ cells }) => columns.map((column) => cells[column] ?? "")));
}

/** Makes the rows to send, and the messages of those that cannot be read. */
export function readRows(file: ImportFile, mapping: ColumnMapping, order: DateOrder) {
  const rows: ImportRow[] = [];
  const errors: { line: number; fields: FieldErrors }[] = [];
  for (const { line, cells } of file.rows) {
    const { values, errors: fields } = readRow(cells, mapping, order);
    if (Object.keys(fields).length > 0) errors.push({ line, fields });
    else rows.push({ line, values });
  }
  return { rows, errors };
}
