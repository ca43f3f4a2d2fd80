/**
 * Writes the state of the database at one moment as a ZIP file like Convex's export of a deployment: documents as
 * lines of JSON per table, the names and numbers of tables, and, if requested, stored files with their metadata.
 * Components are in separate folders. Everything is streamed, a page of documents or a piece of a file at a time.
 *   README.md
 *   _tables/documents.jsonl                    {"name":"dogs","id":10001}
 *   dogs/documents.jsonl                       one document per line, in Convex's JSON encoding
 *   dogs/generated_schema.jsonl                "uniform": the lines contain everything about their types
 *   _storage/documents.jsonl, _storage/<id>.jpg
 *   _components/<name>/…                       the same again
 */
import { createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import yazl from "yazl";
import type { DatabaseSnapshot, DocumentText, SnapshotTable } from "../database/api.js";
import {
  FILE_STORAGE_TABLE,
  STORAGE_TABLE,
  type FileStorageDocument,
  type StorageDocument,
} from "../functions/system-tables.js";
import { parseDocument } from "../functions/system-query.js";

export interface SnapshotRequest {
  readonly snapshot: DatabaseSnapshot;
  readonly includeStorage: boolean;
  readonly target: string;
  /** `uuid` is the file's name in storage. */
  readonly openContent: (uuid: string) => Promise<ReadableStream<Uint8Array>>;
  readonly onProgress: (message: string) => void;
  readonly signal: AbortSignal;
}

const README = `# A snapshot of your data

This ZIP file holds the tables of your deployment, a line of JSON per document in
<table>/documents.jsonl, and your stored files in _storage/ if you asked for them.

\`npx convex import\` takes it, here or on Convex. The format is described at
https://docs.convex.dev/database/import-export/export.
`;

const FILE_MODE = 0o644;
/** Types of files whose content is already compressed. */
const COMPRESSED_TYPES = /^(image\/(?!svg|bmp)|video\/|audio\/(?!wav)|application\/(zip|gzip|pdf))/;
/** With an extension, programs can open the file. An import reads the name only up to the dot. */
const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/jpeg": ".jpeg",
  "image/png": ".png",
  "image/webp": ".webp",
  "image/gif": ".gif",
  "image/svg+xml": ".svg",
  "image/heic": ".heic",
  "application/pdf": ".pdf",
  "application/json": ".json",
  "application/zip": ".zip",
  "text/plain": ".txt",
  "text/csv": ".csv",
  "text/html": ".html",
  "video/mp4": ".mp4",
};

/** Rejects if the file cannot be written completely, or if the signal aborts the export. */
export async function writeSnapshot(request: SnapshotRequest): Promise<void> {
  const { snapshot, target, signal } = request;
  const zip = new yazl.ZipFile();
  const failure = new AbortController();
  zip.on("error", (error: unknown) => failure.abort(error));
  const mtime = new Date(Number(snapshot.ts / 1_000_000n));
  addEntries(request, (name, content, compress = true) => {
    const options = { mtime, mode: FILE_MODE, compress };
    zip.addReadStreamLazy(name, options, (give) => {
      request.onProgress(`Backing up ${name}`);
      content().then(
        (stream) => give(null, stream),
        (error: unknown) => give(error, new Readable()),
      );
    });
  });
  zip.end();
  // yazl's types do not say that its stream is one of Node's.
  const output = zip.outputStream as Readable;
  await pipeline(output, createWriteStream(target, { flags: "wx" }), {
    signal: AbortSignal.any([signal, failure.signal]),
  }).catch((error: unknown) => {
    throw failure.signal.aborted ? failure.signal.reason : error;
  });
}

type AddEntry = (name: string, content: () => Promise<Readable>, compress?: boolean) => void;

function addEntries({ snapshot, includeStorage, openContent }: SnapshotRequest, add: AddEntry): void {
  const tables = snapshot.tables();
  const components = [...new Set(["", ...tables.map(({ component }) => component)])].sort();
  const inComponent = (component: string) =>
    tables.filter((table) => table.component === component && !table.name.startsWith("_"));
  add("README.md", lines([README]));
  for (const component of components) {
    const names = inComponent(component).map(({ name, number }) => JSON.stringify({ name, id: number }));
    add(`${folderOf(component)}_tables/documents.jsonl`, lines(names.map((line) => `${line}\n`)));
  }
  for (const component of components) {
    for (const table of inComponent(component)) {
      const folder = `${folderOf(component)}${table.name}`;
      add(`${folder}/documents.jsonl`, lines(documentLines(snapshot.documents(table.key))));
      add(`${folder}/generated_schema.jsonl`, lines(['"uniform"\n']));
    }
  }
  if (!includeStorage) return;
  const links = fileNames(snapshot, tables);
  for (const component of components) {
    const storage = tables.find((table) => table.component === component && table.name === STORAGE_TABLE);
    if (storage !== undefined) addStorage(snapshot, storage, links, add, openContent);
    else add(`${folderOf(component)}${STORAGE_TABLE}/documents.jsonl`, lines([]));
  }
}

function addStorage(
  snapshot: DatabaseSnapshot,
  table: SnapshotTable,
  links: FileNames,
  add: AddEntry,
  openContent: SnapshotRequest["openContent"],
): void {
  const folder = `${folderOf(table.component)}${STORAGE_TABLE}/`;
  const files = [...snapshot.documents(table.key)]
    .flat()
    .map((text) => parseDocument<StorageDocument>(text))
    .flatMap((document) => {
      const internalId = links.of(table.component, document._id);
      return internalId === undefined ? [] : [{ ...document, internalId }];
    });
  add(`${folder}documents.jsonl`, lines(files.map((file) => `${JSON.stringify(file)}\n`)));
  for (const { _id, contentType = "", internalId } of files) {
    const open = async () =>
      // Node and the DOM library describe the same class under two names.
      Readable.fromWeb((await openContent(internalId)) as NodeReadableStream<Uint8Array>);
    const extension = EXTENSIONS[contentType.split(";", 1)[0]?.trim().toLowerCase() ?? ""] ?? "";
    add(`${folder}${_id}${extension}`, open, !COMPRESSED_TYPES.test(contentType));
  }
}

interface FileNames {
  all(): string[];
  /** Undefined if the component has no such file. */
  of(component: string, storageId: string): string | undefined;
}

export function fileNames(snapshot: DatabaseSnapshot, tables: readonly SnapshotTable[]): FileNames {
  const table = tables.find(({ component, name }) => component === "" && name === FILE_STORAGE_TABLE);
  const documents = table === undefined ? [] : [...snapshot.documents(table.key)].flat();
  const names = new Map(
    documents.map((text) => {
      const { storageId, uuid, component } = parseDocument<FileStorageDocument>(text);
      // Older versions did not store the component of a file, and each of their ids belonged to only one component.
      return [component === undefined ? storageId : `${component};${storageId}`, uuid] as const;
    }),
  );
  return {
    all: () => [...names.values()],
    of: (component, storageId) => names.get(`${component};${storageId}`) ?? names.get(storageId),
  };
}

function folderOf(component: string): string {
  if (component === "") return "";
  return component
    .split("/")
    .map((name) => `_components/${name}/`)
    .join("");
}

function* documentLines(pages: Iterable<readonly DocumentText[]>): Generator<string> {
  for (const page of pages) yield `${page.join("\n")}\n`;
}

function lines(texts: Iterable<string>): () => Promise<Readable> {
  return () => Promise.resolve(Readable.from(texts, { objectMode: false }));
}
