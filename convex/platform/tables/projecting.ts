/**
 * A projection says what one row, looked at alone, adds to a stored count. A change of the row changes the count by
 * the difference between before and after, so that creation, change, deletion, undo, import and restore need no
 * code of their own. Areas list theirs in tables/projections.ts.
 */
import type { Infer, Validator } from "convex/values";
import type { HistoryTable } from "../../../domain/history/tables.gen";
import type { TABLES } from "../../tables.gen";

type Tables = typeof TABLES;

/**
 * Rows of counts: one per kennel and key, deleted when all its numbers are zero, or one permanent row per kennel.
 * Or records with counts of their own parts, which their history leaves out.
 */
export interface KeptCount {
  readonly table: keyof Tables;
  /** The index led by the kennel and the key's fields; none for records, whose key is their `_id`. */
  readonly index?: string;
  /** The numbers of a new row; an object or a list holds numbers by name or index. */
  readonly fresh: Readonly<Record<string, number | readonly number[] | Readonly<Record<string, number>>>>;
  /** Numbers that older rows may lack until a migration counts them; nothing is added to a missing one. */
  readonly late?: readonly string[];
}

/** The key of a stored row within a kennel: values by field, in the order of the index. */
export type Key = Readonly<Record<string, string>>;

/**
 * What one row adds to the stored row of a key, or without a key to the kennel's. A dotted name is a number within
 * an object.
 */
export interface Share {
  readonly key?: Key;
  readonly add: Readonly<Record<string, number>>;
  /** Further fields of a new stored row. */
  readonly label?: Readonly<Record<string, string>>;
}

/** Tables whose rows can be counted: those of a kennel, and the kennels themselves. */
export type CountedTable = HistoryTable | keyof Tables;

/** How the rows of one table are counted. */
export interface Projection {
  readonly table: CountedTable;
  readonly kept: KeptCount;
  /** Only rows of the named table arrive here. */
  share(this: void, row: object): Share | null;
}

/**
 * Describes how rows of a table are counted; a row that adds nothing has no share. If the table has a history, only
 * fields with a history are read, or fields that change together with such a field.
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
