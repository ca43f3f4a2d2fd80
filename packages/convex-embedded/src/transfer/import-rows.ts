/**
 * Reads the rows of a table from lines of JSON, a JSON array or CSV, one after another. A row has a number, counted
 * from 1, for error messages.
 */
import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import type { Readable } from "node:stream";
import Papa from "papaparse";
import { encodeFloat, type JsonValue } from "../values/json.js";
import { ImportError } from "./import-error.js";

export interface ImportRow {
  readonly row: number;
  readonly value: JsonValue;
}

/** A document of 1 MiB is longer as text, because of escapes and base 64. */
const MAX_LINE_CHARACTERS = 16 << 20;
/** The same limit as in Convex: the maximum that one transaction may write. */
const MAX_ARRAY_BYTES = 16 << 20;
const NUMBER = /^[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?$/;
const FIELD_NAME = /^_?[a-zA-Z][a-zA-Z0-9_]*$/;

/** Throws if the stream is not UTF-8. */
async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const decode = (bytes?: Uint8Array) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch (error) {
      throw new ImportError(`Import wasn't valid UTF8: ${String(error)}`);
    }
  };
  let rest = "";
  for await (const bytes of stream) {
    const lines = (rest + decode(bytes)).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > MAX_LINE_CHARACTERS) throw new ImportError("A line is too long to be a document.");
    yield* lines;
  }
  rest += decode();
  if (rest !== "") yield rest;
}

export async function* jsonLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<ImportRow> {
  let row = 0;
  for await (const line of linesOf(stream)) {
    row += 1;
    if (line.trim() === "") continue;
    yield { row, value: parsed(line, (reason) => `Row ${row} wasn't valid JSON: ${reason}`) };
  }
}

/** The array must fit into memory. */
export async function* jsonArray(file: string): AsyncGenerator<ImportRow> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (size > MAX_ARRAY_BYTES) {
      throw new ImportError(
        `Import is too large for JSON (${size} bytes > maximum 16 MiB). Consider converting data to JSONLines`,
      );
    }
    const value = parsed(await handle.readFile("utf8"), (reason) => `Not valid JSON: ${reason}`);
    if (!Array.isArray(value)) throw new ImportError("Not a JSON array");
    for (const [i, element] of value.entries()) yield { row: i + 1, value: element };
  } finally {
    await handle.close();
  }
}

/** The file must have a header. Cells that look like numbers are numbers, the others strings. */
export async function* csvRows(file: string): AsyncGenerator<ImportRow> {
  const stream: Readable = createReadStream(file).pipe(
    Papa.parse(Papa.NODE_STREAM_INPUT, { skipEmptyLines: true }),
  );
  let header: string[] | null = null;
  let row = 0;
  for await (const found of stream) {
    // The parser returns a row as its cells.
    const cells = found as string[];
    if (header === null) {
      header = cells.map((cell) => cell.trim());
      for (const name of header) requireFieldName(name);
      continue;
    }
    row += 1;
    if (cells.length !== header.length) {
      throw new ImportError(`CSV row ${row} doesn't have all of the fields in the header`);
    }
    yield { row, value: Object.fromEntries(header.map((name, i) => [name, cellValue(cells[i] ?? "")])) };
  }
  if (header === null) throw new ImportError("CSV file doesn't have headers");
}

function requireFieldName(name: string): void {
  if (FIELD_NAME.test(name)) return;
  throw new ImportError(
    `CSV header ${JSON.stringify(name)} isn't a valid field name: it must begin with a letter and hold only ` +
      "letters, digits and underscores.",
  );
}

function cellValue(cell: string): JsonValue {
  return NUMBER.test(cell) && Number.isFinite(Number(cell)) ? encodeFloat(Number(cell)) : cell;
}

function parsed(text: string, message: (reason: string) => string): JsonValue {
  try {
    // JSON.parse returns `any`, which here is always a JsonValue.
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    throw new ImportError(message(error instanceof Error ? error.message : String(error)));
  }
}
