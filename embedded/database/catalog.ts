/**
 * The tables and indexes of a database. Every table has the indexes by_id and by_creation_time; the key of
 * every index ends in _creationTime and _id, so no two documents share a key. Table numbers and index ids
 * are never used twice. A table that was only read from has a number in memory, and gets its row in the
 * file with the first commit that writes to it. Each component names its tables for itself: the file knows
 * those of a component as `<component>;<table>`.
 */
import type { ValidatorJson } from "../values/validators.js";
import type { Sqlite, Statement } from "../storage/sqlite.js";
import type { TableSpace } from "./api.js";
import { DatabaseError, tooManyTables } from "./errors.js";
import { MAX_TABLES } from "./limits.js";
import { SearchCatalog } from "./search/search-indexes.js";
import type { SearchIndexes } from "./search/search-indexes.js";
import { systemTableIndexes } from "./system-tables.js";
import type { IndexDefinition } from "./system-tables.js";

export interface Index {
  readonly id: number;
  readonly table: Table;
  readonly name: string;
  /** The fields of the key in order, all but the closing _id. */
  readonly fields: readonly string[];
  readonly paths: readonly (readonly string[])[];
  /** How many rows the latest range had that was read to its end: a guess at the next one. */
  usualRows: number;
  /** Whether it is only built, and not to be asked. */
  isStaged: boolean;
}

/** What a table's indexes become. */
export interface IndexChange {
  readonly added: readonly Index[];
  readonly removed: readonly Index[];
  readonly kept: readonly Index[];
  readonly staged: ReadonlySet<Index>;
}

export const BY_ID = "by_id";
export const BY_CREATION_TIME = "by_creation_time";

/** Numbers below are left to system tables. */
const FIRST_USER_TABLE = 10_001;

/** The component of the app itself. */
export const ROOT = "";
/** Neither components nor tables have it in their names. */
const COMPONENT_END = ";";

function keyOf(component: string, name: string): string {
  return component === ROOT ? name : `${component}${COMPONENT_END}${name}`;
}

export class Table {
  readonly isSystem: boolean;
  readonly byId: Index;
  readonly byCreationTime: Index;
  /** All indexes, by_id first and by_creation_time second. */
  indexes: readonly Index[];
  search: SearchIndexes = { text: [], vector: [] };
  /** What the schema asks of a document, or null when it asks nothing. */
  validator: ValidatorJson | null = null;
  /** Whether the file knows the table; ids of a table that it does not know cannot exist. */
  isStored = false;

  constructor(
    readonly number: number,
    readonly component: string,
    /** As the component's code names it. */
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

export class Catalog {
  /** The search and vector indexes. */
  readonly search: SearchCatalog;
  readonly #byNumber = new Map<number, Table>();
  /** By component and name, see keyOf(). */
  readonly #byKey = new Map<string, Table>();
  readonly #views = new Map<string, CatalogView>();
  readonly #insertTable: Statement<[]>;
  readonly #insertIndex: Statement<[]>;
  readonly #deleteIndex: Statement<[]>;
  #nextIndexId = 1;
  #nextUserTable = FIRST_USER_TABLE;
  #nextSystemTable = 1;

  constructor(sqlite: Sqlite) {
    this.search = new SearchCatalog(sqlite);
    this.#insertTable = sqlite.prepare("INSERT INTO tables (number, name) VALUES (?, ?)");
    this.#insertIndex = sqlite.prepare(
      "INSERT INTO indexes (id, table_number, name, fields) VALUES (?, ?, ?, ?)",
    );
    this.#deleteIndex = sqlite.prepare("DELETE FROM indexes WHERE id = ?");
    this.#load(sqlite);
  }

  #load(sqlite: Sqlite): void {
    const indexes = sqlite.prepare<[number, number, string, string]>(
      "SELECT id, table_number, name, fields FROM indexes ORDER BY id",
    );
    const rows = indexes.all([]);
    for (const [id] of rows) this.#nextIndexId = Math.max(this.#nextIndexId, id + 1);
    const tables = sqlite.prepare<[number, string]>("SELECT number, name FROM tables");
    for (const [number, key] of tables.all([])) {
      const end = key.lastIndexOf(COMPONENT_END);
      const component = key.slice(0, Math.max(0, end));
      const name = key.slice(end + 1);
      const own = rows.filter(([, tableNumber]) => tableNumber === number);
      const idOf = (wanted: string) => own.find(([, , indexName]) => indexName === wanted)?.[0];
      const table = this.#addTable(number, component, name, idOf(BY_ID), idOf(BY_CREATION_TIME));
      const others = own.filter(([, , indexName]) => indexName !== BY_ID && indexName !== BY_CREATION_TIME);
      const added = others.map(([id, , indexName, fields]) =>
        // The column was written by this class, as the JSON of a list of field paths.
        makeIndex(id, table, indexName, JSON.parse(fields) as string[]),
      );
      table.indexes = [...table.indexes, ...added];
      table.isStored = true;
    }
  }

  #addTable(
    number: number,
    component: string,
    name: string,
    byIdId?: number,
    byCreationTimeId?: number,
  ): Table {
    // Functions are stopped from outside when their time is over, so the number is taken before it is used.
    if (number >= FIRST_USER_TABLE) this.#nextUserTable = Math.max(this.#nextUserTable, number + 1);
    else this.#nextSystemTable = Math.max(this.#nextSystemTable, number + 1);
    const table = new Table(
      number,
      component,
      name,
      byIdId ?? this.#takeIndexId(),
      byCreationTimeId ?? this.#takeIndexId(),
    );
    this.#byNumber.set(number, table);
    this.#byKey.set(keyOf(component, name), table);
    return table;
  }

  #takeIndexId(): number {
    this.#nextIndexId += 1;
    return this.#nextIndexId - 1;
  }

  /** Answers the tables as a component's code sees them. */
  in(component: string): CatalogView {
    let view = this.#views.get(component);
    if (view === undefined) {
      view = new CatalogView(this, component);
      this.#views.set(component, view);
    }
    return view;
  }

  /** Answers the table with this name, which a developer's code named; makes it known when it is new. */
  table(name: string, space: TableSpace, component = ROOT): Table {
    const known = this.#byKey.get(keyOf(component, name));
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
    const table = this.#addTable(this.#nextSystemTable, component, name);
    this.setIndexes(table, definitions);
    return table;
  }

  /** Throws when the tables of the file and these others are more than a deployment may have. */
  requireRoomFor(unstored: ReadonlySet<Table>): void {
    // Tables that were only read are known too, but are none that the developer has.
    if (this.#nextUserTable - FIRST_USER_TABLE <= MAX_TABLES) return;
    const stored = [...this.tables()].filter(({ isSystem, isStored }) => !isSystem && isStored);
    if (stored.length + unstored.size > MAX_TABLES) throw tooManyTables(MAX_TABLES);
  }

  /** Answers the table with this name, or null when nobody has named it yet. */
  tableIfKnown(name: string, component = ROOT): Table | null {
    return this.#byKey.get(keyOf(component, name)) ?? null;
  }

  /** Answers the table with this number, or null when no document can have such an id. */
  tableByNumber(number: number): Table | null {
    return this.#byNumber.get(number) ?? null;
  }

  /** All tables. */
  tables(): Iterable<Table> {
    return this.#byNumber.values();
  }

  /**
   * Gives a table these indexes and answers those that are new and still empty; equal ones stay as they are.
   * For a table that the file knows, the caller stores the change and fills the new ones. Which of all are staged
   * is the caller's to set, once the change is made.
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

  /** Writes the rows of a table and its indexes, inside the open transaction. */
  storeTable(table: Table): void {
    this.#insertTable.run([table.number, keyOf(table.component, table.name)]);
    for (const index of table.indexes) this.storeIndex(index);
  }

  /** Writes the row of an index, inside the open transaction. */
  storeIndex(index: Index): void {
    this.#insertIndex.run([index.id, index.table.number, index.name, JSON.stringify(index.fields)]);
  }

  /** Removes the row of an index, inside the open transaction. */
  removeIndex(index: Index): void {
    this.#deleteIndex.run([index.id]);
  }
}

/** The tables of one component: those of the others do not exist in it. */
export class CatalogView {
  constructor(
    private readonly catalog: Catalog,
    readonly component: string,
  ) {}

  /** Answers the table with this name, which a developer's code named; makes it known when it is new. */
  table(name: string, space: TableSpace): Table {
    return this.catalog.table(name, space, this.component);
  }

  /** Answers the table with this name, or null when nobody has named it yet. */
  tableIfKnown(name: string): Table | null {
    return this.catalog.tableIfKnown(name, this.component);
  }

  /** Answers the table with this number, or null when no document of the component can have such an id. */
  tableByNumber(number: number): Table | null {
    const table = this.catalog.tableByNumber(number);
    return table?.component === this.component ? table : null;
  }

  /** The name of a table, for the validators of ids. */
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
