/**
 * Describes stored counts. A projection says what a single row adds to a stored number. When a row changes, the
 * number changes by the difference between before and after. Creating, changing, deleting, undoing, importing and
 * restoring therefore need no code of their own for counts. Areas list their projections in tables/projections.ts.
 */
import type { Infer, Validator } from "convex/values";
import type { HistoryTable } from "../../../domain/history/tables.gen";
import type { TABLES } from "../../tables.gen";

type Tables = typeof TABLES;

/**
 * Where numbers are stored. One possibility is rows of counts: one per kennel and key, which is deleted when all
 * its numbers are zero, or one permanent row per kennel. The other possibility is records that count their own
 * parts; the history leaves these fields out.
 */
export interface KeptCount {
  readonly table: keyof Tables;
  /**
   * The index that begins with the kennel and the fields of the key; absent for records, whose key is their `_id`.
   */
  readonly index?: string;
  /** The numbers of a new row. An object or a list contains numbers by name or by index. */
  readonly fresh: Readonly<Record<string, number | readonly number[] | Readonly<Record<string, number>>>>;
  /** Numbers that older rows lack until a migration counts them. A missing number is not changed. */
  readonly late?: readonly string[];
}

/** The key of a stored row within a kennel: values by field, in the order of the index. */
export type Key = Readonly<Record<string, string>>;

/**
 * The amounts that one row adds to the stored row of a key, or to the kennel's stored row if there is no key. A
 * name with a dot is a number within an object.
 */
export interface Share {
  readonly key?: Key;
  readonly add: Readonly<Record<string, number>>;
  /** Further fields of a new stored row. */
  readonly label?: Readonly<Record<string, string>>;
}

/** Tables whose rows can be counted: the tables of a kennel, and the table of kennels. */
export type CountedTable = HistoryTable | keyof Tables;

/** How the rows in one table are counted. */
export interface Projection {
  readonly table: CountedTable;
  readonly kept: KeptCount;
  /** Called only with rows of the named table. */
  share(this: void, row: object): Share | readonly Share[] | null;
  /** How many rows a restore counts in one transaction, if each row adds to many stored rows. */
  readonly atOnce?: number | undefined;
}

/**
 * Describes how the rows in a table are counted. A row that adds nothing returns null. A row that adds to several
 * stored rows returns a list. If the table has a history, `share` may read only fields that the history contains,
 * or fields that change together with such a field.
 */
export const project = <Row extends Validator<object, "required", string>>(
  table: CountedTable,
  _definition: { readonly validator: Row },
  kept: KeptCount,
  share: (row: Infer<Row>) => Share | readonly Share[] | null,
  atOnce?: number,
): Projection => ({ table, kept, share, atOnce });
