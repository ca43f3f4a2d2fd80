/**
 * Indexes that nobody reads any more, whose rows are removed gradually while other work runs. They belong to tables
 * that an import has replaced, or to a replacement that was discarded or ended by a crash. The documents are
 * removed together with the index of their ids. The indexes of a running replacement are in this list from its
 * start, so that a crash leaves no rows behind.
 */
import type { Sqlite, Statement } from "../storage/sqlite.js";
import { toBytes } from "./document-store.js";
import type { Table } from "./catalog.js";

const STEP_ROWS = 512;

type DoomedKind = "documents" | "entries" | "text" | "vectors";

type Doomed = readonly [kind: DoomedKind, id: number];

export class DoomedIndexes {
  readonly #insert: Statement<[]>;
  readonly #delete: Statement<[]>;
  readonly #all: Statement<[kind: string, id: number]>;
  /** Indexes of running replacements, as `kind id`. Their rows are not removed. */
  readonly #spared = new Set<string>();
  readonly #clear: Readonly<Record<DoomedKind, (id: number) => boolean>>;

  constructor(private readonly sqlite: Sqlite) {
    this.#insert = sqlite.prepare("INSERT OR IGNORE INTO doomed_indexes (kind, index_id) VALUES (?, ?)");
    this.#delete = sqlite.prepare("DELETE FROM doomed_indexes WHERE kind = ? AND index_id = ?");
    this.#all = sqlite.prepare("SELECT kind, index_id FROM doomed_indexes ORDER BY index_id");
    this.#clear = clearers(sqlite);
  }

  add(table: Table): void {
    for (const row of indexesOf(table)) this.#insert.run(row);
  }

  remove(table: Table): void {
    for (const row of indexesOf(table)) this.#delete.run(row);
  }

  /** The table's indexes remain in the list, but their rows are not removed for now. */
  spare(table: Table): void {
    for (const row of indexesOf(table)) this.#spared.add(row.join(" "));
  }

  spareNoMore(table: Table): void {
    for (const row of indexesOf(table)) this.#spared.delete(row.join(" "));
  }

  get isAny(): boolean {
    return this.#next() !== undefined;
  }

  /** Uses a separate transaction. Returns false if there are no rows. */
  clearSome(): boolean {
    const next = this.#next();
    if (next === undefined) return false;
    const [kind, id] = next;
    this.sqlite.exec("BEGIN IMMEDIATE");
    try {
      if (this.#clear[kind](id)) this.#delete.run([kind, id]);
      this.sqlite.exec("COMMIT");
    } catch (error) {
      if (this.sqlite.isInTransaction) this.sqlite.exec("ROLLBACK");
      throw error;
    }
    return true;
  }

  #next(): Doomed | undefined {
    // Only add() writes this table.
    const rows = this.#all.all([]) as unknown as Doomed[];
    return rows.find((row) => !this.#spared.has(row.join(" ")));
  }
}

function indexesOf(table: Table): Doomed[] {
  const kindOf = (id: number): DoomedKind => (id === table.byId.id ? "documents" : "entries");
  return [
    ...table.indexes.map(({ id }) => [kindOf(id), id] as const),
    ...table.search.text.map(({ id }) => ["text", id] as const),
    ...table.search.vector.map(({ id }) => ["vectors", id] as const),
  ];
}

/** Each function removes some rows of an index and returns whether all are removed. */
function clearers(sqlite: Sqlite): Record<DoomedKind, (id: number) => boolean> {
  const find = sqlite.prepare<[seq: number, key: Uint8Array]>(
    "SELECT seq, key FROM index_entries WHERE index_id = ? ORDER BY key LIMIT ?",
  );
  const deleteUpTo = sqlite.prepare("DELETE FROM index_entries WHERE index_id = ? AND key <= ?");
  const deleteDocuments = sqlite.prepare(
    "DELETE FROM documents WHERE seq IN (SELECT value FROM json_each(?))",
  );
  const findText = sqlite.prepare<[entry: number]>(
    "SELECT entry FROM search_documents WHERE index_id = ? LIMIT ?",
  );
  const deleteTokens = sqlite.prepare(
    "DELETE FROM search_tokens WHERE rowid IN (SELECT value FROM json_each(?))",
  );
  const deleteTextRows = sqlite.prepare(
    "DELETE FROM search_documents WHERE entry IN (SELECT value FROM json_each(?))",
  );
  const deleteVectors = sqlite.prepare("DELETE FROM vectors WHERE index_id = ?");
  const deleteFilters = sqlite.prepare("DELETE FROM vector_filters WHERE index_id = ?");
  const clearEntries = (id: number, withDocuments: boolean) => {
    const rows = find.all([id, STEP_ROWS]);
    if (withDocuments) deleteDocuments.run([JSON.stringify(rows.map(([seq]) => seq))]);
    const last = rows.at(-1)?.[1];
    if (last !== undefined) deleteUpTo.run([id, toBytes(Buffer.from(last).toString("latin1"))]);
    return rows.length < STEP_ROWS;
  };
  return {
    documents: (id) => clearEntries(id, true),
    entries: (id) => clearEntries(id, false),
    text: (id) => {
      const entries = findText.all([id, STEP_ROWS]).map(([entry]) => entry);
      deleteTokens.run([JSON.stringify(entries)]);
      deleteTextRows.run([JSON.stringify(entries)]);
      return entries.length < STEP_ROWS;
    },
    vectors: (id) => {
      deleteVectors.run([id]);
      deleteFilters.run([id]);
      return true;
    },
  };
}
