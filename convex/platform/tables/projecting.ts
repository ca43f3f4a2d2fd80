/**
 * What a projection is: it says of one row, by that row alone, what the row adds to a kept count. The difference
 * between what a row added before and adds after is all that a change moves, so creation, change, deletion, return,
 * import and restore need no code of their own. Areas list theirs in tables/projections.ts.
 */
import type { Infer, Validator } from "convex/values";
import type { HistoryTable } from "../../../domain/history/tables.gen";
import type { TABLES } from "../../tables.gen";

type Tables = typeof TABLES;

/**
 * Rows of counts: one per kennel and key, which goes when all its numbers are zero, or one per kennel, which stays. Or
 * records that keep numbers of their own parts, which their history does not tell.
 */
export interface KeptCount {
  readonly table: keyof Tables;
  /** The index led by the kennel and the fields of the key; none for records, whose key is their `_id`. */
  readonly index?: string;
  /** The numbers of a new row; an object or a list holds numbers by name or place. */
  readonly fresh: Readonly<Record<string, number | readonly number[] | Readonly<Record<string, number>>>>;
  /** Numbers that older rows may lack until a migration counts them; nothing is added to one that is not there. */
  readonly late?: readonly string[];
}

/** What tells the kept rows of a kennel apart: values by field, in the order of the index. */
export type Key = Readonly<Record<string, string>>;

/** What one row adds to the kept row of a key, or without one to that of the kennel. A name with a dot is a number within. */
export interface Share {
  readonly key?: Key;
  readonly add: Readonly<Record<string, number>>;
  /** What a new kept row says besides. */
  readonly label?: Readonly<Record<string, string>>;
}

/** Tables whose rows can be counted: those of a kennel, and the kennels themselves. */
export type CountedTable = HistoryTable | keyof Tables;

/** How the rows of one table are counted. */
export interface Projection {
  readonly table: CountedTable;
  readonly kept: KeptCount;
  /** Rows of the table that is named come here. */
  share(this: void, row: object): Share | null;
}

/**
 * Describes how rows of a table are counted; a row that adds nothing has no share. Of a table
 * with a history it reads fields that have one, or that change with the row being read.
 */
export const project = <Row extends Validator<object, "required", string>>(
  table: CountedTable,
  _definition: { readonly validator: Row },
  kept: KeptCount,
  share: (row: Infer<Row>) => Share | null,
): Projection => ({
  table,
  kept,
  share,
});
