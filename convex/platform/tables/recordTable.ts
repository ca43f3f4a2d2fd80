/**
 * Creates the table of a described kind of record. The description determines its rows, the words of its history
 * and the columns of its exports. Further fields of the model appear in the history only if words are given for
 * them.
 */
import { defineTable, type TableDefinition } from "convex/server";
import { v, type ObjectType, type PropertyValidators, type VObject } from "convex/values";
import type { ExportDescription } from "../../../domain/exports/kinds";
import { described, type HistoryDescription } from "../../../domain/history/describing";
import type { Fields } from "../../../domain/records/fields";
import { rowFields, type RowFields } from "./recordValidators";
import { rows, type KennelRows, type Options, type Rules } from "./rows";

const whole = <Columns extends PropertyValidators>(columns: Columns) => ({
  kennelId: v.id("kennels"),
  ...columns,
  /** Automatic changes leave the time unchanged. */
  updatedAt: v.number(),
});

type Whole<Columns extends PropertyValidators> = ReturnType<typeof whole<Columns>>;

interface Table<F extends Fields, Columns extends PropertyValidators, Rows, OnDelete> extends Options {
  /** The columns are in the order of an export, and include the described columns. */
  readonly columns: (recorded: RowFields<F>) => Columns;
  readonly indexes: (table: TableDefinition<VObject<ObjectType<Whole<Columns>>, Whole<Columns>>>) => Rows;
  readonly onDelete: OnDelete;
  /** The labels are only for fields that the description does not contain. */
  readonly history: Omit<HistoryDescription, "fields" | "unkept"> &
    Partial<Pick<HistoryDescription, "fields">>;
  readonly export: Omit<ExportDescription, "described">;
}

export function recordTable<
  const F extends Fields,
  Columns extends PropertyValidators,
  Rows extends KennelRows,
  const OnDelete extends Rules<Rows>,
>(
  description: F,
  { columns, indexes, history, export: files, onDelete, ...options }: Table<F, Columns, Rows, OnDelete>,
) {
  const own = columns(rowFields(description));
  const fields = { ...described(description), ...history.fields };
  const told = Object.keys(fields);
  const isTold = (name: string) => told.some((each) => each === name || each.startsWith(`${name}.`));
  return rows("record", indexes(defineTable(whole(own))), {
    ...options,
    onDelete,
    history: {
      ...history,
      fields,
      unkept: [...Object.keys(own).filter((name) => !isTold(name)), "updatedAt"],
    },
    export: { ...files, described: description },
  });
}
