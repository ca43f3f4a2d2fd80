/**
 * Indexes that a schema stages: they may not be queried yet, and earlier documents are added gradually, beside
 * other work. From the moment it is staged, every write updates an index. A document may therefore be in it before
 * its turn comes, and adding it again changes nothing. The progress of an index is stored in the file and survives
 * a restart.
 *   staged -- row here, a few documents per step --> filled, row deleted -- no longer staged --> in use
 *      \------------- no longer staged: the rest is added at once ---------------------------/
 */
import { encodeKeyPart, keyAfter } from "../values/key-codec.js";
import type { Sqlite, Statement } from "../storage/sqlite.js";
import type { Catalog, Index, Table } from "./catalog.js";
import { parseStored } from "./documents.js";
import { toBytes, type DocumentStore } from "./document-store.js";
import { indexKeys } from "./index-keys.js";
import { wholeIndex } from "./index-range.js";
import { NO_SEARCH_INDEXES, type SearchIndexes } from "./search/search-indexes.js";
import { refillSearch } from "./search/search-writes.js";

/** One step then takes no longer than a usual write. */
const STEP_ROWS = 256;

export type IndexKind = "database" | "search";

/** The indexes that lack documents, and the key of by_id up to which they are filled. */
export class UnfilledIndexes {
  readonly #all: Statement<[kind: string, id: number, doneUntil: Buffer]>;
  readonly #find: Statement<[Buffer]>;
  readonly #set: Statement<[]>;
  readonly #delete: Statement<[]>;

  constructor(sqlite: Sqlite) {
    this.#all = sqlite.prepare("SELECT kind, index_id, done_until FROM unfilled_indexes");
    this.#find = sqlite.prepare("SELECT done_until FROM unfilled_indexes WHERE kind = ? AND index_id = ?");
    this.#set = sqlite.prepare(
      "INSERT OR REPLACE INTO unfilled_indexes (kind, index_id, done_until) VALUES (?, ?, ?)",
    );
    this.#delete = sqlite.prepare("DELETE FROM unfilled_indexes WHERE kind = ? AND index_id = ?");
  }

  all(): { readonly kind: IndexKind; readonly id: number }[] {
    return this.#all.all([]).map(([kind, id]) => ({ kind: kind as IndexKind, id }));
  }

  find(kind: IndexKind, id: number): string | null {
    const row = this.#find.get([kind, id]);
    return row === undefined ? null : Buffer.from(row[0]).toString("latin1");
  }

  set(kind: IndexKind, id: number, doneUntil = ""): void {
    this.#set.run([kind, id, toBytes(doneUntil)]);
  }

  remove(kind: IndexKind, id: number): void {
    this.#delete.run([kind, id]);
  }
}

export interface FillServices {
  readonly sqlite: Sqlite;
  readonly catalog: Catalog;
  readonly store: DocumentStore;
  readonly unfilled: UnfilledIndexes;
}

interface Filling {
  readonly kind: IndexKind;
  readonly id: number;
  readonly table: Table;
  readonly indexes: readonly Index[];
  readonly search: SearchIndexes;
}

function fillings({ catalog, unfilled }: FillServices): Filling[] {
  return unfilled.all().flatMap(({ kind, id }) => {
    for (const table of catalog.tables()) {
      const indexes = kind === "database" ? table.indexes.filter((index) => index.id === id) : [];
      const text = kind === "search" ? table.search.text.filter((index) => index.id === id) : [];
      const vector = kind === "search" ? table.search.vector.filter((index) => index.id === id) : [];
      if (indexes.length + text.length + vector.length === 0) continue;
      return [{ kind, id, table, indexes, search: { text, vector } }];
    }
    return [];
  });
}

/** Must be called inside the open transaction. Returns whether the index is complete. */
function addSome({ store, unfilled }: FillServices, filling: Filling): boolean {
  const { kind, id, table, indexes, search } = filling;
  const start = unfilled.find(kind, id);
  if (start === null) return true;
  const rows = store.scan(table.byId, { ...wholeIndex(table.byId), start }, "asc", STEP_ROWS);
  for (const { json } of rows) {
    const { fields, id: documentId, creationTime } = parseStored(json);
    const seq = store.get(table.byId.id, encodeKeyPart(documentId))?.seq;
    if (seq === undefined) continue;
    const keys = indexKeys(indexes, fields, documentId, creationTime);
    for (const [i, index] of indexes.entries()) {
      store.deleteEntry(index.id, keys[i] ?? "");
      store.insertEntry(index.id, keys[i] ?? "", seq);
    }
    refillSearch(store, search, { seq, id: documentId, creationTime }, fields);
  }
  const last = rows.at(-1);
  const isDone = last === undefined || rows.length < STEP_ROWS;
  if (isDone) unfilled.remove(kind, id);
  else unfilled.set(kind, id, keyAfter(last.key));
  return isDone;
}

/** Uses a separate transaction. Returns false if no index lacks documents. */
export function fillStep(services: FillServices): boolean {
  const [next] = fillings(services);
  if (next === undefined) return false;
  const { sqlite } = services;
  sqlite.exec("BEGIN IMMEDIATE");
  try {
    addSome(services, next);
    sqlite.exec("COMMIT");
  } catch (error) {
    if (sqlite.isInTransaction) sqlite.exec("ROLLBACK");
    throw error;
  }
  return true;
}

/** Must be called inside the open transaction. */
export function fillNow(
  services: FillServices,
  table: Table,
  indexes: readonly Index[],
  search: SearchIndexes,
): void {
  for (const index of indexes) {
    const filling: Filling = {
      kind: "database",
      id: index.id,
      table,
      indexes: [index],
      search: NO_SEARCH_INDEXES,
    };
    while (!addSome(services, filling));
  }
  for (const index of search.text) {
    const only = { text: [index], vector: [] };
    while (!addSome(services, { kind: "search", id: index.id, table, indexes: [], search: only }));
  }
  for (const index of search.vector) {
    const only = { text: [], vector: [index] };
    while (!addSome(services, { kind: "search", id: index.id, table, indexes: [], search: only }));
  }
}

/** The names have the form `table.index`. */
export function namesOfUnfilled(services: FillServices, component: string): string[] {
  return fillings(services)
    .filter(({ table }) => table.component === component)
    .flatMap(({ table, indexes, search }) =>
      [...indexes, ...search.text, ...search.vector].map(({ name }) => `${table.name}.${name}`),
    );
}
