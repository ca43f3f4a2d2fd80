/**
 * The database: one SQLite file, one process, one thread. Reads see the newest committed state or a recent earlier
 * one. Writes wait in a queue and share commits. api.ts states the guarantees of the interface, and README.md the
 * rules behind them.
 */
import { randomBytes } from "node:crypto";
import { lostCommits, writeFailed, type StorageError } from "../storage/errors.js";
import { explainOpening, openStore } from "../storage/open-store.js";
import type { Store } from "../storage/open-store.js";
import { SqliteError } from "../storage/sqlite.js";
import type {
  Commit,
  ComponentSchemas,
  Database,
  DatabaseSnapshot,
  NewTable,
  ReadTransaction,
  TableReplacement,
  TableSize,
  Timestamp,
  WriteResult,
  WriteTransaction,
} from "./api.js";
import { Catalog, ROOT } from "./catalog.js";
import { DatabaseClock } from "./clock.js";
import { Committer } from "./committer.js";
import type { CommitterServices, Guard, Verify } from "./committer.js";
import { openDatabaseSnapshot } from "./database-snapshot.js";
import { DocumentStore } from "./document-store.js";
import { DoomedIndexes } from "./doomed-indexes.js";
import { Durability } from "./durability.js";
import { DatabaseError } from "./errors.js";
import { MetaFacts } from "./meta-facts.js";
import { CursorSealer } from "./page-cursor.js";
import { Savepoints } from "./savepoints.js";
import { applySystemTables, applyTables, checkDocuments } from "./schema-change.js";
import type { SchemaServices } from "./schema-change.js";
import { parseSchema } from "./schema.js";
import type { TableSchema } from "./schema.js";
import { SessionRequests } from "./session-requests.js";
import { fillStep, namesOfUnfilled, UnfilledIndexes } from "./staged-indexes.js";
import { StagedValidators } from "./staged-validators.js";
import { openReplacement } from "./table-replacement.js";
import { StateReader } from "./transaction.js";
import { PastSource, WriteLog } from "./write-log.js";

export { registerSystemTable } from "./system-tables.js";
export { DatabaseError } from "./errors.js";

const SCHEMA = "database.schema";
/** JSON of an object from component path to schema. */
const COMPONENT_SCHEMAS = "database.componentSchemas";
const NO_SCHEMA = JSON.stringify({ tables: [], schemaValidation: false });
const CURSOR_SECRET = "database.cursorSecret";

export interface DatabaseOptions {
  /** The folder of the file is created if it is missing. */
  readonly path: string;
  readonly now?: () => number;
  readonly flush?: () => Promise<void>;
  /**
   * Called once if the log could not be written to disk. After that nothing is written, and the state of the file
   * is uncertain.
   */
  readonly onFailure?: (failure: StorageError) => void;
  readonly onNotice?: (notice: string) => void;
}

/** Throws a StorageError that explains what to do if the file cannot be used. */
export function openDatabase(options: DatabaseOptions): Database {
  const store = openStore(options.path);
  if (store.loss !== null) options.onNotice?.(lostCommits(options.path, store.loss));
  try {
    return new SqliteDatabase(store, options);
  } catch (error) {
    void store.close();
    throw explainOpening(options.path, error);
  }
}

class SqliteDatabase implements Database {
  readonly #services: CommitterServices & SchemaServices & { readonly doomed: DoomedIndexes };
  readonly #committer: Committer;
  readonly #staged: StagedValidators;
  #isClosed = false;
  #isWorking = false;
  #past: { readonly at: Timestamp; readonly latest: Timestamp; readonly source: PastSource } | null = null;

  constructor(
    private readonly file: Store,
    { path, now = Date.now, flush, onFailure, onNotice }: DatabaseOptions,
  ) {
    const { sqlite, log, mark } = file;
    const flushNow = () => {
      try {
        log.flushNow();
        mark.note(clock.committedTs);
      } catch (error) {
        durability.failed(error);
        throw error;
      }
    };
    const clock = new DatabaseClock(sqlite, now);
    const flushAndMark = async (mayBlock: boolean) => {
      const ts = clock.committedTs;
      await (flush === undefined ? log.flush(mayBlock) : flush());
      mark.note(ts);
    };
    const durability = new Durability(clock.ts, flushAndMark, (failure) =>
      onFailure?.(writeFailed(path, failure)),
    );
    const meta = new MetaFacts(sqlite, clock, flushNow);
    this.#services = {
      sqlite,
      path,
      clock,
      meta,
      now,
      catalog: new Catalog(sqlite),
      store: new DocumentStore(sqlite),
      sealer: new CursorSealer(cursorSecret(meta)),
      savepoints: new Savepoints(sqlite),
      sessionRequests: new SessionRequests(sqlite),
      log: new WriteLog(clock.ts),
      durability,
      flushNow,
      nextCreationTime: () => clock.nextCreationTime(),
      committed: () => file.committed(),
      unfilled: new UnfilledIndexes(sqlite),
      doomed: new DoomedIndexes(sqlite),
    };
    this.#committer = new Committer(this.#services);
    const { catalog, store } = this.#services;
    this.#staged = new StagedValidators(catalog, store, (line) => onNotice?.(line));
    applySystemTables(this.#services);
    if (meta.get(SCHEMA) !== null) applyTables(this.#services, this.#checkedSchema());
    this.#workInBackground();
  }

  get latestTs(): Timestamp {
    return this.#services.durability.ts;
  }

  get readableTs(): Timestamp {
    return this.#services.clock.ts;
  }

  read<T>(job: (tx: ReadTransaction) => T, at?: Timestamp): T {
    this.#requireOpen();
    this.#requireIdle();
    const latest = this.readableTs;
    if (at !== undefined && at > latest) {
      throw new DatabaseError(
        "TimestampInFuture",
        `Cannot read at timestamp ${at}: the newest is ${latest}.`,
      );
    }
    const isPast = at !== undefined && at < latest;
    const source = isPast ? this.#pastAt(at, latest) : this.#services.store;
    return job(new StateReader(this.#services, source, at ?? latest));
  }

  /** The queries of a group read the same past moment one after another, so its source is reused. */
  #pastAt(at: Timestamp, latest: Timestamp): PastSource {
    if (this.#past?.at !== at || this.#past.latest !== latest) {
      const { store, log } = this.#services;
      this.#past = { at, latest, source: new PastSource(store, log.changedSince(at)) };
    }
    return this.#past.source;
  }

  write<T>(job: (tx: WriteTransaction) => T): Promise<WriteResult<T>> {
    if (this.#isClosed) return Promise.reject(closed());
    return this.#committer.write(job);
  }

  setGuard(guard: Guard | null): void {
    this.#committer.guard = guard;
  }

  setVerifier(verify: Verify | null): void {
    this.#committer.verify = verify;
  }

  whenIdle(): Promise<void> {
    return this.#committer.whenIdle();
  }

  whenReadable(): Promise<void> {
    return this.#committer.whenReadable();
  }

  whenDurable(): Promise<void> {
    return this.#committer.whenDurable();
  }

  onApplied(listener: (commits: readonly Commit[]) => void): () => void {
    return this.#committer.onApplied(listener);
  }

  onCommit(listener: (commits: readonly Commit[]) => void): () => void {
    return this.#committer.onCommit(listener);
  }

  checkSchema(schema: string | null, components: ComponentSchemas = new Map()): void {
    this.#check(schemaTexts(schema, components));
  }

  applySchema(schema: string | null, components: ComponentSchemas = new Map()): void {
    const { meta } = this.#services;
    const texts = schemaTexts(schema, components);
    const tables = this.#check(texts);
    applyTables(this.#services, tables);
    this.#staged.begin(tables);
    if (meta.get(SCHEMA) !== texts.app) this.setMeta(SCHEMA, texts.app);
    const ofComponents = JSON.stringify(texts.components);
    if ((meta.get(COMPONENT_SCHEMAS) ?? "{}") !== ofComponents) this.setMeta(COMPONENT_SCHEMAS, ofComponents);
    this.#workInBackground();
  }

  unfilledIndexes(of = ROOT): readonly string[] {
    this.#requireOpen();
    return namesOfUnfilled(this.#services, of);
  }

  #workInBackground(): void {
    const { unfilled, doomed } = this.#services;
    const isIdle = unfilled.all().length === 0 && !doomed.isAny && !this.#staged.isAny;
    if (this.#isWorking || this.#isClosed || isIdle) return;
    this.#isWorking = true;
    this.#workInSteps().catch((error: unknown) => {
      this.#isWorking = false;
      // The work is repeated with the next schema or start. Until then the index remains staged.
      process.stderr.write(`Indexes are not built or removed for now: ${String(error)}\n`);
    });
  }

  /** Returns whether there may be more work. If another process has locked the file, the step is repeated. */
  #workSome(): boolean {
    try {
      return fillStep(this.#services) || this.#services.doomed.clearSome() || this.#staged.compareSome();
    } catch (error) {
      if (error instanceof SqliteError && error.code.startsWith("SQLITE_BUSY")) return true;
      throw error;
    }
  }

  /** After each step it pauses for as long as the step took. */
  async #workInSteps(): Promise<void> {
    const { durability } = this.#services;
    for (;;) {
      await this.#committer.whenIdle();
      const beganMs = performance.now();
      const isGoingOn = !this.#isClosed && durability.failure === null && this.#workSome();
      if (!isGoingOn) break;
      const restMs = Math.max(1, performance.now() - beganMs);
      await new Promise((resolve) => setTimeout(resolve, restMs).unref());
    }
    this.#isWorking = false;
  }

  #check(texts: SchemaTexts): TableSchema[] {
    this.#requireOpen();
    this.#requireIdle();
    const parsed = parseSchemas(texts);
    const known = this.#checkedSchema();
    for (const table of parsed) {
      const checked = known.find(
        ({ name, component }) => name === table.name && component === table.component,
      );
      if (!isSameValidator(checked, table)) checkDocuments(this.#services, table);
    }
    return parsed;
  }

  userTables(of = ROOT): readonly string[] {
    const tables = [...this.#services.catalog.tables()].filter(({ component }) => component === of);
    return tables.filter(({ isSystem, isStored }) => !isSystem && isStored).map(({ name }) => name);
  }

  tableSize(name: string, component = ROOT): TableSize {
    this.#requireOpen();
    this.#requireIdle();
    const { catalog, store } = this.#services;
    const table = catalog.tableIfKnown(name, component);
    if (table === null) return { documents: 0, bytes: 0 };
    return { documents: store.count(table.byId.id), bytes: store.size(table.byId.id) };
  }

  openSnapshot(): DatabaseSnapshot {
    this.#requireOpen();
    this.#requireIdle();
    return openDatabaseSnapshot(this.#services.path, this.readableTs);
  }

  async replaceTables(tables: readonly NewTable[]): Promise<TableReplacement> {
    this.#requireOpen();
    const replacement = await openReplacement(
      { ...this.#services, whenIdle: () => this.#committer.whenIdle() },
      tables,
    );
    return {
      numberOf: (component, name) => replacement.numberOf(component, name),
      add: (component, name, documents) => replacement.add(component, name, documents),
      finish: (end) => replacement.finish(end).finally(() => this.#workInBackground()),
      abandon: () => {
        replacement.abandon();
        this.#workInBackground();
      },
    };
  }

  #checkedSchema(): TableSchema[] {
    const { meta } = this.#services;
    // applySchema() wrote this JSON.
    const components = JSON.parse(meta.get(COMPONENT_SCHEMAS) ?? "{}") as Record<string, string>;
    return parseSchemas({ app: meta.get(SCHEMA) ?? NO_SCHEMA, components });
  }

  getMeta(name: string): string | null {
    return this.#services.meta.get(name);
  }

  setMeta(name: string, value: string): void {
    this.#requireOpen();
    if (!this.#services.meta.set(name, value)) this.#committer.schedule();
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    if (this.#services.meta.hasPending) this.#committer.schedule();
    await this.#committer.drained();
    await this.file.close();
  }

  #requireOpen(): void {
    if (this.#isClosed) throw closed();
  }

  #requireIdle(): void {
    if (!this.#committer.isOpen) return;
    throw new DatabaseError(
      "WriteInProgress",
      "The database cannot be read outside a transaction while a write batch is open.",
    );
  }
}

function closed(): DatabaseError {
  return new DatabaseError("Closed", "The database is closed.");
}

interface SchemaTexts {
  readonly app: string;
  /** Schemas by component path. */
  readonly components: Readonly<Record<string, string>>;
}

function schemaTexts(schema: string | null, components: ComponentSchemas): SchemaTexts {
  const texts = [...components].map(([path, own]) => [path, own ?? NO_SCHEMA] as const);
  return { app: schema ?? NO_SCHEMA, components: Object.fromEntries(texts) };
}

function parseSchemas({ app, components }: SchemaTexts): TableSchema[] {
  const own = Object.entries(components).flatMap(([component, text]) => parseSchema(text, component));
  return [...parseSchema(app), ...own];
}

function cursorSecret(meta: MetaFacts): string {
  const known = meta.get(CURSOR_SECRET);
  if (known !== null) return known;
  const secret = randomBytes(32).toString("base64url");
  meta.set(CURSOR_SECRET, secret);
  return secret;
}

function isSameValidator(checked: TableSchema | undefined, wanted: TableSchema): boolean {
  if (checked === undefined || checked.validator === null) return false;
  return JSON.stringify(checked.validator) === JSON.stringify(wanted.validator);
}
