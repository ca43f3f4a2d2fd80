/**
 * The operations of a job: reading one state of the database and, in a write job, changing it. A write transaction
 * sees its own writes. When a savepoint is rolled back, its reads remain in the read set, because the decision to
 * roll back depended on them.
 */
import { encodeKeyPart } from "../values/key-codec.js";
import { parseId } from "../values/ids.js";
import type {
  DocumentText,
  Page,
  PageOptions,
  QueryCursor,
  ReadSet,
  ReadTransaction,
  SerializedQuery,
  TableSpace,
  Timestamp,
  TransactionBudget,
  TransactionUsage,
  VectorMatch,
} from "./api.js";
import { ROOT } from "./catalog.js";
import type { Catalog, CatalogView, Table } from "./catalog.js";
import type { StoredDocument } from "./document-cache.js";
import type { DocumentSource, DocumentStore } from "./document-store.js";
import { DatabaseError, invalidArgument } from "./errors.js";
import type { ScanContext } from "./index-scan.js";
import type { CursorSealer } from "./page-cursor.js";
import { readPage } from "./pagination.js";
import { compileQuery, startQuery, textsOf } from "./query.js";
import { ReadTracker } from "./read-set.js";
import { compileVectorSearch } from "./search/vector-query.js";

export interface TransactionServices {
  readonly catalog: Catalog;
  readonly store: DocumentStore;
  readonly sealer: CursorSealer;
}

export interface Located {
  readonly table: Table;
  readonly document: StoredDocument | null;
}

export class StateReader implements ReadTransaction, ScanContext {
  readonly reads = new ReadTracker();
  writeVersion = 0;
  /** The tables of the component whose code is running. */
  protected tables: CatalogView;

  constructor(
    protected readonly services: TransactionServices,
    readonly source: DocumentSource,
    readonly ts: Timestamp,
  ) {
    this.tables = services.catalog.in(ROOT);
  }

  get isNewest(): boolean {
    return this.source === this.services.store;
  }

  get component(): string {
    return this.tables.component;
  }

  within<T>(component: string, run: () => T): T {
    const outer = this.tables;
    if (outer.component === component) return run();
    this.tables = this.services.catalog.in(component);
    try {
      return run();
    } finally {
      this.tables = outer;
    }
  }

  componentOf(id: string): string | null {
    const { tableNumber } = parseId(id);
    const [table, ...others] = tableNumber === null ? [] : this.services.catalog.tablesByNumber(tableNumber);
    if (table === undefined || others.length === 0) return table?.component ?? null;
    const key = encodeKeyPart(id);
    const holds = ({ byId, isSystem }: Table) => {
      this.reads.addPoint(byId.id, key, !isSystem);
      return this.source.get(byId.id, key) !== null;
    };
    return [table, ...others].find(holds)?.component ?? null;
  }

  get(id: string, space: TableSpace = "user", table?: string): DocumentText | null {
    return (
      this.locate(id, space, table, space === "user" ? "db.get" : "db.system.get")?.document?.json ?? null
    );
  }

  protected locate(
    id: string,
    space: TableSpace,
    expected: string | undefined,
    call: string,
  ): Located | null {
    const parsed = parseId(id);
    if (parsed.tableNumber === null) throw invalidArgument(call, "id", parsed.error);
    const table = this.tables.tableByNumber(parsed.tableNumber);
    if (table === null) return null;
    requireSpaceOf(table, space);
    if (expected !== undefined && expected !== table.name) {
      const problem = `expected to be an Id<"${expected}">, got Id<"${table.name}"> instead.`;
      throw invalidArgument(call, "id", problem);
    }
    const key = encodeKeyPart(id);
    this.reads.addPoint(table.byId.id, key, !table.isSystem);
    const document = this.source.get(table.byId.id, key);
    if (document !== null && !table.isSystem) this.reads.countDocument(document.size);
    return { table, document };
  }

  query(query: SerializedQuery, space: TableSpace = "user"): QueryCursor {
    const compiled = compileQuery(this.tables, query, space);
    return textsOf(startQuery(this, compiled, compiled.range, null).rows);
  }

  paginate(query: SerializedQuery, options: PageOptions, space: TableSpace = "user"): Page {
    const compiled = compileQuery(this.tables, query, space);
    return readPage(this, this.services.sealer, compiled, query, options);
  }

  vectorSearch(query: unknown): VectorMatch[] {
    if (this.source !== this.services.store) {
      throw new DatabaseError("NotSupported", "Vector search reads the newest state only.");
    }
    const compiled = compileVectorSearch(query, (table) => this.tables.table(table, "user"));
    return this.services.store.vectors.search(compiled);
  }

  normalizeId(table: string, id: string, space: TableSpace = "user"): string | null {
    const known = this.tables.tableIfKnown(table);
    if (known === null || known.isSystem !== (space === "system")) return null;
    return parseId(id).tableNumber === known.number ? id : null;
  }

  count(table: string, space: TableSpace = "user"): number {
    const { byId, isSystem } = this.tables.table(table, space);
    const everything = { indexId: byId.id, start: "", end: null };
    this.reads.addScan({ readSoFar: () => everything }, !isSystem);
    return this.source.count(byId.id);
  }

  tableOf(id: string): string | null {
    const { tableNumber } = parseId(id);
    return tableNumber === null ? null : this.tables.tableName(tableNumber);
  }

  usage(): TransactionUsage {
    const nothing = { used: 0, remaining: 0 };
    return { ...this.reads.usage(), bytesWritten: nothing, documentsWritten: nothing };
  }

  withBudget<T>(budget: TransactionBudget, run: () => T): T {
    return this.reads.withBudget(budget, run);
  }

  readSet(): ReadSet {
    return this.reads.readSet();
  }
}

function requireSpaceOf(table: Table, space: TableSpace): void {
  if (table.isSystem === (space === "system")) return;
  throw new DatabaseError(
    "SystemTableError",
    table.isSystem
      ? "System tables can only be accessed with db.system."
      : "User tables cannot be accessed with db.system.",
  );
}
