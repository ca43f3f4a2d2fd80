/** Lists the tables whose rows belong to a kennel, and reads these rows. */
import type { NamedTableInfo, Query } from "convex/server";
import { v } from "convex/values";
import type { DataModel, Id } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import type { HistoryDescription } from "../../../../domain/history/describing";
import type { HistoryTable } from "../../../../domain/history/tables.gen";
import { kennelHistory } from "../../tables/kennels";
import { TABLES } from "../../../tables.gen";
import type { KennelTableKind } from "../../tables/rows";

/** This is well under Convex's limit of 16,000 writes in a transaction. */
export const PURGE_BATCH = 500;

/** The rows of such tables have up to half a megabyte. A transaction may read 16 MiB. */
const PURGE_BATCH_OF_LARGE_ROWS = 20;

type Tables = typeof TABLES;

export type KennelTable = keyof Tables;

/** Rows of these tables are copied and deleted with the kennel. */
// The keys are exactly the names of the tables.
export const KENNEL_TABLES = Object.keys(TABLES) as KennelTable[];

export const kennelTableValidator = v.union(...KENNEL_TABLES.map((table) => v.literal(table)));

type TableOf<Kind extends KennelTableKind> = {
  [Table in KennelTable]: Tables[Table]["kind"] extends Kind ? Table : never;
}[KennelTable];

/** People enter the records of these tables. */
export type RecordTable = TableOf<"record">;

/** The tables are in the order of their names. */
export const tablesOfKind = <Kind extends KennelTableKind>(kind: Kind): TableOf<Kind>[] =>
  KENNEL_TABLES.filter((table): table is TableOf<Kind> => TABLES[table].kind === kind);

export const isRecordTable = (table: KennelTable): table is RecordTable => TABLES[table].kind === "record";

export const rowsAtOnce = (table: KennelTable): number =>
  TABLES[table].isLarge ? PURGE_BATCH_OF_LARGE_ROWS : PURGE_BATCH;

/** The rows have the order of the table's first index. */
export const rowsOf = (ctx: QueryCtx, table: KennelTable, kennelId: Id<"kennels">) =>
  // The table is known only at run time, so the compiler cannot check its index. Each of these indexes begins with
  // the kennel.
  ctx.db
    .query(table as "kennelCounters")
    .withIndex(TABLES[table].walk as "by_kennel", (q) => q.eq("kennelId", kennelId)) as unknown as Query<
    NamedTableInfo<DataModel, KennelTable>
  >;

export const describedHistory = (table: HistoryTable): HistoryDescription =>
  table === "kennels" ? kennelHistory : TABLES[table].history;
