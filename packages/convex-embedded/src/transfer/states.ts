/**
 * The documents that the CLI watches during exports and imports: one for the newest export and one per import, in
 * system tables that its queries read. Work that an earlier process had not finished counts as failed when the next
 * process starts.
 */
import { rmSync } from "node:fs";
import path from "node:path";
import { EXPORTS_FOLDER, IMPORTS_FOLDER } from "../data-folder.js";
import type { Database, ReadTransaction, WriteTransaction } from "../database/api.js";
import { registerSystemTable } from "../database/system-tables.js";
import { readCommitted, wholeTable, type Stored } from "../functions/system-query.js";
import { encodeInteger } from "../values/json.js";

export const EXPORTS_TABLE = "_exports";
export const IMPORTS_TABLE = "_snapshot_imports";

registerSystemTable(EXPORTS_TABLE, []);
registerSystemTable(IMPORTS_TABLE, []);

/** An int64 in Convex's JSON encoding. */
export interface EncodedInteger {
  readonly $integer: string;
}

export function int64(value: bigint): EncodedInteger {
  const { $integer } = encodeInteger(value);
  return { $integer: typeof $integer === "string" ? $integer : "" };
}

/** The CLI requires this name. */
export type ExportState =
  | { readonly state: "in_progress"; readonly start_ts: EncodedInteger; readonly progress_message: string }
  | {
      readonly state: "completed";
      readonly start_ts: EncodedInteger;
      readonly complete_ts: EncodedInteger;
      readonly zip_object_key: string;
    }
  | { readonly state: "failed"; readonly start_ts: EncodedInteger };

/** The CLI requires this name. */
export type ImportState =
  | { readonly state: "uploaded" }
  | {
      readonly state: "waiting_for_confirmation";
      readonly message_to_confirm: string;
      readonly require_manual_confirmation: boolean;
    }
  | {
      readonly state: "in_progress";
      readonly progress_message: string;
      readonly checkpoint_messages: readonly string[];
    }
  | { readonly state: "completed"; readonly num_rows_written: EncodedInteger }
  | { readonly state: "failed"; readonly error_message: string };

export interface ImportDocument {
  readonly state: ImportState;
}

const MAX_IMPORTS_KEPT = 20;

export function removeOldExports(dataDir: string): void {
  rmSync(path.join(dataDir, EXPORTS_FOLDER), { recursive: true, force: true });
}

/** Also removes the files of uploads. */
export function removeLeftovers(dataDir: string): void {
  removeOldExports(dataDir);
  rmSync(path.join(dataDir, IMPORTS_FOLDER), { recursive: true, force: true });
}

export function latestExport(tx: ReadTransaction): Stored<ExportState> | null {
  return [...wholeTable<ExportState>(tx, EXPORTS_TABLE)].at(-1) ?? null;
}

export function setExport(tx: WriteTransaction, state: ExportState): void {
  for (const { _id } of [...wholeTable<ExportState>(tx, EXPORTS_TABLE)]) tx.delete(_id, "system");
  tx.insert(EXPORTS_TABLE, JSON.stringify(state), "system");
}

export function listImports(tx: ReadTransaction): Stored<ImportDocument>[] {
  return [...wholeTable<ImportDocument>(tx, IMPORTS_TABLE)];
}

/** Returns the import's id. The oldest imports are deleted. */
export function addImport(tx: WriteTransaction): string {
  const known = listImports(tx);
  for (const { _id } of known.slice(0, Math.max(0, known.length - MAX_IMPORTS_KEPT)))
    tx.delete(_id, "system");
  const document: ImportDocument = { state: { state: "uploaded" } };
  return tx.insert(IMPORTS_TABLE, JSON.stringify(document), "system");
}

export function setImport(tx: WriteTransaction, id: string, state: ImportState): void {
  const document: ImportDocument = { state };
  tx.replace(id, JSON.stringify(document), "system");
}

const UNFINISHED_IMPORTS = ["uploaded", "waiting_for_confirmation", "in_progress"];

/** For work that an earlier process began. */
export async function failUnfinished(database: Database): Promise<void> {
  const isUnfinished = ({ state }: ImportDocument) => UNFINISHED_IMPORTS.includes(state.state);
  const found = await readCommitted(database, (tx) => ({
    exporting: latestExport(tx),
    imports: listImports(tx).filter(isUnfinished),
  }));
  const { exporting, imports } = found;
  const isExporting = exporting?.state === "in_progress";
  if (!isExporting && imports.length === 0) return;
  await database.write((tx) => {
    if (isExporting) setExport(tx, { state: "failed", start_ts: exporting.start_ts });
    for (const { _id } of imports) {
      setImport(tx, _id, { state: "failed", error_message: "The runtime was restarted during the import." });
    }
  });
}
