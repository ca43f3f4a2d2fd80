/**
 * Replaces some tables with others, in one step. The new documents are stored invisibly beside other work, and one
 * short transaction then exchanges the tables. A new table has its own indexes, the shape of the old one, and the
 * number that is in the ids of its documents. If the replacement ends early, the indexes of the new tables are
 * deleted later (doomed-indexes.ts).
 *   open ── add, add, … ──► finish: the old tables are no longer read
 *     └──────────────────► abandon
 */
import { newId, parseId } from "../values/ids.js";
import type { JsonObject } from "../values/json.js";
import { validateValue, type ValidationContext } from "../values/validators.js";
import { SqliteError, type Sqlite } from "../storage/sqlite.js";
import type { ImportedDocument, NewTable, ReplacementEnd, TableReplacement } from "./api.js";
import type { Catalog, Table } from "./catalog.js";
import type { DatabaseClock } from "./clock.js";
import { checkDocument } from "./document-check.js";
import type { DocumentStore } from "./document-store.js";
import { documentText, givenFields } from "./documents.js";
import type { DoomedIndexes } from "./doomed-indexes.js";
import type { Durability } from "./durability.js";
import { DatabaseError } from "./errors.js";
import { indexKeys } from "./index-keys.js";
import { fillSearch } from "./search/search-writes.js";
import { forEachDocument } from "./schema-change.js";
import type { UnfilledIndexes } from "./staged-indexes.js";
import type { WriteLog } from "./write-log.js";

export interface ReplacementServices {
  readonly sqlite: Sqlite;
  readonly catalog: Catalog;
  readonly store: DocumentStore;
  readonly clock: DatabaseClock;
  readonly log: WriteLog;
  readonly durability: Durability;
  readonly doomed: DoomedIndexes;
  readonly unfilled: UnfilledIndexes;
  whenIdle(): Promise<void>;
  readonly committed: () => void;
  flushNow(): void;
  nextCreationTime(): number;
}

interface Target {
  readonly wanted: NewTable;
  readonly table: Table;
  readonly shape: string;
}

interface Plan {
  readonly targets: readonly Target[];
  /** Tables that were only read so far. They get another number at their next use. */
  readonly forgotten: readonly Table[];
}

/** Throws a DatabaseError if ids of the new tables would belong to other tables. */
export async function openReplacement(
  services: ReplacementServices,
  wanted: readonly NewTable[],
): Promise<TableReplacement> {
  await services.whenIdle();
  const plan = planTargets(services, wanted);
  inTransaction(services, () => {
    for (const { table } of plan.targets) services.doomed.add(table);
  });
  for (const { table } of plan.targets) services.doomed.spare(table);
  return new Replacement(services, plan);
}

class Replacement implements TableReplacement {
  private readonly targets: readonly Target[];

  constructor(
    private readonly services: ReplacementServices,
    private readonly plan: Plan,
  ) {
    this.targets = plan.targets;
  }

  numberOf(component: string, name: string): number | null {
    return this.#tableNamed(component, name)?.number ?? null;
  }

  async add(component: string, name: string, documents: readonly ImportedDocument[]): Promise<void> {
    const table = this.#tableNamed(component, name);
    if (table === undefined) throw new DatabaseError("UnknownTable", `The table "${name}" is not replaced.`);
    await this.services.whenIdle();
    inTransaction(this.services, () => {
      for (const document of documents) this.#store(table, document);
    });
  }

  async finish({ removed, links }: ReplacementEnd): Promise<void> {
    const { services, targets } = this;
    const { catalog, clock, log, durability, store } = services;
    await services.whenIdle();
    this.#requireUnchanged();
    const gone = removed.flatMap(({ component, name }) => catalog.tableIfKnown(name, component) ?? []);
    const old = targets.flatMap(({ wanted }) => catalog.tableIfKnown(wanted.name, wanted.component) ?? []);
    this.#requireReferences();
    const ts = clock.after(clock.ts);
    const tables = targets.map(({ table }) => table);
    inTransaction(services, () => {
      for (const table of [...old, ...gone]) this.#doom(table);
      for (const table of tables) {
        catalog.storeTable(table);
        catalog.search.storeIndexes(table.key, table.search);
        services.doomed.remove(table);
      }
      this.#storeLinks(links);
      catalog.storeNextNumber();
      clock.save(ts);
    });
    clock.committed();
    services.flushNow();
    catalog.exchange([...old, ...gone, ...this.plan.forgotten], tables);
    for (const table of tables) services.doomed.spareNoMore(table);
    store.forgetAll();
    log.forget(ts);
    clock.advance(ts);
    durability.flushed(ts);
  }

  abandon(): void {
    for (const { table } of this.targets) this.services.doomed.spareNoMore(table);
  }

  #tableNamed(component: string, name: string): Table | undefined {
    return this.targets.find(({ table }) => table.component === component && table.name === name)?.table;
  }

  #names(component: string): ValidationContext {
    const { catalog } = this.services;
    const own = this.targets.filter(({ table }) => table.component === component);
    return {
      tableName: (number) => {
        const next = own.find(({ table }) => table.number === number)?.table;
        if (next !== undefined) return next.name;
        const name = catalog.in(component).tableName(number);
        const isReplaced = name !== null && this.#tableNamed(component, name) !== undefined;
        return isReplaced ? null : name;
      },
    };
  }

  #store(table: Table, { value, ...given }: ImportedDocument): void {
    const { store, clock } = this.services;
    const fields = givenFields(value, "import", clock.ts);
    const id = given.id ?? newId(table.number);
    requireIdOf(table, id);
    const creationTime = given.creationTime ?? this.services.nextCreationTime();
    const size = checkDocument(table, fields, this.#names(table.component));
    const seq = insertDocument(store, table, fields, id, creationTime, size);
    fillSearch(store, table.search, { seq, id, creationTime }, fields);
  }

  #doom(table: Table): void {
    const { catalog, doomed, unfilled } = this.services;
    if (!table.isStored) return;
    doomed.add(table);
    for (const { id } of table.indexes) unfilled.remove("database", id);
    for (const { id } of [...table.search.text, ...table.search.vector]) unfilled.remove("search", id);
    catalog.removeTable(table);
  }

  #storeLinks(links: ReplacementEnd["links"]): void {
    if (links === null) return;
    const { catalog, store, clock } = this.services;
    const table = catalog.table(links.table, "system");
    forEachDocument(store, table, ({ fields, id, creationTime }) => {
      if (!links.isRemoved(fields, (of) => this.#componentOf(of))) return;
      const keys = indexKeys(table.indexes, fields, id, creationTime);
      const seq = store.seqOf(table.byId.id, id);
      for (const [i, index] of table.indexes.entries()) store.deleteEntry(index.id, keys[i] ?? "");
      if (seq !== null) store.delete(seq);
    });
    for (const value of links.added) {
      const fields = givenFields(value, "import", clock.ts);
      const size = checkDocument(table, fields, { tableName: () => null });
      insertDocument(store, table, fields, newId(table.number), this.services.nextCreationTime(), size);
    }
  }

  /** The component to which the id belongs before the exchange. */
  #componentOf(id: string): string | null {
    const { catalog, store } = this.services;
    const { tableNumber } = parseId(id);
    const found = catalog
      .tablesByNumber(tableNumber ?? 0)
      .find(({ isSystem, byId }) => isSystem && store.seqOf(byId.id, id) !== null);
    return found?.component ?? null;
  }

  /** Throws if a push or a write since the start of the replacement has invalidated the stored documents. */
  #requireUnchanged(): void {
    const { catalog, store } = this.services;
    for (const { wanted, shape } of this.targets) {
      const current = catalog.tableIfKnown(wanted.name, wanted.component);
      if (shapeOf(current) !== shape) {
        throw new DatabaseError("SchemaChanged", "The schema has changed during the import. Try again.");
      }
      if (wanted.mustBeEmpty && current !== null && store.count(current.byId.id) > 0) {
        throw tableExists(wanted.name);
      }
    }
  }

  /** After the exchange, ids in other tables must refer to the same tables as before. */
  #requireReferences(): void {
    const { catalog, store } = this.services;
    for (const table of catalog.tables()) {
      const { validator } = table;
      if (table.isSystem || validator === null || this.#tableNamed(table.component, table.name)) continue;
      const text = JSON.stringify(validator);
      const isConcerned = this.targets.some(
        ({ table: next }) =>
          next.component === table.component &&
          catalog.tableIfKnown(next.name, next.component)?.number !== next.number &&
          text.includes(`"tableName":${JSON.stringify(next.name)}`),
      );
      if (!isConcerned) continue;
      const names = this.#names(table.component);
      forEachDocument(store, table, ({ fields, id }) => {
        const problem = validateValue(validator, fields, names);
        if (problem === null) return;
        throw new DatabaseError(
          "SchemaValidationError",
          `Document with ID "${id}" in table "${table.name}" would not match the schema: ${problem}`,
        );
      });
    }
  }
}

export function tableExists(name: string): DatabaseError {
  return new DatabaseError(
    "TableExists",
    `Table ${name} already exists. Please choose a new table name or use replace/append modes.`,
  );
}

function insertDocument(
  store: DocumentStore,
  table: Table,
  fields: JsonObject,
  id: string,
  creationTime: number,
  size: number,
): number {
  const keys = indexKeys(table.indexes, fields, id, creationTime);
  const entries = table.indexes.map((index, i) => [index.id, keys[i] ?? ""] as const);
  try {
    return store.insert(documentText(fields, id, creationTime), size, entries);
  } catch (error) {
    const isTwice = error instanceof SqliteError && error.code.startsWith("SQLITE_CONSTRAINT");
    if (!isTwice) throw error;
    throw new DatabaseError("DuplicateId", `Objects in table "${table.name}" have duplicate _id fields`);
  }
}

export function requireIdOf(table: Pick<Table, "name" | "number">, id: string): void {
  const parsed = parseId(id);
  if (parsed.tableNumber === null) throw new DatabaseError("InvalidId", parsed.error);
  if (parsed.tableNumber === table.number) return;
  throw new DatabaseError("InvalidId", `The _id "${id}" does not belong to the table "${table.name}".`);
}

function planTargets(services: ReplacementServices, wanted: readonly NewTable[]): Plan {
  const { catalog, store } = services;
  catalog.reserveNumbers(wanted.flatMap(({ number }) => number ?? []));
  const all = [...wanted];
  const forgotten: Table[] = [];
  const isWanted = (table: Table) =>
    all.some(({ component, name }) => component === table.component && name === table.name);
  for (const { component, name, number } of wanted) {
    const other = number === null ? null : catalog.in(component).tableByNumber(number);
    if (other === null || isWanted(other)) continue;
    if (!other.isStored) {
      forgotten.push(other);
      continue;
    }
    if (store.count(other.byId.id) > 0) {
      throw new DatabaseError(
        "TableConflict",
        `New table ${name} has IDs that conflict with existing table ${other.name}`,
      );
    }
    // No id of this table exists, so the table may get another number.
    all.push({
      component: other.component,
      name: other.name,
      number: catalog.takeNumber(other.isSystem),
      mustBeEmpty: true,
    });
  }
  const targets = all.map((target) => {
    const current = catalog.tableIfKnown(target.name, target.component);
    const number = target.number ?? current?.number ?? catalog.takeNumber(false);
    return { wanted: target, table: catalog.successor(target, current, number), shape: shapeOf(current) };
  });
  const twice = targets.find(
    ({ table }, i) => targets.findIndex((other) => isNumberedLike(other.table, table)) !== i,
  );
  if (twice === undefined) return { targets, forgotten };
  throw new DatabaseError(
    "TableConflict",
    `New table ${twice.table.name} has IDs that conflict with another new table`,
  );
}

function isNumberedLike(a: Table, b: Table): boolean {
  return a.component === b.component && a.number === b.number;
}

function shapeOf(table: Table | null): string {
  const indexes = (table?.indexes ?? [])
    .slice(2)
    .map(({ name, fields, isStaged }) => ({ name, fields, isStaged }));
  const text = (table?.search.text ?? []).map(({ name, searchField, filterFields }) => ({
    name,
    searchField,
    filterFields,
  }));
  const vector = (table?.search.vector ?? []).map(({ name, vectorField, dimensions, filterFields }) => ({
    ...{ name, vectorField, dimensions, filterFields },
  }));
  return JSON.stringify([indexes, text, vector, table?.validator ?? null]);
}

/** Uses a separate transaction. Must be called while the database is idle. */
function inTransaction({ sqlite, store, committed }: ReplacementServices, run: () => void): void {
  sqlite.exec("BEGIN IMMEDIATE");
  try {
    run();
    sqlite.exec("COMMIT");
  } catch (error) {
    store.ended(false);
    if (sqlite.isInTransaction) sqlite.exec("ROLLBACK");
    throw error;
  }
  store.ended(true);
  committed();
}
