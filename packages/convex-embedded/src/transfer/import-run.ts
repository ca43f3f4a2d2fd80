/**
 * Carries out an import. New and replaced tables are stored invisibly and exchanged together at the end, with their
 * files. Before that nothing has changed, and afterwards everything has. Documents that are added to a table with
 * content are written in batches, as in Convex.
 */
import type {
  Database,
  ImportedDocument,
  NewTable,
  ReplacementEnd,
  TableReplacement,
} from "../database/api.js";
import type { FileStore } from "../files/file-store.js";
import { indexRange, readCommitted } from "../functions/system-query.js";
import {
  FILE_STORAGE_TABLE,
  type FileStorageDocument,
  type StorageDocument,
} from "../functions/system-tables.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../values/json.js";
import { ImportError, invalidRow } from "./import-error.js";
import { STORAGE, TABLES_TABLE, type ImportFile } from "./import-file.js";
import { keyOf, withCommas, type ImportMode, type PlannedTable, type TableName } from "./import-plan.js";

export interface ImportRun {
  readonly database: Database;
  readonly files: FileStore;
  readonly file: ImportFile;
  readonly planned: readonly PlannedTable[];
  readonly mode: ImportMode;
  /** Tables that are not in the file. They are emptied if the schema has them, otherwise removed. */
  readonly others: readonly (TableName & { readonly isInSchema: boolean })[];
  /** The fields of a table for which an empty cell of CSV means no value instead of an empty string. */
  readonly optionalFields: (table: TableName) => ReadonlySet<string>;
  readonly onProgress: (message: string) => void;
  readonly onCheckpoint: (message: string) => void;
  readonly signal: AbortSignal;
}

interface StorageMetadata extends Omit<StorageDocument, "sha256"> {
  /** Null if the hash is not to be checked. */
  readonly sha256: string | null;
  readonly uuid: string | null;
  readonly creationTime: number | null;
}

const BATCH_DOCUMENTS = 256;
const BATCH_CHARACTERS = 1 << 20;

export async function runImport(run: ImportRun): Promise<number> {
  const links: string[] = [];
  await run.files.noteOwners();
  const appended = await appendedTables(run);
  const isAppended = (table: TableName) => appended.has(keyOf(table));
  const replacement = await run.database.replaceTables(replacedTables(run, isAppended));
  const letGo: (() => Promise<void>)[] = [];
  const hold = (uuid: string) => {
    letGo.push(run.files.keepContent([uuid]));
  };
  try {
    const taken = await takeFiles(run, hold);
    let written = 0;
    for (const table of run.file.tables) {
      if (table.name === TABLES_TABLE || table.name === STORAGE || isAppended(table)) continue;
      written += await storeRows(run, table, (documents) =>
        replacement.add(table.component, table.name, documents),
      );
    }
    for (const [component, documents] of taken) {
      if (isAppended({ component, name: STORAGE })) continue;
      for (const { document, uuid } of documents) {
        await replacement.add(component, STORAGE, [document]);
        links.push(linkText(document, uuid, component));
      }
    }
    requireGoingOn(run);
    await replacement.finish(endOf(run, replacement, links));
    for (const table of run.file.tables) {
      if (isAppended(table) && table.name !== STORAGE) written += await appendRows(run, table);
    }
    await appendFiles(run, taken, isAppended);
    return written;
  } catch (error) {
    replacement.abandon();
    throw error;
  } finally {
    for (const end of letGo) await end();
  }
}

function requireGoingOn({ signal }: ImportRun): void {
  if (signal.aborted) throw new ImportError("Import canceled");
}

/** The tables that keep their content and get more documents. Empty tables are replaced like new ones. */
async function appendedTables({ database, mode, planned }: ImportRun): Promise<ReadonlySet<string>> {
  if (mode !== "append") return new Set();
  return readCommitted(database, (tx) => {
    const isFilled = ({ component, name }: PlannedTable) =>
      tx.within(component, () => tx.count(name, name === STORAGE ? "system" : "user")) > 0;
    return new Set(planned.filter(isFilled).map(keyOf));
  });
}

function replacedTables(run: ImportRun, isAppended: (table: TableName) => boolean): NewTable[] {
  const mustBeEmpty = run.mode === "requireEmpty" || run.mode === "append";
  const brought = run.planned
    .filter((table) => !isAppended(table))
    .map(({ component, name, number }) => ({ component, name, number, mustBeEmpty }));
  const emptied = run.others.filter(({ isInSchema }) => isInSchema);
  return [
    ...brought,
    ...emptied.map(({ component, name }) => ({ component, name, number: null, mustBeEmpty: false })),
  ];
}

async function storeRows(
  run: ImportRun,
  table: ImportFile["tables"][number],
  store: (documents: readonly ImportedDocument[]) => Promise<void>,
): Promise<number> {
  const optional = run.optionalFields(table);
  let written = 0;
  let batch: { row: number; document: ImportedDocument }[] = [];
  let characters = 0;
  const flush = async () => {
    requireGoingOn(run);
    await storeBatch(table.name, batch, store);
    written += batch.length;
    batch = [];
    characters = 0;
    run.onProgress(`Importing "${table.name}" (${withCommas(written)} documents)`);
  };
  for await (const { row, value } of table.rows()) {
    const document = documentOf(table.name, row, value, optional);
    batch.push({ row, document });
    characters += document.value.length;
    if (batch.length >= BATCH_DOCUMENTS || characters >= BATCH_CHARACTERS) await flush();
  }
  await flush();
  run.onCheckpoint(`Imported "${table.name}"${inComponent(table)} (${withCommas(written)} documents)`);
  return written;
}

/** If the batch is refused, finds the invalid row. */
async function storeBatch(
  table: string,
  batch: readonly { readonly row: number; readonly document: ImportedDocument }[],
  store: (documents: readonly ImportedDocument[]) => Promise<void>,
): Promise<void> {
  if (batch.length === 0) return;
  try {
    await store(batch.map(({ document }) => document));
  } catch (error) {
    const [first] = batch;
    if (batch.length === 1 && first !== undefined) {
      throw invalidRow(first.row, table, error instanceof Error ? error.message : String(error));
    }
    // The batch is rolled back as a whole, so its halves can be tried again.
    const middle = batch.length >> 1;
    await storeBatch(table, batch.slice(0, middle), store);
    await storeBatch(table, batch.slice(middle), store);
  }
}

async function appendRows(run: ImportRun, table: ImportFile["tables"][number]): Promise<number> {
  const { component, name } = table;
  return storeRows(run, table, async (documents) => {
    await run.database.write((tx) =>
      tx.within(component, () => {
        for (const document of documents) tx.insertImported(name, document);
      }),
    );
  });
}

function documentOf(
  table: string,
  row: number,
  value: JsonValue,
  optional: ReadonlySet<string>,
): ImportedDocument {
  if (!isJsonObject(value)) throw new ImportError(`Row ${row} wasn't an object`);
  const { _id: id, _creationTime: creationTime, ...fields } = value;
  if (id !== undefined && typeof id !== "string") throw invalidRow(row, table, "_id must be a string");
  if (creationTime !== undefined && typeof creationTime !== "number") {
    throw invalidRow(row, table, "_creationTime must be a number");
  }
  for (const name of optional) if (fields[name] === "") delete fields[name];
  return { id: id ?? null, creationTime: creationTime ?? null, value: JSON.stringify(fields) };
}

type TakenFiles = ReadonlyMap<
  string,
  readonly { readonly document: ImportedDocument; readonly uuid: string }[]
>;

/** The keys of the result are component paths. */
async function takeFiles(run: ImportRun, hold: (uuid: string) => void): Promise<TakenFiles> {
  const taken = new Map<string, { document: ImportedDocument; uuid: string }[]>();
  const components = run.planned.filter(({ name }) => name === STORAGE).map(({ component }) => component);
  for (const component of components) {
    const metadata = await readMetadata(run, component);
    const own = run.file.files.filter((file) => file.component === component);
    const documents: { document: ImportedDocument; uuid: string }[] = [];
    for (const file of own) {
      requireGoingOn(run);
      const known = metadata.get(file.id);
      const wanted = { uuid: known?.uuid ?? null, sha256: known?.sha256 ?? null };
      const { uuid, sha256, size } = await run.files.takeIn(await file.open(), wanted, hold);
      const stored: StorageDocument = { sha256, size, contentType: known?.contentType };
      const document = {
        id: file.id,
        creationTime: known?.creationTime ?? null,
        value: JSON.stringify(stored),
      };
      documents.push({ document, uuid });
      run.onProgress(
        `Importing "_storage" (${withCommas(documents.length)}/${withCommas(own.length)} files)`,
      );
    }
    taken.set(component, documents);
    run.onCheckpoint(`Imported "_storage"${inComponent({ component })} (${withCommas(own.length)} files)`);
  }
  return taken;
}

async function readMetadata({ file }: ImportRun, component: string): Promise<Map<string, StorageMetadata>> {
  const metadata = new Map<string, StorageMetadata>();
  for (const table of file.tables) {
    if (table.component !== component || table.name !== STORAGE) continue;
    for await (const { row, value } of table.rows()) {
      if (!isJsonObject(value) || typeof value["_id"] !== "string") {
        throw invalidRow(row, STORAGE, "a file requires an _id");
      }
      metadata.set(value["_id"], metadataOf(value));
    }
  }
  return metadata;
}

function metadataOf(value: JsonObject): StorageMetadata {
  const text = (name: string) => {
    const field = value[name];
    return typeof field === "string" ? field : null;
  };
  const { size, _creationTime: creationTime } = value;
  const contentType = text("contentType");
  const uuid = text("internalId");
  return {
    sha256: text("sha256"),
    size: typeof size === "number" ? size : 0,
    ...(contentType === null ? {} : { contentType }),
    uuid: uuid !== null && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(uuid) ? uuid : null,
    creationTime: typeof creationTime === "number" ? creationTime : null,
  };
}

function linkText({ id }: ImportedDocument, uuid: string, component: string): string {
  const link: FileStorageDocument = { storageId: id ?? "", uuid, component };
  return JSON.stringify(link);
}

/** These changes happen together with the exchange of tables: the names of replaced files, and removed tables. */
function endOf(run: ImportRun, replacement: TableReplacement, links: readonly string[]): ReplacementEnd {
  const replaced = run.planned.filter(
    ({ component, name }) => name === STORAGE && replacement.numberOf(component, name) !== null,
  );
  const components = new Set(replaced.map(({ component }) => component));
  const isRemoved = (
    { storageId, component }: JsonObject,
    componentOf: (id: string) => string | null,
  ): boolean => {
    const owner = component ?? (typeof storageId === "string" ? componentOf(storageId) : null);
    return typeof owner === "string" && components.has(owner);
  };
  return {
    removed: run.others.filter(({ isInSchema }) => !isInSchema),
    links: replaced.length === 0 ? null : { table: FILE_STORAGE_TABLE, isRemoved, added: links },
  };
}

async function appendFiles(
  { database }: ImportRun,
  taken: TakenFiles,
  isAppended: (table: TableName) => boolean,
): Promise<void> {
  for (const [component, documents] of taken) {
    if (!isAppended({ component, name: STORAGE })) continue;
    for (const { document, uuid } of documents) {
      await database.write((tx) => {
        tx.within(component, () => tx.insertImported(STORAGE, document, "system"));
        const isUsed = !indexRange(tx, "_file_storage.by_uuid", [["Eq", "uuid", uuid]]).next().done;
        if (isUsed) throw new ImportError(`A file with the name ${uuid} is stored already.`);
        tx.insert(FILE_STORAGE_TABLE, linkText(document, uuid, component), "system");
      });
    }
  }
}

function inComponent({ component }: { readonly component: string }): string {
  return component === "" ? "" : ` in component ${component}`;
}
