/**
 * What the rest of the runtime may ask of the database. Everything runs on one
 * thread: a read or a write job runs from start to end without another one in
 * between, so a job never sees half of somebody else's work.
 */
import type { JsonObject } from "../values/json.js";

/** Nanoseconds since 1970, strictly rising from commit to commit and across restarts. */
export type Timestamp = bigint;

/** Bytes as a string of code units 0 to 255, so that `<` orders like the bytes do. */
export type Key = string;

/** A Convex document in Convex's JSON encoding, `_id` and `_creationTime` included. */
export type DocumentText = string;

/** The half-open interval `[start, end)` of one index; a null end has no bound. */
export interface KeyRange {
  readonly indexId: number;
  readonly start: Key;
  readonly end: Key | null;
}

export interface ReadSet {
  readonly ranges: readonly KeyRange[];
}

/** One durable transaction, as subscriptions need to see it. */
export interface Commit {
  readonly ts: Timestamp;
  /** Every index key that a write removed or added, by index. */
  readonly writtenKeys: ReadonlyMap<number, readonly Key[]>;
}

/** A query as `convex/server` serializes it for `1.0/queryStream`. */
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

/** A document found by vector search; 1 is the same direction, -1 the opposite one. */
export interface VectorMatch {
  readonly _id: string;
  readonly _score: number;
}

/** Which tables a caller may name: the developer's own, or the ones that begin with `_`. */
export type TableSpace = "user" | "system";

/** How much of one of Convex's limits a transaction has used, and how much is left of it. */
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

/** What a part of a transaction may use of each limit; what is missing here has the limit alone. */
export type TransactionBudget = { readonly [Limit in keyof TransactionUsage]?: number };

export interface ReadTransaction {
  readonly ts: Timestamp;
  /** The component whose tables names and ids mean now. */
  readonly component: string;
  /** With `table`, an id of another table is an error. */
  get(id: string, space?: TableSpace, table?: string): DocumentText | null;
  query(query: SerializedQuery, space?: TableSpace): QueryCursor;
  paginate(query: SerializedQuery, options: PageOptions, space?: TableSpace): Page;
  /** Runs a vector search as `convex/server` serializes it, on the newest state; it leaves nothing in the read set. */
  vectorSearch(query: unknown): VectorMatch[];
  normalizeId(table: string, id: string, space?: TableSpace): string | null;
  /** How many documents a table has. */
  count(table: string, space?: TableSpace): number;
  /** The name of the table that an id belongs to, or null; tables of other components have none. */
  tableOf(id: string): string | null;
  /**
   * Runs a part in which names and ids mean the tables of another component; `""` is the app itself, where
   * every transaction begins.
   */
  within<T>(component: string, run: () => T): T;
  /** The component whose table an id belongs to, or null; where several have such a table, the one that has the document. */
  componentOf(id: string): string | null;
  /** What was read so far, merged. */
  readSet(): ReadSet;
  usage(): TransactionUsage;
  /** Runs a part that may use only so much more than was used before it, and never more than the limits allow. */
  withBudget<T>(budget: TransactionBudget, run: () => T): T;
}

export interface WriteTransaction extends ReadTransaction {
  /** Returns the new document's id. `value` is an object in Convex's JSON encoding, parsed or as text. */
  insert(table: string, value: string | JsonObject, space?: TableSpace): string;
  /** Stores a document from elsewhere; throws when its id is taken or names another table. */
  insertImported(table: string, document: ImportedDocument, space?: TableSpace): string;
  patch(id: string, value: string | JsonObject, space?: TableSpace, table?: string): void;
  replace(id: string, value: string | JsonObject, space?: TableSpace, table?: string): void;
  delete(id: string, space?: TableSpace, table?: string): void;
  /** Runs a part that is undone alone when it throws; the error goes on to the caller. */
  savepoint<T>(run: () => T): T;
  /** The state that this transaction found, without its own writes; what is read of it counts by itself. */
  asFound(): ReadTransaction;
  /**
   * How many documents an index of a system table has under one value of its first field, in the app and all
   * components together. It stays out of the read set.
   */
  countEverywhere(index: `${string}.${string}`, value: string): number;
  /** The stored answer of a mutation that this session already made; null for one that it has not made. */
  sessionRequest(request: SessionRequest): StoredAnswer | "another caller's" | null;
  /** Remembers a mutation's answer in the same transaction as its writes. */
  recordSessionRequest(request: SessionRequest, result: string): void;
}

/** A mutation that its client may send again, and who sends it. */
export interface SessionRequest {
  readonly sessionId: string;
  readonly requestId: number;
  /** The caller's token identifier; null for nobody. */
  readonly caller: string | null;
}

/** What a mutation was answered with. */
export interface StoredAnswer {
  readonly ts: Timestamp;
  readonly result: string;
}

/** A document from elsewhere. */
export interface ImportedDocument {
  /** An object in Convex's JSON encoding, without the system fields. */
  readonly value: string;
  /** Null gives it a new one, as with its creation time. */
  readonly id: string | null;
  readonly creationTime: number | null;
}

/** A table that takes the place of the one with this name, or is new. */
export interface NewTable {
  readonly component: string;
  readonly name: string;
  /** What the ids of its documents name it; null keeps the number that it has, or gives it one. */
  readonly number: number | null;
  /** Whether there may be nothing in the table that it replaces. */
  readonly mustBeEmpty: boolean;
}

/** What is done in the transaction that exchanges tables. */
export interface ReplacementEnd {
  /** Tables that go for good. */
  readonly removed: readonly { readonly component: string; readonly name: string }[];
  /** Documents of a system table of the app that go and come with it. */
  readonly links: {
    readonly table: string;
    /** `componentOf` tells whose document of a system table an id is. */
    isRemoved(document: JsonObject, componentOf: (id: string) => string | null): boolean;
    readonly added: readonly string[];
  } | null;
}

/** Tables that are made where nobody sees them, to take the place of others all at once. */
export interface TableReplacement {
  /** The number that a new table has, or null when the table is not replaced. */
  numberOf(component: string, name: string): number | null;
  /** Stores documents of a new table, all of them or none; throws what is wrong with one. */
  add(component: string, name: string, documents: readonly ImportedDocument[]): Promise<void>;
  /** Exchanges the tables. Live queries do not hear of it by themselves. */
  finish(end: ReplacementEnd): Promise<void>;
  /** Gives it up; what was stored goes in the background. */
  abandon(): void;
}

export interface TableSize {
  readonly documents: number;
  /** As Convex counts them. */
  readonly bytes: number;
}

/** A table as one moment of the file has it. */
export interface SnapshotTable {
  readonly component: string;
  /** As the component's code names it. */
  readonly name: string;
  /** What the file knows it by. */
  readonly key: number;
  /** What the ids of its documents name, in its component. */
  readonly number: number;
  readonly documents: number;
}

/** One moment of the whole database, which stays the same while it is open. */
export interface DatabaseSnapshot {
  readonly ts: Timestamp;
  /** All tables, those of the runtime itself included. */
  tables(): SnapshotTable[];
  /** The documents of a table in pages, oldest first; it ends when the snapshot is closed. */
  documents(tableKey: number): Generator<readonly DocumentText[]>;
  close(): void;
}

export interface WriteResult<T> {
  readonly value: T;
  readonly ts: Timestamp;
}

/** `schema.export()` JSON, or null for none, by the paths of components. */
export type ComponentSchemas = ReadonlyMap<string, string | null>;

export interface Database {
  /** The newest timestamp that is on disk: nobody outside may hear of a later one. */
  readonly latestTs: Timestamp;
  /** The newest timestamp that can be read; commits up to it may still be on their way to disk. */
  readonly readableTs: Timestamp;
  /** Runs `job` at the newest state, or at an earlier timestamp that is still kept. */
  read<T>(job: (tx: ReadTransaction) => T, at?: Timestamp): T;
  /**
   * Queues `job`; several queued jobs share one durable commit. Resolves once the
   * commit is on disk. A job that throws writes nothing and rejects alone. A job may
   * run more than once (see setVerifier): only its last run counts.
   */
  write<T>(job: (tx: WriteTransaction) => T): Promise<WriteResult<T>>;
  /**
   * Asks `verify` after a batch's jobs and one turn of the event loop, before the commit;
   * when it returns false the batch is undone and each job runs by itself, with its own
   * verify; a job for which it is false then is undone and rejects with code "JobNotVerified".
   */
  setVerifier(verify: (() => boolean | Promise<boolean>) | null): void;
  /**
   * Runs each batch's jobs inside `guard`, which may stop them from outside by returning early; then the batch
   * is undone, the jobs before the stopped one run again as a batch, and that one by itself, without a guard.
   */
  setGuard(guard: ((runJobs: () => void) => void) | null): void;
  /** Resolves as soon as no write batch is open and all that can be read is on disk. */
  whenIdle(): Promise<void>;
  /**
   * Resolves as soon as no write batch is open; `read` throws while one is. What was read may be told once
   * `whenDurable()`, asked right after it, has resolved.
   */
  whenReadable(): Promise<void>;
  /** Resolves, after the promises of those who wrote it, once everything that can be read now is on disk. */
  whenDurable(): Promise<void>;
  /** Called with each batch in order as soon as it can be read. */
  onApplied(listener: (commits: readonly Commit[]) => void): () => void;
  /** Called with each durable batch in order, before the promises of its jobs resolve. */
  onCommit(listener: (commits: readonly Commit[]) => void): () => void;
  /** Throws what `applySchema` would throw, and changes nothing. */
  checkSchema(schema: string | null, components?: ComponentSchemas): void;
  /**
   * Takes over the schema (`schema.export()` JSON, or null for none) of the app, and those of its components;
   * backfills indexes; throws when stored documents do not fit.
   */
  applySchema(schema: string | null, components?: ComponentSchemas): void;
  /** A component's staged indexes that documents are still added to in the background, as `table.index`. */
  unfilledIndexes(component?: string): readonly string[];
  /** The names of a component's tables that its schema names or documents were ever written to. */
  userTables(component?: string): readonly string[];
  /** What a table holds; nothing when there is none of that name. */
  tableSize(table: string, component?: string): TableSize;
  /** Opens the newest moment of everything, for whoever reads long. Call it while the database is idle. */
  openSnapshot(): DatabaseSnapshot;
  /** Begins to replace tables; throws a DatabaseError when ids of the new ones would name other tables. */
  replaceTables(tables: readonly NewTable[]): Promise<TableReplacement>;
  /** Small runtime facts that outlive a restart (keys, cron state). */
  getMeta(name: string): string | null;
  setMeta(name: string, value: string): void;
  close(): Promise<void>;
}

/** Finds who read what a commit wrote, without looking at those who did not. */
export interface SubscriptionIndex<Subscriber> {
  set(subscriber: Subscriber, reads: ReadSet): void;
  remove(subscriber: Subscriber): void;
  affectedBy(commits: readonly Commit[]): Set<Subscriber>;
}
