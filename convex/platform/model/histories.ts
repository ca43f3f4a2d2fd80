/** What the tables say of the history of their records (tables/rows.ts), the kennel itself among them. */
import type { HistoryDescription } from "../../../domain/history/describing";
import type { HistoryTable } from "../../../domain/history/tables.gen";
import { TABLES } from "../../tables.gen";
import { kennelHistory } from "../tables/kennels";

/** Returns what a table says of the history of its records. */
export const describedHistory = (table: HistoryTable): HistoryDescription =>
  table === "kennels" ? kennelHistory : TABLES[table].history;
