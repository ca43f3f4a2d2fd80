/**
 * Reads an uploaded file as tables with rows. A ZIP file also contains stored files. It reads Convex's exports,
 * inside any folder, and handmade files. Only the names are in memory.
 */
import { createReadStream } from "node:fs";
import type { Readable } from "node:stream";
import yauzl from "yauzl";
import { ImportError } from "./import-error.js";
import { csvRows, jsonArray, jsonLines, type ImportRow } from "./import-rows.js";

export type ImportFormat = "csv" | "jsonLines" | "jsonArray" | "zip";

export interface ImportTable {
  readonly component: string;
  readonly name: string;
  readonly rows: () => AsyncIterable<ImportRow>;
}

export interface ImportStoredFile {
  readonly component: string;
  readonly id: string;
  open(): Promise<Readable>;
}

export interface ImportFile {
  /** Includes `_tables` and `_storage`, but no other tables of the runtime. */
  readonly tables: readonly ImportTable[];
  readonly files: readonly ImportStoredFile[];
  close(): void;
}

export interface ImportSource {
  readonly path: string;
  readonly format: ImportFormat;
  /** Set for a file that contains only one table. */
  readonly tableName: string | null;
  /** A ZIP file itself names the components of its data. */
  readonly component: string;
}

export const TABLES_TABLE = "_tables";
export const STORAGE = "_storage";

const DOCUMENTS = /^(.*\/)?([^/]+)\/documents\.jsonl$/;
const STORED_FILE = /^(.*\/)?_storage\/([^/.]+)(?:\.[^/]+)?$/;
const COMPONENT = /^(.*\/)?_components\/([^/]+)\/$/;

export async function openImportFile(source: ImportSource): Promise<ImportFile> {
  const { path, format, component } = source;
  if (format === "zip") return openZip(path, component);
  const name = source.tableName ?? "";
  const rows = {
    csv: () => csvRows(path),
    jsonArray: () => jsonArray(path),
    jsonLines: () => jsonLines(createReadStream(path)),
  }[format];
  return { tables: [{ component, name, rows }], files: [], close: () => undefined };
}

async function openZip(path: string, base: string): Promise<ImportFile> {
  const zip = await openYauzl(path);
  try {
    const entries = await listEntries(zip);
    const tables: ImportTable[] = [];
    const files: ImportStoredFile[] = [];
    for (const entry of entries) {
      const [, prefix = "", name = ""] = DOCUMENTS.exec(entry.fileName) ?? [];
      if (name !== "") {
        const isKnown = !name.startsWith("_") || name === TABLES_TABLE || name === STORAGE;
        const component = componentOf(prefix, base);
        const rows = () => entryRows(zip, entry);
        if (isKnown) tables.push({ component, name, rows });
        continue;
      }
      const [, folder = "", id = ""] = STORED_FILE.exec(entry.fileName) ?? [];
      if (id === "") continue;
      files.push({ component: componentOf(folder, base), id, open: () => openEntry(zip, entry) });
    }
    return { tables, files, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error;
  }
}

function componentOf(prefix: string, base: string): string {
  const names: string[] = [];
  let rest = prefix;
  for (let found = COMPONENT.exec(rest); found !== null; found = COMPONENT.exec(rest)) {
    rest = found[1] ?? "";
    names.unshift(found[2] ?? "");
  }
  const bad = names.find((name) => !/^[a-zA-Z0-9_]+$/.test(name));
  if (bad !== undefined) throw new ImportError(`component name '${bad}' invalid`);
  return [...(base === "" ? [] : [base]), ...names].join("/");
}

function openYauzl(path: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) => {
    yauzl.open(path, { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error) reject(invalidZip(error));
      else resolve(zip);
    });
  });
}

function listEntries(zip: yauzl.ZipFile): Promise<yauzl.Entry[]> {
  return new Promise((resolve, reject) => {
    const entries: yauzl.Entry[] = [];
    zip.on("entry", (entry: yauzl.Entry) => {
      entries.push(entry);
      zip.readEntry();
    });
    zip.once("end", () => resolve(entries));
    zip.once("error", (error: unknown) => reject(invalidZip(error)));
    zip.readEntry();
  });
}

function openEntry(zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => {
      if (error) reject(invalidZip(error));
      else resolve(stream);
    });
  });
}

async function* entryRows(zip: yauzl.ZipFile, entry: yauzl.Entry): AsyncGenerator<ImportRow> {
  yield* jsonLines(await openEntry(zip, entry));
}

function invalidZip(error: unknown): ImportError {
  return new ImportError(`invalid zip file: ${error instanceof Error ? error.message : String(error)}`);
}
