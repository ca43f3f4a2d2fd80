/**
 * The tables and indexes of a database. Every table has the indexes by_id and by_creation_time. The key of every
 * index ends with _creationTime and _id, so that no two documents have the same key. A table that was only read has
 * a number in memory, and gets a row in the file with the first commit that writes to it. Each component has its
 * own names and numbers of tables. In the file, the key of a component's table begins with `<component>;`. New
 * tables get numbers that no table has ever had. Imported tables keep their numbers, which may equal those of
 * another component.
 */
import type { ValidatorJson } from "../values/validator-json.js";
import type { Sqlite, Statement } from "../storage/sqlite.js";
import type { TableSpace } from "./api.js";
import { DatabaseError, tooManyTables } from "./errors.js";
import { MAX_TABLES } from "./limits.js";
import { SearchCatalog } from "./search/search-indexes.js";
import type { SearchIndexes } from "./search/search-indexes.js";
import { systemTableIndexes, systemTableNumber } from "./system-tables.js";
import type { IndexDefinition } from "./system-tables.js";

export interface Index {
  readonly id: number;
  readonly table: Table;
  readonly name: string;
  /** In order, without the final _id. */
  readonly fields: readonly string[];
  readonly paths: readonly (readonly string[])[];
  /** How many rows the last completely read range had, as an estimate for the next one. */
  usualRows: number;
  /** Whether the index is still being built and cannot be queried yet. */
  isStaged: boolean;
}

export interface IndexChange {
  readonly added: readonly Index[];
  readonly removed: readonly Index[];
  readonly kept: readonly Index[];
  readonly staged: ReadonlySet<Index>;
}

export const BY_ID = "by_id";
export const BY_CREATION_TIME = "by_creation_time";

/** Smaller numbers are reserved for system tables. */
const FIRST_USER_TABLE = 10_001;

/** The fact with this name prevents the numbers of deleted tables from being used again. */
const NEXT_USER_TABLE = "database.nextUserTable";

export const ROOT = "";
const COMPONENT_END = ";";

function nameKeyOf(component: string, name: string): string {
  return component === ROOT ? name : `${component}${COMPONENT_END}${name}`;
}

export function componentAndName(key: string): { readonly component: string; readonly name: string } {
  const end = key.lastIndexOf(COMPONENT_END);
  return { component: key.slice(0, Math.max(0, end)), name: key.slice(end + 1) };
}

export class Table {
  readonly isSystem: boolean;
  readonly byId: Index;
  readonly byCreationTime: Index;
  /** All indexes, by_id first and by_creation_time second. */
  indexes: readonly Index[];
  search: SearchIndexes = { text: [], vector: [] };
  /** Null if the schema has no validator for the table. */
  validator: ValidatorJson | null = null;
  /** Whether the file contains the table. If not, ids of the table cannot exist. */
  isStored = false;

  constructor(
    /** The key of the table in the file. */
    readonly key: number,
    readonly number: number,
    readonly component: string,
    readonly name: string,
    byIdIndexId: number,
    byCreationTimeIndexId: number,
  ) {
    this.isSystem = name.startsWith("_");
    this.byId = makeIndex(byIdIndexId, this, BY_ID, []);
    this.byCreationTime = makeIndex(byCreationTimeIndexId, this, BY_CREATION_TIME, ["_creationTime"]);
    this.indexes = [this.byId, this.byCreationTime];
  }
}

/** The numbers by which the database file refers to the table and its indexes. */
interface StoredTableIds {
  readonly key: number;
  readonly byId: number | undefined;
  readonly byCreationTime: number | undefined;
}

export class Catalog {
  readonly search: SearchCatalog;
  readonly #tables = new Set<Table>();
  /** By component, and then by number. */
  readonly #byNumber = new Map<string, Map<number, Table>>();
  /** By component and name (see nameKeyOf()). */
  readonly #byName = new Map<string, Table>();
  readonly #views = new Map<string, CatalogView>();
  readonly #insertTable: Statement<[]>;
  readonly #deleteTable: Statement<[]>;
  readonly #saveNext: Statement<[]>;
  readonly #insertIndex: Statement<[]>;
  readonly #deleteIndex: Statement<[]>;
  #nextIndexId = 1;
  #nextTableKey = 1;
  #nextUserTable = FIRST_USER_TABLE;
  #nextSystemTable = 1;

  constructor(sqlite: Sqlite) {
    this.search = new SearchCatalog(sqlite);
    this.#insertTable = sqlite.prepare("INSERT INTO tables (key, number, name) VALUES (?, ?, ?)");
    this.#deleteTable = sqlite.prepare("DELETE FROM tables WHERE key = ?");
    this.#saveNext = sqlite.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)");
    this.#insertIndex = sqlite.prepare(
      "INSERT INTO indexes (id, table_key, name, fields) VALUES (?, ?, ?, ?)",
    );
    this.#deleteIndex = sqlite.prepare("DELETE FROM indexes WHERE id = ?");
    this.#load(sqlite);
  }

  #load(sqlite: Sqlite): void {
    const indexes = sqlite.prepare<[number, number, string, string]>(
      "SELECT id, table_key, name, fields FROM indexes ORDER BY id",
    );
    const rows = indexes.all([]);
    for (const [id] of rows) this.#nextIndexId = Math.max(this.#nextIndexId, id + 1);
    const doomed = sqlite.prepare<[number]>(
      "SELECT coalesce(max(index_id), 0) FROM doomed_indexes WHERE kind IN ('documents', 'entries')",
    );
    this.#nextIndexId = Math.max(this.#nextIndexId, (doomed.get([])?.[0] ?? 0) + 1);
    const next = sqlite.prepare<[string]>("SELECT value FROM meta WHERE name = ?").get([NEXT_USER_TABLE]);
    this.#nextUserTable = Math.max(this.#nextUserTable, Number(next?.[0] ?? 0));
    const tables = sqlite.prepare<[number, number, string]>("SELECT key, number, name FROM tables");
    for (const [key, number, nameKey] of tables.all([])) {
      const { component, name } = componentAndName(nameKey);
      const own = rows.filter(([, tableKey]) => tableKey === key);
      const idOf = (wanted: string) => own.find(([, , indexName]) => indexName === wanted)?.[0];
      const ids = { key, byId: idOf(BY_ID), byCreationTime: idOf(BY_CREATION_TIME) };
      this.#nextTableKey = Math.max(this.#nextTableKey, key + 1);
      const table = this.#addTable(number, component, name, ids);
      const others = own.filter(([, , indexName]) => indexName !== BY_ID && indexName !== BY_CREATION_TIME);
      const added = others.map(([id, , indexName, fields]) =>
        makeIndex(id, table, indexName, JSON.parse(fields) as string[]),
      );
      table.indexes = [...table.indexes, ...added];
      table.isStored = true;
    }
  }

  #addTable(number: number, component: string, name: string, stored?: StoredTableIds): Table {
    // A function may be stopped at its time limit at any moment, so the number is reserved before it is used.
    this.#passNumber(number);
    const table = new Table(
      stored?.key ?? this.#takeTableKey(),
      number,
      component,
      name,
      stored?.byId ?? this.#takeIndexId(),
      stored?.byCreationTime ?? this.#takeIndexId(),
    );
    this.#know(table);
    return table;
  }

  #know(table: Table): void {
    this.#tables.add(table);
    this.numbered(table.component).set(table.number, table);
    this.#byName.set(nameKeyOf(table.component, table.name), table);
  }

  numbered(component: string): Map<number, Table> {
    let numbered = this.#byNumber.get(component);
    if (numbered === undefined) this.#byNumber.set(component, (numbered = new Map<number, Table>()));
    return numbered;
  }

  /** No other table gets these numbers. */
  reserveNumbers(numbers: readonly number[]): void {
    for (const number of numbers) this.#passNumber(number);
  }

  takeNumber(isSystem: boolean): number {
    const number = isSystem ? this.#nextSystemTable : this.#nextUserTable;
    this.#passNumber(number);
    return number;
  }

  #passNumber(number: number): void {
    if (number >= FIRST_USER_TABLE) this.#nextUserTable = Math.max(this.#nextUserTable, number + 1);
    else this.#nextSystemTable = Math.max(this.#nextSystemTable, number + 1);
  }

  /** The new table has the same form and its own indexes. It is invisible until `exchange`. */
  successor(
    named: { readonly component: string; readonly name: string },
    of: Table | null,
    number: number,
  ): Table {
    const { component, name } = named;
    const space = name.startsWith("_") ? "system" : "user";
    requireTableName(name);
    const model = of ?? (space === "system" ? this.table(name, space, component) : null);
    const table = new Table(
      this.#takeTableKey(),
      ...([number, component, name, this.#takeIndexId(), this.#takeIndexId()] as const),
    );
    const others = (model?.indexes ?? []).slice(2).map((index) => ({
      ...makeIndex(this.#takeIndexId(), table, index.name, index.fields),
      isStaged: index.isStaged,
    }));
    table.indexes = [...table.indexes, ...others];
    table.validator = model?.validator ?? null;
    if (model !== null) table.search = this.search.successors(model.search);
    return table;
  }

  /** The file must already contain the new tables. */
  exchange(old: readonly Table[], next: readonly Table[]): void {
    for (const table of old) {
      this.#tables.delete(table);
      this.numbered(table.component).delete(table.number);
      this.#byName.delete(nameKeyOf(table.component, table.name));
    }
    for (const table of next) {
      table.isStored = true;
      this.#know(table);
    }
    this.search.exchange(old, next);
  }

  /** Must be called inside the open transaction. No lower number may be used again. */
  storeNextNumber(): void {
    this.#saveNext.run([NEXT_USER_TABLE, String(this.#nextUserTable)]);
  }

  #takeTableKey(): number {
    this.#nextTableKey += 1;
    return this.#nextTableKey - 1;
  }

  #takeIndexId(): number {
    this.#nextIndexId += 1;
    return this.#nextIndexId - 1;
  }

  in(component: string): CatalogView {
    let view = this.#views.get(component);
    if (view === undefined) {
      view = new CatalogView(this, component);
      this.#views.set(component, view);
    }
    return view;
  }

  /** Registers the table if it is new. */
  table(name: string, space: TableSpace, component = ROOT): Table {
    const known = this.#byName.get(nameKeyOf(component, name));
    if (known !== undefined && known.isSystem === (space === "system")) return known;
    requireSpace(name, space);
    requireTableName(name);
    if (space === "user") return this.#addTable(this.#nextUserTable, component, name);
    return this.#addSystemTable(component, name);
  }

  #addSystemTable(component: string, name: string): Table {
    const definitions = systemTableIndexes(name);
    if (definitions === undefined) {
      throw new DatabaseError("UnknownSystemTable", `The system table "${name}" does not exist.`);
    }
    const wanted = component === ROOT ? systemTableNumber(name) : undefined;
    const isFree = wanted !== undefined && !this.numbered(component).has(wanted);
    const table = this.#addTable(isFree ? wanted : this.#nextSystemTable, component, name);
    this.setIndexes(table, definitions);
    return table;
  }

  requireRoomFor(unstored: ReadonlySet<Table>): void {
    // Tables that were only read are registered too, but do not count for the developer's limit.
    if (this.#nextUserTable - FIRST_USER_TABLE <= MAX_TABLES) return;
    const stored = [...this.tables()].filter(({ isSystem, isStored }) => !isSystem && isStored);
    if (stored.length + unstored.size > MAX_TABLES) throw tooManyTables(MAX_TABLES);
  }

  tableIfKnown(name: string, component = ROOT): Table | null {
    return this.#byName.get(nameKeyOf(component, name)) ?? null;
  }

  tablesByNumber(number: number): Table[] {
    return [...this.#byNumber.values()].flatMap((numbered) => numbered.get(number) ?? []);
  }

  tables(): Iterable<Table> {
    return this.#tables;
  }

  /**
   * Returns the new indexes, which are still empty. Equal indexes remain. If the file contains the table, the
   * caller must store the change and fill the new indexes. Afterwards, the caller must mark the staged indexes.
   */
  setIndexes(table: Table, definitions: readonly IndexDefinition[]): IndexChange {
    const current = table.indexes.slice(2);
    const kept = new Set<Index>();
    const added: Index[] = [];
    const staged = new Set<Index>();
    for (const { name, fields, isStaged } of definitions) {
      const full = [...fields, "_creationTime"];
      const same = current.find((index) => index.name === name && sameFields(index.fields, full));
      const index = same ?? makeIndex(this.#takeIndexId(), table, name, full);
      if (same !== undefined) kept.add(same);
      else added.push(index);
      if (isStaged === true) staged.add(index);
    }
    const removed = current.filter((index) => !kept.has(index));
    table.indexes = [table.byId, table.byCreationTime, ...kept, ...added];
    return { added, removed, kept: [...kept], staged };
  }

  /** This method and the three below must be called inside the open transaction. */
  storeTable(table: Table): void {
    this.#insertTable.run([table.key, table.number, nameKeyOf(table.component, table.name)]);
    for (const index of table.indexes) this.storeIndex(index);
  }

  removeTable(table: Table): void {
    for (const index of table.indexes) this.removeIndex(index);
    this.search.removeIndexes(table.search);
    this.#deleteTable.run([table.key]);
  }

  storeIndex(index: Index): void {
    this.#insertIndex.run([index.id, index.table.key, index.name, JSON.stringify(index.fields)]);
  }

  removeIndex(index: Index): void {
    this.#deleteIndex.run([index.id]);
  }
}

/** The tables of one component. Tables of other components do not exist for it. */
export class CatalogView {
  readonly #byNumber: ReadonlyMap<number, Table>;

  constructor(
    private readonly catalog: Catalog,
    readonly component: string,
  ) {
    this.#byNumber = catalog.numbered(component);
  }

  table(name: string, space: TableSpace): Table {
    return this.catalog.table(name, space, this.component);
  }

  tableIfKnown(name: string): Table | null {
    return this.catalog.tableIfKnown(name, this.component);
  }

  /** Returns null if no document of the component can have such an id. */
  tableByNumber(number: number): Table | null {
    return this.#byNumber.get(number) ?? null;
  }

  tableName(number: number): string | null {
    return this.tableByNumber(number)?.name ?? null;
  }
}

function makeIndex(id: number, table: Table, name: string, fields: readonly string[]): Index {
  return {
    id,
    table,
    name,
    fields,
    paths: fields.map((field) => field.split(".")),
    usualRows: 0,
    isStaged: false,
  };
}

function sameFields(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((field, i) => field === b[i]);
}

function requireSpace(name: string, space: TableSpace): void {
  const isSystem = name.startsWith("_");
  if (isSystem === (space === "system")) return;
  throw new DatabaseError(
    "SystemTableError",
    isSystem
      ? "System tables can only be accessed with db.system."
      : "User tables cannot be accessed with db.system.",
  );
}

function requireTableName(name: string): void {
  if (/^_?[a-zA-Z][a-zA-Z0-9_]{0,63}$/.test(name)) return;
  throw new DatabaseError(
    "InvalidTableName",
    `Invalid table name: "${name}". Identifiers must start with a letter and can only contain letters, ` +
      "digits, and underscores.",
  );
}
