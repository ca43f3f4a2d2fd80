/**
 * The transaction of one write job. Every change is written to SQLite immediately, so that the job's own reads see
 * it. It is also added to a list, from which the commit gets the written index keys. A document is checked against
 * limits and schema before it is stored.
 */
import { formatSize } from "../values/limits.js";
import { newId } from "../values/ids.js";
import { encodeKeyPart, keyAfterPrefix } from "../values/key-codec.js";
import type { JsonObject } from "../values/json.js";
import type {
  Commit,
  ImportedDocument,
  Page,
  PageOptions,
  QueryCursor,
  ReadTransaction,
  SerializedQuery,
  SessionRequest,
  StoredAnswer,
  TableSpace,
  Timestamp,
  TransactionBudget,
  TransactionUsage,
  WriteTransaction,
} from "./api.js";
import type { Table } from "./catalog.js";
import { checkDocument } from "./document-check.js";
import {
  documentText,
  givenFields,
  parseStored,
  patched,
  withCommitTs,
  withoutSystemFields,
} from "./documents.js";
import type { StoredDocument } from "./document-cache.js";
import { DatabaseError, invalidArgument, nonexistentDocument, tooManyWrites } from "./errors.js";
import { MAX_BYTES_WRITTEN, MAX_DOCUMENTS_WRITTEN } from "./limits.js";
import { indexKeys } from "./index-keys.js";
import { narrowed, usageOf } from "./read-set.js";
import type { Savepoints } from "./savepoints.js";
import { updateSearch } from "./search/search-writes.js";
import type { StoredAt } from "./search/search-writes.js";
import type { SessionRequests } from "./session-requests.js";
import { StateReader } from "./transaction.js";
import { requireIdOf } from "./table-replacement.js";
import type { TransactionServices } from "./transaction.js";
import { OldVersions, PastSource, type OldVersion } from "./write-log.js";

const NO_KEYS: readonly (readonly [number, string])[] = [];

export interface WriteServices extends TransactionServices {
  readonly savepoints: Savepoints;
  readonly sessionRequests: SessionRequests;
  /** Each creation time is greater than the previous one. */
  nextCreationTime(): number;
  now(): number;
}

interface Change {
  readonly table: Table;
  readonly old: OldVersion;
  readonly keys: readonly (readonly [indexId: number, key: string])[];
}

export class WriteJob extends StateReader implements WriteTransaction {
  #changes: Change[] = [];
  #documentsWritten = 0;
  #bytesWritten = 0;
  #maxDocuments = MAX_DOCUMENTS_WRITTEN;
  #maxBytes = MAX_BYTES_WRITTEN;
  #hasRecorded = false;
  /** Tables that got their first document in this job. */
  readonly #newTables = new Set<Table>();

  constructor(
    protected override readonly services: WriteServices,
    startTs: Timestamp,
    private readonly commitTs: Timestamp,
  ) {
    super(services, services.store, startTs);
  }

  /** False, because earlier jobs of the batch have already listed their keys without the shapes of this job. */
  override get isNewest(): boolean {
    return false;
  }

  get hasWritten(): boolean {
    return this.#changes.length > 0 || this.#hasRecorded;
  }

  override query(query: SerializedQuery, space: TableSpace = "user"): QueryCursor {
    return super.query(withCommitTs(query, this.commitTs), space);
  }

  override paginate(query: SerializedQuery, options: PageOptions, space: TableSpace = "user"): Page {
    return super.paginate(withCommitTs(query, this.commitTs), options, space);
  }

  insert(tableName: string, value: string | JsonObject, space: TableSpace = "user"): string {
    const table = this.tables.table(tableName, space);
    const given = givenFields(value, "db.insert", this.commitTs);
    return this.#insert(table, given, newId(table.number), this.services.nextCreationTime());
  }

  insertImported(tableName: string, document: ImportedDocument, space: TableSpace = "user"): string {
    const table = this.tables.table(tableName, space);
    const id = document.id ?? newId(table.number);
    requireIdOf(table, id);
    if (this.services.store.get(table.byId.id, encodeKeyPart(id)) !== null) {
      throw new DatabaseError("DuplicateId", `The document "${id}" is in table "${tableName}" already.`);
    }
    const given = givenFields(document.value, "import", this.commitTs);
    return this.#insert(table, given, id, document.creationTime ?? this.services.nextCreationTime());
  }

  #insert(table: Table, given: JsonObject, id: string, creationTime: number): string {
    const fields = withoutSystemFields(given, id, creationTime);
    const size = checkDocument(table, fields, this.tables);
    const keys = indexKeys(table.indexes, fields, id, creationTime);
    const entries = table.indexes.map((index, i) => [index.id, keys[i] ?? ""] as const);
    this.#beforeWrite(table, size);
    if (!table.isStored && !table.isSystem) {
      this.services.catalog.requireRoomFor(this.#newTables.add(table));
    }
    const seq = this.services.store.insert(documentText(fields, id, creationTime), size, entries);
    const searchKeys = this.#updateSearch(table, { seq, id, creationTime }, null, fields);
    this.#changes.push({
      table,
      old: { byId: table.byId.id, id, json: null, size: 0 },
      keys: [...entries, ...searchKeys],
    });
    return id;
  }

  patch(id: string, value: string | JsonObject, space: TableSpace = "user", expected?: string): void {
    const { table, document } = this.#require(id, space, expected, "db.patch", "Update");
    const stored = parseStored(document.json);
    const patch = givenFields(value, "db.patch", this.commitTs);
    const changes = withoutSystemFields(patch, id, stored.creationTime);
    this.#write(table, document, stored, patched(stored.fields, changes));
  }

  replace(id: string, value: string | JsonObject, space: TableSpace = "user", expected?: string): void {
    const { table, document } = this.#require(id, space, expected, "db.replace", "Replace");
    const stored = parseStored(document.json);
    const given = givenFields(value, "db.replace", this.commitTs);
    this.#write(table, document, stored, withoutSystemFields(given, id, stored.creationTime));
  }

  delete(id: string, space: TableSpace = "user", expected?: string): void {
    const { table, document } = this.#require(id, space, expected, "db.delete", "Delete");
    const { fields, creationTime } = parseStored(document.json);
    const keys = indexKeys(table.indexes, fields, id, creationTime);
    const entries = table.indexes.map((index, i) => [index.id, keys[i] ?? ""] as const);
    this.#beforeWrite(table, 0);
    for (const [indexId, key] of entries) this.services.store.deleteEntry(indexId, key);
    this.services.store.delete(document.seq);
    const searchKeys = this.#updateSearch(table, { seq: document.seq, id, creationTime }, fields, null);
    const old = { byId: table.byId.id, id, json: document.json, size: document.size };
    this.#changes.push({ table, old, keys: [...entries, ...searchKeys] });
  }

  /** Returns the keys that searches may have read. */
  #updateSearch(
    { search }: Table,
    stored: StoredAt,
    before: JsonObject | null,
    after: JsonObject | null,
  ): readonly (readonly [number, string])[] {
    if (search.text.length + search.vector.length === 0) return NO_KEYS;
    return updateSearch(this.services.store, search, stored, before, after);
  }

  #require(
    id: string,
    space: TableSpace,
    expected: string | undefined,
    call: string,
    operation: "Update" | "Replace" | "Delete",
  ): { table: Table; document: StoredDocument } {
    const found = this.locate(id, space, expected, call);
    if (found === null) throw invalidArgument(call, "id", `Table for ID "${id}" not found`);
    if (found.document === null) throw nonexistentDocument(operation, id);
    return { table: found.table, document: found.document };
  }

  #write(
    table: Table,
    document: StoredDocument,
    stored: { readonly fields: JsonObject; readonly id: string; readonly creationTime: number },
    fields: JsonObject,
  ): void {
    const { id, creationTime } = stored;
    const size = checkDocument(table, fields, this.tables);
    const json = documentText(fields, id, creationTime);
    if (json === document.json) return;
    const oldKeys = indexKeys(table.indexes, stored.fields, id, creationTime);
    const newKeys = indexKeys(table.indexes, fields, id, creationTime);
    const { store } = this.services;
    this.#beforeWrite(table, size);
    const keys: (readonly [number, string])[] = [];
    for (const [i, index] of table.indexes.entries()) {
      const before = oldKeys[i] ?? "";
      const after = newKeys[i] ?? "";
      keys.push([index.id, after]);
      if (before === after) continue;
      keys.push([index.id, before]);
      store.deleteEntry(index.id, before);
      store.insertEntry(index.id, after, document.seq);
    }
    store.update(document.seq, json, size);
    keys.push(...this.#updateSearch(table, { seq: document.seq, id, creationTime }, stored.fields, fields));
    const old = { byId: table.byId.id, id, json: document.json, size: document.size };
    this.#changes.push({ table, old, keys });
  }

  #beforeWrite(table: Table, size: number): void {
    if (!table.isSystem) {
      this.#documentsWritten += 1;
      this.#bytesWritten += size;
      if (this.#documentsWritten > this.#maxDocuments) {
        throw tooManyWrites(String(this.#maxDocuments), "writes");
      }
      if (this.#bytesWritten > this.#maxBytes) {
        throw tooManyWrites(formatSize(this.#maxBytes), "bytes written");
      }
    }
    this.services.savepoints.beforeWrite();
    this.writeVersion += 1;
  }

  override usage(): TransactionUsage {
    return {
      ...this.reads.usage(),
      bytesWritten: usageOf(this.#bytesWritten, this.#maxBytes),
      documentsWritten: usageOf(this.#documentsWritten, this.#maxDocuments),
    };
  }

  override withBudget<T>(budget: TransactionBudget, run: () => T): T {
    const outer = { documents: this.#maxDocuments, bytes: this.#maxBytes };
    this.#maxDocuments = narrowed(outer.documents, this.#documentsWritten, budget.documentsWritten);
    this.#maxBytes = narrowed(outer.bytes, this.#bytesWritten, budget.bytesWritten);
    try {
      return super.withBudget(budget, run);
    } finally {
      this.#maxDocuments = outer.documents;
      this.#maxBytes = outer.bytes;
    }
  }

  asFound(): ReadTransaction {
    const replaced = new OldVersions();
    for (const version of this.replaced()) replaced.set(version);
    return new StateReader(this.services, new PastSource(this.services.store, replaced), this.ts);
  }

  savepoint<T>(run: () => T): T {
    const mark = this.#changes.length;
    const written = { documents: this.#documentsWritten, bytes: this.#bytesWritten };
    const hadRecorded = this.#hasRecorded;
    const level = this.services.savepoints.enter();
    let isKept = false;
    try {
      const value = run();
      isKept = true;
      return value;
    } finally {
      this.services.savepoints.leave(level, isKept);
      if (!isKept) {
        this.services.store.undone();
        this.#changes.length = mark;
        this.#documentsWritten = written.documents;
        this.#bytesWritten = written.bytes;
        this.#hasRecorded = hadRecorded;
        this.writeVersion += 1;
      }
    }
  }

  countEverywhere(index: `${string}.${string}`, value: string): number {
    const [tableName, indexName] = index.split(".");
    const start = encodeKeyPart(value);
    const end = keyAfterPrefix(start) ?? "";
    let count = 0;
    for (const table of this.services.catalog.tables()) {
      if (!table.isSystem || table.name !== tableName) continue;
      const found = table.indexes.find(({ name }) => name === indexName);
      if (found !== undefined) count += this.services.store.countPart(found.id, start, end);
    }
    return count;
  }

  sessionRequest(request: SessionRequest): StoredAnswer | "another caller's" | null {
    return this.services.sessionRequests.find(request);
  }

  recordSessionRequest(request: SessionRequest, result: string): void {
    this.services.savepoints.beforeWrite();
    const answer = { ts: this.commitTs, result };
    this.services.sessionRequests.record(request, answer, this.services.now());
    this.#hasRecorded = true;
  }

  writtenTables(): Set<Table> {
    return new Set(this.#changes.map(({ table }) => table));
  }

  toCommit(): Commit {
    const writtenKeys = new Map<number, Set<string>>();
    for (const { keys } of this.#changes) {
      for (const [indexId, key] of keys) {
        const known = writtenKeys.get(indexId);
        if (known === undefined) writtenKeys.set(indexId, new Set([key]));
        else known.add(key);
      }
    }
    const entries = [...writtenKeys].map(([indexId, keys]) => [indexId, [...keys]] as const);
    return { ts: this.commitTs, writtenKeys: new Map(entries) };
  }

  replaced(): OldVersion[] {
    const first = new Map<string, OldVersion>();
    for (const { old } of this.#changes) {
      const key = `${old.byId} ${old.id}`;
      if (!first.has(key)) first.set(key, old);
    }
    return [...first.values()];
  }
}
