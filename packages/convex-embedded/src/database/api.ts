/**
 * The interface of the database for the rest of the runtime. Everything runs on one thread: a read or a write job
 * runs from start to end before another one begins, so no job sees the unfinished work of another.
 */
import type { JsonObject } from "../values/json.js";

/** Nanoseconds since 1970, strictly increasing from commit to commit and across restarts. */
export type Timestamp = bigint;

/** Bytes as a string of code units 0 to 255, so that `<` orders them like bytes. */
export type Key = string;

/** A Convex document in Convex's JSON encoding, including `_id` and `_creationTime`. */
export type DocumentText = string;

/** The half-open interval `[start, end)` of one index. A null end is unbounded. */
export interface KeyRange {
  readonly indexId: number;
  readonly start: Key;
  readonly end: Key | null;
}

export interface ReadSet {
  readonly ranges: readonly KeyRange[];
}

export interface Commit {
  readonly ts: Timestamp;
  /** Every index key that a write removed or added, by index id. */
  readonly writtenKeys: ReadonlyMap<number, readonly Key[]>;
}

export interface SerializedQuery {
  readonly source: unknown;
  readonly operators: readonly unknown[];
}

export interface QueryCursor {
  next(): DocumentText | null;
}

export interface PageOptions {
  readonly cursor: string | null;
  readonly endCursor?: string | null;
  readonly numItems: number;
  readonly maximumRowsRead?: number;
  readonly maximumBytesRead?: number;
}

export interface Page {
  readonly documents: readonly DocumentText[];
  readonly isDone: boolean;
  readonly continueCursor: string;
  readonly splitCursor: string | null;
  readonly pageStatus: "SplitRecommended" | "SplitRequired" | null;
}

/** A document found by vector search, with its score from -1 (opposite direction) to 1 (same direction). */
export interface VectorMatch {
  readonly _id: string;
  readonly _score: number;
}

/** "user" means the developer's own tables, "system" those that begin with `_`. */
export type TableSpace = "user" | "system";

/** How much of one of Convex's limits a transaction has used, and how much is left. */
export interface Usage {
  readonly used: number;
  readonly remaining: number;
}

export interface TransactionUsage {
  readonly bytesRead: Usage;
  readonly documentsRead: Usage;
  readonly rangesRead: Usage;
  readonly bytesWritten: Usage;
  readonly documentsWritten: Usage;
}

/** How much of each limit a part of a transaction may use. A missing entry means the limit itself. */
export type TransactionBudget = { readonly [Limit in keyof TransactionUsage]?: number };

export interface ReadTransaction {
  readonly ts: Timestamp;
  /** The component whose tables the names and ids refer to. */
  readonly component: string;
  /** If `table` is given, an id of another table is an error. */
  get(id: string, space?: TableSpace, table?: string): DocumentText | null;
  query(query: SerializedQuery, space?: TableSpace): QueryCursor;
  paginate(query: SerializedQuery, options: PageOptions, space?: TableSpace): Page;
  /**
   * Runs a vector search as `convex/server` serializes it, on the newest state. It adds nothing to the read set.
   */
  vectorSearch(query: unknown): VectorMatch[];
  normalizeId(table: string, id: string, space?: TableSpace): string | null;
  count(table: string, space?: TableSpace): number;
  /** Returns null for tables of other components. */
  tableOf(id: string): string | null;
  /**
   * `run` uses the names and ids of another component's tables. `""` is the app itself, where every transaction
   * begins.
   */
  within<T>(component: string, run: () => T): T;
  /**
   * Returns null if no component has the id's table. If several components have such a table, returns the one with
   * the document.
   */
  componentOf(id: string): string | null;
  /** Everything that was read so far, with overlapping ranges merged. */
  readSet(): ReadSet;
  usage(): TransactionUsage;
  /** `run` may read and write only `budget` more than before, and never more than the limits allow. */
  withBudget<T>(budget: TransactionBudget, run: () => T): T;
}

export interface WriteTransaction extends ReadTransaction {
  insert(table: string, value: string | JsonObject, space?: TableSpace): string;
  /** Throws if the document's id is taken or belongs to another table. */
  insertImported(table: string, document: ImportedDocument, space?: TableSpace): string;
  patch(id: string, value: string | JsonObject, space?: TableSpace, table?: string): void;
  replace(id: string, value: string | JsonObject, space?: TableSpace, table?: string): void;
  delete(id: string, space?: TableSpace, table?: string): void;
  /** If `run` throws, only its own writes are rolled back, and the caller gets the error. */
  savepoint<T>(run: () => T): T;
  /** The state at the start of this transaction, without its own writes. Reads of it are counted separately. */
  asFound(): ReadTransaction;
  /**
   * How many documents an index of a system table has with this value of its first field, in the app and all
   * components together. Not part of the read set.
   */
  countEverywhere(index: `${string}.${string}`, value: string): number;
  /** Null if the session has not called this mutation yet. */
  sessionRequest(request: SessionRequest): StoredAnswer | "another caller's" | null;
  /** The result is stored in the same transaction as the mutation's writes. */
  recordSessionRequest(request: SessionRequest, result: string): void;
}

export interface SessionRequest {
  readonly sessionId: string;
  readonly requestId: number;
  /** The caller's token identifier. Null if the caller is not signed in. */
  readonly caller: string | null;
}

export interface StoredAnswer {
  readonly ts: Timestamp;
  readonly result: string;
}

export interface ImportedDocument {
  /** An object in Convex's JSON encoding, without the system fields. */
  readonly value: string;
  /** Null assigns a new id and creation time. */
  readonly id: string | null;
  readonly creationTime: number | null;
}

export interface NewTable {
  readonly component: string;
  readonly name: string;
  /** The number in the ids of its documents. Null keeps the table's number, or assigns one. */
  readonly number: number | null;
  /** Whether the table that it replaces must be empty. */
  readonly mustBeEmpty: boolean;
}

/** These changes happen in the transaction that exchanges the tables. */
export interface ReplacementEnd {
  readonly removed: readonly { readonly component: string; readonly name: string }[];
  /**
   * Documents of an app's system table that refer to the exchanged tables and are removed and added together with
   * them.
   */
  readonly links: {
    readonly table: string;
    isRemoved(document: JsonObject, componentOf: (id: string) => string | null): boolean;
    readonly added: readonly string[];
  } | null;
}

/** Tables that are filled invisibly and then replace others in one transaction. */
export interface TableReplacement {
  numberOf(component: string, name: string): number | null;
  /** Stores all of the documents or none. Throws if a document is invalid. */
  add(component: string, name: string, documents: readonly ImportedDocument[]): Promise<void>;
  /** Live queries are not notified. */
  finish(end: ReplacementEnd): Promise<void>;
  /** Stored documents of the new tables are deleted in the background. */
  abandon(): void;
}

export interface TableSize {
  readonly documents: number;
  /** Counted as Convex counts. */
  readonly bytes: number;
}

export interface SnapshotTable {
  readonly component: string;
  readonly name: string;
  /** The key of the table in the database file. */
  readonly key: number;
  /** The number in the ids of its documents, unique within its component. */
  readonly number: number;
  readonly documents: number;
}

/** One moment of the whole database, which does not change while it is open. */
export interface DatabaseSnapshot {
  readonly ts: Timestamp;
  /** All tables, including those of the runtime itself. */
  tables(): SnapshotTable[];
  /** In pages, oldest first. Ends when the snapshot is closed. */
  documents(tableKey: number): Generator<readonly DocumentText[]>;
  close(): void;
}

export interface WriteResult<T> {
  readonly value: T;
  readonly ts: Timestamp;
}

/** By component path. The text is that of `schema.export()`. Null means no schema. */
export type ComponentSchemas = ReadonlyMap<string, string | null>;

export interface Database {
  /** The newest timestamp that is on disk. Nobody outside may see a later one. */
  readonly latestTs: Timestamp;
  /** The commit of this timestamp may not be on disk yet. */
  readonly readableTs: Timestamp;
  /** Runs `job` on the newest state, or on that of an earlier timestamp that is still kept. */
  read<T>(job: (tx: ReadTransaction) => T, at?: Timestamp): T;
  /**
   * Queues `job`. Several queued jobs share one durable commit. Resolves once the commit is on disk. A job that
   * throws writes nothing, and only its own promise rejects. A job may run more than once (see setVerifier). Only
   * its last run counts.
   */
  write<T>(job: (tx: WriteTransaction) => T): Promise<WriteResult<T>>;
  /**
   * Calls `verify` after the jobs of a batch and one turn of the event loop, before the commit. If it returns
   * false, the batch is rolled back, and each job runs separately. A job for which `verify` then returns false is
   * rolled back and rejects with the code "JobNotVerified".
   */
  setVerifier(verify: (() => boolean | Promise<boolean>) | null): void;
  /**
   * Runs the jobs of each batch inside `guard`, which may stop them by returning early. The batch is then rolled
   * back, the jobs before the stopped one run again as a batch, and the stopped one runs separately without a
   * guard.
   */
  setGuard(guard: ((runJobs: () => void) => void) | null): void;
  /** Resolves as soon as no batch of writes is open and everything that can be read is on disk. */
  whenIdle(): Promise<void>;
  /**
   * Resolves as soon as no batch of writes is open. `read` throws while a batch is open. What was read may be sent
   * to clients once `whenDurable()`, called directly afterwards, has resolved.
   */
  whenReadable(): Promise<void>;
  /** Resolves once everything that can be read now is on disk, after the promises of its writers. */
  whenDurable(): Promise<void>;
  /** Called with each batch, in order, as soon as it can be read. */
  onApplied(listener: (commits: readonly Commit[]) => void): () => void;
  /** Called with each durable batch, in order, before the promises of its jobs resolve. */
  onCommit(listener: (commits: readonly Commit[]) => void): () => void;
  /** Throws the same errors as `applySchema`, but changes nothing. */
  checkSchema(schema: string | null, components?: ComponentSchemas): void;
  /**
   * The text is that of `schema.export()`. Null means no schema. Fills new indexes. Throws if stored documents do
   * not match.
   */
  applySchema(schema: string | null, components?: ComponentSchemas): void;
  /** As `table.index`. Documents are still added to these staged indexes in the background. */
  unfilledIndexes(component?: string): readonly string[];
  /** Includes tables that are only in the schema, and tables that have ever had documents. */
  userTables(component?: string): readonly string[];
  tableSize(table: string, component?: string): TableSize;
  /** For long reads. Must be called while the database is idle. */
  openSnapshot(): DatabaseSnapshot;
  /** Throws a DatabaseError if ids in the new tables would belong to other tables. */
  replaceTables(tables: readonly NewTable[]): Promise<TableReplacement>;
  /** Small facts that survive a restart (keys, the state of crons). */
  getMeta(name: string): string | null;
  setMeta(name: string, value: string): void;
  close(): Promise<void>;
}

export interface SubscriptionIndex<Subscriber> {
  set(subscriber: Subscriber, reads: ReadSet): void;
  remove(subscriber: Subscriber): void;
  affectedBy(commits: readonly Commit[]): Set<Subscriber>;
}
