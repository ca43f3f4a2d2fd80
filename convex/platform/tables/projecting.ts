/**
 * Describes stored counts. A projection says what a single row adds to a stored number. When a row changes, the
 * number changes by the difference between before and after, so creating, changing, deleting, undoing, importing
 * and restoring need no code of their own for counts.
 */
import type { Infer, Validator } from "convex/values";
import type { HistoryTable } from "../../../domain/history/tables.gen";
import type { TABLES } from "../../tables.gen";

type Tables = typeof TABLES;

/**
 * The numbers are stored in records that count their own parts, in one permanent row per kennel, or in one row per
 * kennel and key that is deleted when all its numbers are zero. The history leaves these fields out.
 */
export interface KeptCount {
  readonly table: keyof Tables;
  /** Begins with the kennel and the fields of the key; absent for records, whose key is their `_id`. */
  readonly index?: string;
  /** An object or a list contains numbers by name or by index. */
  readonly fresh: Readonly<Record<string, number | readonly number[] | Readonly<Record<string, number>>>>;
  /** Older rows lack these numbers until a migration counts them. A missing number is not changed. */
  readonly late?: readonly string[];
}

/** Values by field, in the order of the index. */
export type Key = Readonly<Record<string, string>>;

/**
 * The amounts that one row adds to the stored row of a key, or to the kennel's stored row if there is no key. A
 * name with a dot is a number within an object.
 */
export interface Share {
  readonly key?: Key;
  readonly add: Readonly<Record<string, number>>;
  readonly label?: Readonly<Record<string, string>>;
}

/** The tables of a kennel, and the table of kennels. */
export type CountedTable = HistoryTable | keyof Tables;

export interface Projection {
  readonly table: CountedTable;
  readonly kept: KeptCount;
  /** Receives only rows of the projection's table. */
  share(this: void, row: object): Share | readonly Share[] | null;
  /** Rows that a restore counts in one transaction, if each row adds to many stored rows. */
  readonly atOnce?: number | undefined;
}

/**
 * A row that adds nothing returns null. A row that adds to several stored rows returns a list. If the table has a
 * history, `share` may read only fields that the history contains, or fields that change together with such a
 * field.
 */
export const project = <Row extends Validator<object, "required", string>>(
  table: CountedTable,
  _definition: { readonly validator: Row },
  kept: KeptCount,
  share: (row: Infer<Row>) => Share | readonly Share[] | null,
  atOnce?: number,
): Projection => ({ table, kept, share, atOnce });
