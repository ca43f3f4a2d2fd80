/**
 * Applies a schema in one transaction: checks that the stored documents match it, creates and fills its new
 * indexes, and removes those that it no longer has. Staged indexes are created now and filled later. If a document
 * does not match, nothing changes. The documents of a table are not checked again with the validator that they last
 * matched, so an unchanged schema costs nothing.
 */
import { encodeKeyPart, keyAfter } from "../values/key-codec.js";
import { validateValue } from "../values/validators.js";
import type { DatabaseClock } from "./clock.js";
import type { Index, IndexChange, Table } from "./catalog.js";
import { parseStored } from "./documents.js";
import type { DocumentStore } from "./document-store.js";
import { DatabaseError } from "./errors.js";
import { indexKeys } from "./index-keys.js";
import { wholeIndex } from "./index-range.js";
import { NO_SEARCH } from "./search/search-indexes.js";
import type { SearchChange, SearchDefinitions, SearchIndexes } from "./search/search-indexes.js";
import { fillSearch } from "./search/search-writes.js";
import type { TableSchema } from "./schema.js";
import { fillNow, type FillServices } from "./staged-indexes.js";
import { systemTableIndexes, systemTableNames } from "./system-tables.js";
import type { IndexDefinition } from "./system-tables.js";

const SCAN_ROWS = 512;

export interface SchemaServices extends FillServices {
  readonly clock: DatabaseClock;
  readonly flushNow: () => void;
}

interface Plan extends IndexChange {
  readonly table: Table;
  readonly before: readonly Index[];
  readonly search: SearchChange;
  readonly late: readonly Index[];
  readonly lateSearch: SearchIndexes;
}

interface WantedIndexes {
  readonly indexes: readonly IndexDefinition[];
  readonly search: SearchDefinitions;
}

const NO_INDEXES: WantedIndexes = { indexes: [], search: NO_SEARCH };

export function forEachDocument(
  store: DocumentStore,
  table: Table,
  visit: (document: ReturnType<typeof parseStored>) => void,
): void {
  let range = wholeIndex(table.byId);
  for (;;) {
    const rows = store.scan(table.byId, range, "asc", SCAN_ROWS);
    for (const { json } of rows) visit(parseStored(json));
    const last = rows.at(-1);
    if (last === undefined || rows.length < SCAN_ROWS) return;
    range = { ...range, start: keyAfter(last.key) };
  }
}

export function checkDocuments({ catalog, store }: SchemaServices, schema: TableSchema): void {
  const tables = catalog.in(schema.component);
  const table = tables.tableIfKnown(schema.name);
  const { validator, name } = schema;
  if (table === null || validator === null || validator.type === "any") return;
  forEachDocument(store, table, ({ fields, id }) => {
    const problem = validateValue(validator, fields, tables);
    if (problem === null) return;
    throw new DatabaseError(
      "SchemaValidationError",
      `Document with ID "${id}" in table "${name}" does not match the schema: ${problem}`,
    );
  });
}

/** Tables that are missing in the schema lose their indexes and validators. */
export function applyTables(services: SchemaServices, schemas: readonly TableSchema[]): void {
  const { catalog } = services;
  const byTable = new Map<Table, TableSchema>();
  const wanted = new Map<Table, WantedIndexes>();
  for (const schema of schemas) {
    const table = catalog.table(schema.name, "user", schema.component);
    byTable.set(table, schema);
    wanted.set(table, schema);
  }
  for (const table of catalog.tables()) {
    // A table that was only read has no indexes to lose, and no row in the file.
    if (!table.isSystem && table.isStored && !wanted.has(table)) wanted.set(table, NO_INDEXES);
  }
  changeIndexes(services, wanted);
  for (const table of wanted.keys()) table.validator = byTable.get(table)?.validator ?? null;
}

/** The app's own system tables, and those that a component has used. */
export function applySystemTables(services: SchemaServices): void {
  const wanted = new Map<Table, WantedIndexes>();
  for (const name of systemTableNames()) services.catalog.table(name, "system");
  for (const table of services.catalog.tables()) {
    const indexes = table.isSystem ? systemTableIndexes(table.name) : undefined;
    if (indexes !== undefined) wanted.set(table, { indexes, search: NO_SEARCH });
  }
  changeIndexes(services, wanted);
}

function changeIndexes(services: SchemaServices, wanted: Map<Table, WantedIndexes>): void {
  const { catalog } = services;
  const plans: Plan[] = [];
  for (const [table, { indexes, search }] of wanted) {
    const before = table.indexes;
    const change = catalog.setIndexes(table, indexes);
    const searchChange = catalog.search.plan(table.key, search);
    plans.push({
      table,
      before,
      ...change,
      search: searchChange,
      ...latecomers(services, change, searchChange),
    });
  }
  const changed = plans.filter(isChange);
  if (changed.length > 0) storePlans(services, plans, changed);
  for (const { table, kept, added, staged, search } of plans) {
    for (const index of [...kept, ...added]) index.isStaged = staged.has(index);
    catalog.search.keep(table.key, search);
    table.search = search.next;
  }
}

/** Finds indexes that were staged before but not in this schema, and are not filled completely. */
function latecomers(
  { unfilled }: SchemaServices,
  { kept, staged }: IndexChange,
  search: SearchChange,
): Pick<Plan, "late" | "lateSearch"> {
  const isLate = ({ id }: { readonly id: number }) =>
    !search.staged.has(id) && unfilled.find("search", id) !== null;
  return {
    late: kept.filter((index) => !staged.has(index) && unfilled.find("database", index.id) !== null),
    lateSearch: { text: search.next.text.filter(isLate), vector: search.next.vector.filter(isLate) },
  };
}

function isChange({ table, added, removed, late, lateSearch, search }: Plan): boolean {
  const searches = [
    search.added.text,
    search.added.vector,
    search.removed,
    lateSearch.text,
    lateSearch.vector,
  ];
  return !table.isStored || [added, removed, late, ...searches].some(({ length }) => length > 0);
}

function storePlans(services: SchemaServices, plans: readonly Plan[], changed: readonly Plan[]): void {
  const { sqlite, clock, flushNow } = services;
  sqlite.exec("BEGIN IMMEDIATE");
  try {
    for (const plan of changed) storePlan(services, plan);
    clock.save();
    sqlite.exec("COMMIT");
    clock.committed();
    flushNow();
  } catch (error) {
    if (sqlite.isInTransaction) sqlite.exec("ROLLBACK");
    for (const { table, before } of plans) table.indexes = before;
    throw error;
  }
  for (const { table } of changed) table.isStored = true;
}

function storePlan(services: SchemaServices, plan: Plan): void {
  const { catalog, store, unfilled } = services;
  const { table, added, removed, search, staged } = plan;
  catalog.search.store(table.key, search);
  if (!table.isStored) {
    catalog.storeTable(table);
    return;
  }
  for (const index of removed) {
    catalog.removeIndex(index);
    store.deleteIndex(index.id);
    unfilled.remove("database", index.id);
  }
  for (const id of search.removed) {
    store.text.deleteIndex(id);
    store.vectors.deleteIndex(id);
    unfilled.remove("search", id);
  }
  for (const index of added) {
    catalog.storeIndex(index);
    if (staged.has(index)) unfilled.set("database", index.id);
  }
  for (const { id } of [...search.added.text, ...search.added.vector]) {
    if (search.staged.has(id)) unfilled.set("search", id);
  }
  fillNow(services, table, plan.late, plan.lateSearch);
  fillAdded(services, plan);
}

function fillAdded({ store }: SchemaServices, { table, added, search, staged }: Plan): void {
  const isAsked = ({ id }: { readonly id: number }) => !search.staged.has(id);
  const indexes = added.filter((index) => !staged.has(index));
  const searches = {
    text: search.added.text.filter(isAsked),
    vector: search.added.vector.filter(isAsked),
  };
  if (indexes.length + searches.text.length + searches.vector.length === 0) return;
  forEachDocument(store, table, ({ fields, id, creationTime }) => {
    const seq = store.get(table.byId.id, encodeKeyPart(id))?.seq;
    if (seq === undefined) return;
    const keys = indexKeys(indexes, fields, id, creationTime);
    for (const [i, index] of indexes.entries()) store.insertEntry(index.id, keys[i] ?? "", seq);
    fillSearch(store, searches, { seq, id, creationTime }, fields);
  });
}
