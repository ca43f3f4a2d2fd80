/** The kinds of records in an export, in the file's order. They are the tables whose rows people enter. */
import type { ExportDescription, ExportedTable, ExportKind } from "../../../domain/exports/kinds";
import { historyOf } from "../../../domain/history/records";
import { inPlace } from "../../../domain/records/places";
import { tablesOfKind } from "../../platform/model/changes/kennelTables";
import { TABLES } from "../../tables.gen";

export const describedExport = (table: ExportedTable): ExportDescription => TABLES[table].export;

export const EXPORT_KINDS: readonly ExportKind[] = inPlace(
  tablesOfKind("record").map((table) => [table, describedExport(table)]),
).map(([table, { title = historyOf(table).plural, printed }]) => ({ table, title, printed }));
