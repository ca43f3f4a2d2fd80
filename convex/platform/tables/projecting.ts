/**
 * Describes stored counts. A projection says what a single row adds to a stored number. When a row changes, the
 * number changes by the difference between before and after; therefore creating, changing, deleting, undoing,
 * importing and restoring need no code of their own for counts. Areas list their projections in
 * tables/projections.ts.
 */
import type { Infer, Validator } from "convex/values";
import type { HistoryTable } from "../../../domain/history/tables.gen";
import type { TABLES } from "../../tables.gen";

type Tables = typeof TABLES;

/**
 * Where numbers are stored. Either in rows of counts: one per kennel and key, which is deleted when all its numbers
 * are zero, or one permanent row per kennel. Or in records that count their own parts; the history leaves these
 * fields out.
 */
export interface KeptCount {
  readonly table: keyof Tables;
  /**
   * The index that begins with the kennel and the fields of the key; absent for records, whose key is their `_id`.
   */
  readonly index?: string;
  /** The numbers of a new row; an object or a list contains numbers by name or by index. */
  readonly fresh: Readonly<Record<string, number | readonly number[] | Readonly<Record<string, number>>>>;
  /** Numbers that older rows lack until a migration counts them. A missing number is not changed. */
  readonly late?: readonly string[];
}

/** The key of a stored row within a kennel: values by field, in the order of the index. */
export type Key = Readonly<Record<string, string>>;

/**
 * What one row adds to the stored row of a key, or to the kennel's stored row if there is no key. A name with a dot
 * is a number within an object.
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
  /** Called only with rows of the named table. */
  share(this: void, row: object): Share | readonly Share[] | null;
  /** How many rows a restore counts in one transaction, if each adds to many stored rows. */
  readonly atOnce?: number | undefined;
}

/**
 * Describes how the rows of a table are counted; a row that adds nothing returns null, one that adds to several
 * stored rows a list. If the table has a history,
 * `share` may read only fields that the history contains, or fields that change together with such a field.
 */
export const project = <Row extends Validator<object, "required", string>>(
  table: CountedTable,
  _definition: { readonly validator: Row },
  kept: KeptCount,
  share: (row: Infer<Row>) => Share | readonly Share[] | null,
  atOnce?: number,
): Projection => ({ table, kept, share, atOnce });
