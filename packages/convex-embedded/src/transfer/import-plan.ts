/**
 * The planned changes of an import. The whole file is read once before anything is written, to find its tables with
 * the number of their documents, the numbers in their ids, and the data that will be lost. The developer is asked
 * to confirm this.
 */
import type { ReadTransaction } from "../database/api.js";
import { parseId } from "../values/ids.js";
import { isJsonObject, type JsonValue } from "../values/json.js";
import { ImportError } from "./import-error.js";
import { STORAGE, TABLES_TABLE, type ImportFile, type ImportTable } from "./import-file.js";
import type { ImportRow } from "./import-rows.js";

export type ImportMode = "requireEmpty" | "append" | "replace" | "replaceAll";

export interface PlannedTable {
  readonly component: string;
  readonly name: string;
  /** The number in the ids of its documents. Null if they have no ids. */
  readonly number: number | null;
  readonly documents: number;
}

export interface TableChange {
  readonly component: string;
  readonly name: string;
  readonly added: number;
  readonly existing: number;
  readonly deleted: number;
}

export interface TableName {
  readonly component: string;
  readonly name: string;
}

/** Reads the file to its end. */
export async function planTables(file: ImportFile): Promise<PlannedTable[]> {
  const planned = new Map<string, PlannedTable>();
  const add = (table: PlannedTable) => {
    const key = keyOf(table);
    const known = planned.get(key);
    planned.set(key, {
      ...table,
      number: known?.number ?? table.number,
      documents: (known?.documents ?? 0) + table.documents,
    });
  };
  for (const table of file.tables.filter(({ name }) => name === TABLES_TABLE)) {
    for await (const row of table.rows()) add(namedTable(table.component, row));
  }
  for (const table of file.tables.filter(({ name }) => name !== TABLES_TABLE)) add(await countTable(table));
  for (const { component, id } of file.files) {
    const number = parseId(id).tableNumber;
    if (number === null) throw new ImportError(`_storage id '${id}' invalid`);
    add({ component, name: STORAGE, number, documents: 0 });
  }
  return [...planned.values()];
}

/** The key is unique among the tables of all components. */
export function keyOf({ component, name }: TableName): string {
  return `${component};${name}`;
}

function namedTable(component: string, { row, value }: ImportRow): PlannedTable {
  if (!isJsonObject(value)) throw new ImportError(`Row ${row} wasn't an object`);
  const { name, id } = value;
  if (typeof name !== "string" || typeof id !== "number" || !Number.isInteger(id) || id < 1) {
    throw new ImportError(`Row ${row} wasn't a valid Convex value: a table requires a name and an id`);
  }
  requireTableName(name);
  return { component, name, number: id, documents: 0 };
}

async function countTable({ component, name, rows }: ImportTable): Promise<PlannedTable> {
  if (name !== STORAGE) requireTableName(name);
  let documents = 0;
  let number: number | null = null;
  for await (const { value } of rows()) {
    if (documents === 0) number = tableNumberOf(value);
    documents += 1;
  }
  return { component, name, number, documents };
}

function tableNumberOf(value: JsonValue): number | null {
  const id = isJsonObject(value) ? value["_id"] : undefined;
  return typeof id === "string" ? parseId(id).tableNumber : null;
}

function requireTableName(name: string): void {
  if (/^[a-zA-Z][a-zA-Z0-9_]{0,63}$/.test(name)) return;
  throw new ImportError(
    `${JSON.stringify(name)} isn't a valid table name: Identifiers must start with a letter and can only contain ` +
      "letters, digits, and underscores.",
  );
}

/** Throws if a table must be empty and is not. */
export function listChanges(
  tx: ReadTransaction,
  mode: ImportMode,
  planned: readonly PlannedTable[],
  others: readonly TableName[],
): TableChange[] {
  const untouched = others
    .filter((table) => !planned.some((one) => keyOf(one) === keyOf(table)))
    .map((table) => ({ ...table, documents: 0 }));
  return [...planned, ...(mode === "replaceAll" ? untouched : [])]
    .map(({ component, name, documents: added }) => {
      const space = name === STORAGE ? "system" : "user";
      const existing = tx.within(component, () => tx.count(name, space));
      if (mode === "requireEmpty" && existing > 0) {
        throw new ImportError(
          `Table ${name} already exists. Please choose a new table name or use replace/append modes.`,
        );
      }
      const isReplaced = mode === "replace" || mode === "replaceAll";
      return { component, name, added, existing, deleted: isReplaced ? existing : 0 };
    })
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** The text is for the CLI. */
export function describeChanges(changes: readonly TableChange[]): string {
  const lines = changes.length === 0 ? [] : ["Import change summary:"];
  for (const component of [...new Set(changes.map((change) => change.component))]) {
    if (component !== "") lines.push(`Component ${component}`);
    lines.push(...changeTable(changes.filter((change) => change.component === component)));
  }
  lines.push(
    "Once the import has started, it will run in the background.",
    "Interrupting `npx convex import` will not cancel it.",
  );
  return lines.join("\n");
}

function changeTable(changes: readonly TableChange[]): string[] {
  const rows = changes.map(({ name, added, deleted, existing }) => [
    name,
    withCommas(added),
    `${withCommas(deleted)} of ${withCommas(existing)}${name === STORAGE ? " files" : ""}`,
  ]);
  const all = [["table", "create", "delete"], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const [head = "", ...body] = all.map(
    (row) => `${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`,
  );
  return [head, "-".repeat(head.length), ...body];
}

export function withCommas(count: number): string {
  return count.toLocaleString("en-US");
}
