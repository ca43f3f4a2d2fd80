/**
 * Documents and index entries as rows of SQLite: the newest state, including the writes of the open transaction.
 * Rows are returned in the order of the key, in batches of the requested size. SQLite returns the numbers of all
 * rows as one text, because passing each row through the driver would cost more than finding it. The contents of
 * recently read rows are in memory.
 */
import type { Sqlite, Statement } from "../storage/sqlite.js";
import type { KeyRange } from "./api.js";
import { encodeKeyPart } from "../values/key-codec.js";
import { DocumentCache, type StoredDocument } from "./document-cache.js";
import { FoundRows } from "./found-rows.js";
import { keyOf } from "./index-keys.js";
import type { Index } from "./catalog.js";
import type { TextMatch } from "./search/ranking.js";
import type { TextSearch } from "./search/text-query.js";
import { TextStore } from "./search/text-store.js";
import { VectorStore } from "./search/vector-store.js";

export interface Row {
  readonly json: string;
  readonly size: number;
  /** The position of the row in its range. */
  readonly key: string;
}

/**
 * A stored row. Its key is not read from SQLite, because that would cost more than the rest of the row. The few
 * callers that need the key calculate it again from the document.
 */
class StoredRow implements Row {
  constructor(
    private readonly index: Index,
    readonly json: string,
    readonly size: number,
  ) {}

  get key(): string {
    return keyOf(this.index, this.json);
  }
}

export type Order = "asc" | "desc";

/** The state from which a transaction reads: the newest, or an earlier one. */
export interface DocumentSource {
  get(indexId: number, key: string): StoredDocument | null;
  scan(index: Index, range: KeyRange, order: Order, limit: number): Row[];
  count(indexId: number): number;
  /** The matches are in no order. */
  searchText(search: TextSearch): TextMatch[];
}

export function toBytes(key: string): Buffer {
  return Buffer.from(key, "latin1");
}

/** A row with one JSON array of row numbers. */
type Found = [seqs: string];

const NONE: ReadonlyMap<number, StoredDocument> = new Map();

const FIND = "SELECT seq FROM index_entries WHERE index_id = ?";

export class DocumentStore implements DocumentSource {
  readonly text: TextStore;
  readonly vectors: VectorStore;
  readonly #get: Statement<[seq: number, json: string, size: number]>;
  readonly #load: Statement<[json: string, size: number]>;
  readonly #loadMany: Statement<[seq: number, json: string, size: number]>;
  readonly #scans: Record<Order, { bounded: Statement<Found>; open: Statement<Found> }>;
  readonly #cache: DocumentCache;
  readonly #found = new FoundRows();
  readonly #seqOf: Statement<[number]>;
  readonly #count: Statement<[number]>;
  readonly #countPart: Statement<[number]>;
  readonly #size: Statement<[number]>;
  readonly #insertDocument: Statement<[]>;
  readonly #updateDocument: Statement<[]>;
  readonly #deleteDocument: Statement<[]>;
  readonly #insertEntry: Statement<[]>;
  readonly #deleteEntry: Statement<[]>;
  readonly #deleteIndex: Statement<[]>;

  constructor(sqlite: Sqlite) {
    this.text = new TextStore(sqlite);
    this.vectors = new VectorStore(sqlite);
    this.#cache = new DocumentCache();
    this.#get = sqlite.prepare(
      "SELECT d.seq, d.json, d.size FROM index_entries e JOIN documents d ON d.seq = e.seq " +
        "WHERE e.index_id = ? AND e.key = ?",
    );
    this.#load = sqlite.prepare("SELECT json, size FROM documents WHERE seq = ?");
    this.#loadMany = sqlite.prepare(
      "SELECT seq, json, size FROM documents WHERE seq IN (SELECT value FROM json_each(?))",
    );
    const found = (range: string, direction: string) =>
      sqlite.prepare<Found>(
        `SELECT json_group_array(seq) FROM (${FIND} AND ${range} ORDER BY key ${direction} LIMIT ?)`,
      );
    const scans = (direction: string) => ({
      bounded: found("key >= ? AND key < ?", direction),
      open: found("key >= ?", direction),
    });
    this.#scans = { asc: scans("ASC"), desc: scans("DESC") };
    this.#seqOf = sqlite.prepare("SELECT seq FROM index_entries WHERE index_id = ? AND key = ?");
    this.#count = sqlite.prepare("SELECT count(*) FROM index_entries WHERE index_id = ?");
    this.#countPart = sqlite.prepare(
      "SELECT count(*) FROM index_entries WHERE index_id = ? AND key >= ? AND key < ?",
    );
    this.#size = sqlite.prepare(
      "SELECT coalesce(sum(d.size), 0) FROM index_entries e JOIN documents d ON d.seq = e.seq WHERE e.index_id = ?",
    );
    this.#insertDocument = sqlite.prepare("INSERT INTO documents (size, json) VALUES (?, ?)");
    this.#updateDocument = sqlite.prepare("UPDATE documents SET size = ?, json = ? WHERE seq = ?");
    this.#deleteDocument = sqlite.prepare("DELETE FROM documents WHERE seq = ?");
    this.#insertEntry = sqlite.prepare("INSERT INTO index_entries (index_id, key, seq) VALUES (?, ?, ?)");
    this.#deleteEntry = sqlite.prepare("DELETE FROM index_entries WHERE index_id = ? AND key = ?");
    this.#deleteIndex = sqlite.prepare("DELETE FROM index_entries WHERE index_id = ?");
  }

  get(indexId: number, key: string): StoredDocument | null {
    const known = this.#cache.byKey(indexId, key);
    if (known !== undefined) return known;
    const row = this.#get.get([indexId, toBytes(key)]);
    if (row === undefined) return null;
    const document = { seq: row[0], json: row[1], size: row[2] };
    this.#cache.addByKey(indexId, key, document);
    return document;
  }

  scan(index: Index, range: KeyRange, order: Order, limit: number): Row[] {
    const seqs = this.#found.of(index.id, range, `${order} ${limit}`, () =>
      this.#find(index, range, order, limit),
    );
    return this.#documents(seqs).map(({ json, size }) => new StoredRow(index, json, size));
  }

  #find(index: Index, { start, end }: KeyRange, order: Order, limit: number): readonly number[] {
    const { bounded, open } = this.#scans[order];
    const [found] =
      (end === null
        ? open.get([index.id, toBytes(start), limit])
        : bounded.get([index.id, toBytes(start), toBytes(end), limit])) ?? [];
    return found === undefined ? [] : (JSON.parse(found) as number[]);
  }

  #documents(seqs: readonly number[]): StoredDocument[] {
    const missing: number[] = [];
    const documents: (StoredDocument | undefined)[] = [];
    for (const seq of seqs) {
      const known = this.#cache.bySeq(seq);
      documents.push(known);
      if (known === undefined) missing.push(seq);
    }
    const loaded = missing.length === 0 ? NONE : this.#loadAll(missing);
    return documents.map((document, i) => document ?? loaded.get(seqs[i] ?? -1)).filter(isThere);
  }

  #loadAll(seqs: readonly number[]): ReadonlyMap<number, StoredDocument> {
    const loaded = new Map<number, StoredDocument>();
    const [first = -1] = seqs;
    const rows =
      seqs.length === 1
        ? this.#load.all([first]).map(([json, size]) => ({ seq: first, json, size }))
        : this.#loadMany.all([JSON.stringify(seqs)]).map(([seq, json, size]) => ({ seq, json, size }));
    for (const document of rows) {
      this.#cache.add(document);
      loaded.set(document.seq, document);
    }
    return loaded;
  }

  count(indexId: number): number {
    return this.#count.get([indexId])?.[0] ?? 0;
  }

  /** The documents themselves are not read. */
  countPart(indexId: number, start: string, end: string): number {
    return this.#countPart.get([indexId, toBytes(start), toBytes(end)])?.[0] ?? 0;
  }

  searchText(search: TextSearch): TextMatch[] {
    return this.text.search(search);
  }

  size(indexId: number): number {
    return this.#size.get([indexId])?.[0] ?? 0;
  }

  insert(json: string, size: number, entries: Iterable<readonly [number, string]>): number {
    const seq = this.#insertDocument.run([size, json]);
    this.#cache.written(seq, null);
    for (const [indexId, key] of entries) this.insertEntry(indexId, key, seq);
    return seq;
  }

  update(seq: number, json: string, size: number): void {
    this.#cache.written(seq, { seq, json, size });
    this.#updateDocument.run([size, json, seq]);
  }

  /** The caller removes each of the document's index entries with `deleteEntry`. */
  delete(seq: number): void {
    this.#cache.written(seq, null);
    this.#deleteDocument.run([seq]);
  }

  insertEntry(indexId: number, key: string, seq: number): void {
    this.#found.written(indexId);
    this.#insertEntry.run([indexId, toBytes(key), seq]);
  }

  deleteEntry(indexId: number, key: string): void {
    this.#found.written(indexId);
    this.#cache.forgetKey(indexId, key);
    this.#deleteEntry.run([indexId, toBytes(key)]);
  }

  undone(): void {
    this.#cache.undone();
    this.#found.undone();
  }

  ended(isCommitted: boolean): void {
    this.#cache.ended(isCommitted);
    this.#found.ended(isCommitted);
  }

  forgetAll(): void {
    this.#cache.clear();
    this.#found.clear();
  }

  seqOf(byIdIndexId: number, id: string): number | null {
    return this.#seqOf.get([byIdIndexId, toBytes(encodeKeyPart(id))])?.[0] ?? null;
  }

  deleteIndex(indexId: number): void {
    this.#found.written(indexId);
    this.#deleteIndex.run([indexId]);
  }
}

function isThere(document: StoredDocument | undefined): document is StoredDocument {
  return document !== undefined;
}
