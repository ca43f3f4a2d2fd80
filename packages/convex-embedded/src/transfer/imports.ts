/**
 * Imports from their upload to their end. The file is read once to show what it will do. After the developer has
 * confirmed, it is read again and stored. One import writes at a time. The CLI watches each by its document.
 *   uploaded ─► waiting_for_confirmation ─► in_progress ─► completed
 *      └───────────────┴──────────────────────┴─────────► failed
 */
import { rmSync } from "node:fs";
import type { Database } from "../database/api.js";
import type { FileStore } from "../files/file-store.js";
import type { Analysis } from "../functions/analysis.js";
import { componentSchemas } from "../functions/analysis.js";
import { readCommitted } from "../functions/system-query.js";
import { HttpError } from "../http/responses.js";
import { ImportError } from "./import-error.js";
import { openImportFile, type ImportSource } from "./import-file.js";
import {
  describeChanges,
  listChanges,
  planTables,
  type ImportMode,
  type PlannedTable,
  type TableName,
} from "./import-plan.js";
import { runImport } from "./import-run.js";
import { addImport, int64, setImport, type ImportState } from "./states.js";

export interface ImportServices {
  readonly database: Database;
  readonly files: FileStore;
  readonly analysis: () => Analysis;
  /** All data may have changed, so live queries must run again. */
  readonly onReplaced: () => void;
  readonly onError: (error: unknown) => void;
}

interface Waiting {
  readonly source: ImportSource;
  readonly mode: ImportMode;
  readonly planned: readonly PlannedTable[];
}

const PROGRESS_EVERY_MS = 1000;

export class SnapshotImports {
  private readonly waiting = new Map<string, Waiting>();
  private readonly cancels = new Map<string, AbortController>();
  private last: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(private readonly services: ImportServices) {}

  /** The uploaded file belongs to this import from now on. Returns the import's id. */
  async start(source: ImportSource, mode: ImportMode): Promise<string> {
    const { value: id } = await this.services.database.write(addImport);
    this.inTurn(id, source, async () => {
      const planned = await this.plan(source);
      const changes = await readCommitted(this.services.database, (tx) =>
        listChanges(tx, mode, planned, this.userTables()),
      );
      this.waiting.set(id, { source, mode, planned });
      await this.note(id, {
        state: "waiting_for_confirmation",
        message_to_confirm: describeChanges(changes),
        require_manual_confirmation: changes.some(({ deleted }) => deleted > 0),
      });
    });
    return id;
  }

  /** Throws if the import does not wait for confirmation. */
  async perform(id: string): Promise<void> {
    const found = this.waiting.get(id);
    if (found === undefined) throw notWaiting(id);
    this.waiting.delete(id);
    await this.note(id, progress("Importing", []));
    this.inTurn(id, found.source, () => this.run(id, found));
  }

  /** Throws if there is no such import. */
  async cancel(id: string): Promise<void> {
    const found = this.waiting.get(id);
    if (found === undefined) {
      const running = this.cancels.get(id);
      if (running === undefined) throw notWaiting(id);
      running.abort();
      return;
    }
    this.waiting.delete(id);
    removeFile(found.source);
    await this.note(id, { state: "failed", error_message: "Import canceled" });
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const controller of this.cancels.values()) controller.abort();
    await this.last;
  }

  private inTurn(id: string, source: ImportSource, work: () => Promise<void>): void {
    const cancel = new AbortController();
    this.cancels.set(id, cancel);
    this.last = this.last
      .then(work)
      .catch(async (error: unknown) => {
        removeFile(source);
        if (this.isClosed) return;
        await this.note(id, { state: "failed", error_message: messageOf(error) });
      })
      .catch(this.services.onError)
      .finally(() => {
        if (!this.waiting.has(id)) this.cancels.delete(id);
      });
  }

  private async plan(source: ImportSource): Promise<PlannedTable[]> {
    const file = await openImportFile(source);
    try {
      return await planTables(file);
    } finally {
      file.close();
    }
  }

  private async run(id: string, { source, mode, planned }: Waiting): Promise<void> {
    const { database, files, onReplaced, onError } = this.services;
    const messages: string[] = [];
    let toldAt = performance.now();
    const tell = (message: string) => {
      toldAt = performance.now();
      this.note(id, progress(message, [...messages])).catch(onError);
    };
    const file = await openImportFile(source);
    try {
      const written = await runImport({
        ...{ database, files, file, planned, mode },
        others: mode === "replaceAll" ? this.otherTables(planned) : [],
        optionalFields: (table) => (source.format === "csv" ? this.optionalFields(table) : new Set()),
        onProgress: (message) => {
          if (performance.now() - toldAt > PROGRESS_EVERY_MS) tell(message);
        },
        onCheckpoint: (message) => {
          messages.push(message);
          tell("Importing");
        },
        signal: this.cancels.get(id)?.signal ?? AbortSignal.abort(),
      });
      onReplaced();
      removeFile(source);
      await this.note(id, { state: "completed", num_rows_written: int64(BigInt(written)) });
      await files.sweep();
    } finally {
      file.close();
    }
  }

  private userTables(): TableName[] {
    const { database } = this.services;
    const components = new Set(["", ...componentSchemas(this.services.analysis()).keys()]);
    return [...components].flatMap((component) =>
      database.userTables(component).map((name) => ({ component, name })),
    );
  }

  private otherTables(planned: readonly PlannedTable[]) {
    const isPlanned = (table: TableName) =>
      planned.some(({ component, name }) => component === table.component && name === table.name);
    return this.userTables()
      .filter((table) => !isPlanned(table))
      .map((table) => ({ ...table, isInSchema: this.definitionOf(table) !== undefined }));
  }

  private optionalFields(table: TableName): ReadonlySet<string> {
    const type = this.definitionOf(table)?.documentType;
    const fields = type?.type === "object" ? Object.entries(type.value ?? {}) : [];
    return new Set(fields.filter(([, { optional }]) => optional).map(([name]) => name));
  }

  private definitionOf({ component, name }: TableName): TableDefinition | undefined {
    const analysis = this.services.analysis();
    const schema = component === "" ? analysis.schema : componentSchemas(analysis).get(component);
    if (schema === null || schema === undefined) return undefined;
    // `schema.export()` of `convex/server` wrote this text.
    const { tables } = JSON.parse(schema) as { readonly tables: readonly TableDefinition[] };
    return tables.find(({ tableName }) => tableName === name);
  }

  private async note(id: string, state: ImportState): Promise<void> {
    await this.services.database.write((tx) => setImport(tx, id, state));
  }
}

interface TableDefinition {
  readonly tableName: string;
  readonly documentType?: {
    readonly type: string;
    readonly value?: Readonly<Record<string, { readonly optional: boolean }>>;
  };
}

function progress(progress_message: string, checkpoint_messages: readonly string[]): ImportState {
  return { state: "in_progress", progress_message, checkpoint_messages };
}

function messageOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return error instanceof ImportError && message === "Import canceled"
    ? message
    : `Hit an error while importing:\n${message}`;
}

function notWaiting(id: string): HttpError {
  return new HttpError(400, "ImportNotFound", `The import ${id} does not wait for a confirmation`);
}

function removeFile({ path }: ImportSource): void {
  rmSync(path, { force: true });
}
