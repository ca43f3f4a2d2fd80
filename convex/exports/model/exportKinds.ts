/** The kinds of records that an export holds, in the order of the file: the tables of what people enter, as they say. */
import type { ExportDescription, ExportedTable, ExportKind } from "../../../domain/exports/kinds";
import { historyOf } from "../../../domain/history/records";
import { inPlace } from "../../../domain/records/places";
import { tablesOfKind } from "../../platform/model/changes/kennelTables";
import { TABLES } from "../../tables.gen";

/** Returns what a table says of its records in an export. */
export const describedExport = (table: ExportedTable): ExportDescription => TABLES[table].export;

export const EXPORT_KINDS: readonly ExportKind[] = inPlace(
  tablesOfKind("record").map((table) => [table, describedExport(table)]),
).map(([table, { title = historyOf(table).plural, printed }]) => ({ table, title, printed }));
