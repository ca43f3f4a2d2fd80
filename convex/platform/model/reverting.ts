/**
 * What putting former values of a record back has in common: each kind of record puts them back through the functions
 * that people change it with, so that every rule is checked and everything that follows from it does; where its table says
 * that nothing follows (`undo: "plain"`), they are written as they were.
 */
import type { GenericValidator } from "convex/values";
import { flatten } from "../../../domain/history/differences";
import type { HistoryDescription } from "../../../domain/history/describing";
import type { HistoryTable } from "../../../domain/history/tables.gen";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { DEFINITIONS, type TABLES } from "../../tables.gen";
import type { Access } from "./identity";
import { nextVersion } from "./versions";

/** Former values by field, those within objects under joined names; undefined where there was none. */
export type Values = Readonly<Record<string, unknown>>;

/** Who puts something back, on which day of theirs. */
export interface Reverting {
  readonly access: Access;
  readonly today: string;
}

/** Puts former values of a record back; those that it cannot put back it leaves. */
export type Revert<Table extends HistoryTable> = (
  ctx: MutationCtx,
  row: Doc<Table>,
  values: Values,
  by: Reverting,
) => Promise<void>;

/** How kinds of records have former values put back. */
export type Reverts = { readonly [Table in HistoryTable]?: Revert<Table> };

type Tables = typeof TABLES;

/** The kinds of records whose table says that former values are written as they were. */
type PlainTable = {
  [Table in HistoryTable & keyof Tables]: Tables[Table] extends { history: HistoryDescription<"plain"> }
    ? Table
    : never;
}[HistoryTable & keyof Tables];

/** How each kind of record has former values put back whose table does not say that they are written as they were. */
export type AllReverts = { readonly [Table in Exclude<HistoryTable, PlainTable>]: Revert<Table> } & {
  readonly [Table in PlainTable]?: never;
};

/** Says whether a field is among the values. */
export const has = (values: Values, ...names: readonly string[]): boolean =>
  names.some((name) => Object.hasOwn(values, name));

/** Picks fields out of the values as a form sends them: null where there was none. */
export const typedOf = (values: Values, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => has(values, name)).map((name) => [name, values[name] ?? null]));

/** Picks fields of a row out of the values as they were: undefined where there was none. */
export const formerOf = <Table extends HistoryTable>(
  values: Values,
  names: readonly string[],
): Partial<Doc<Table>> =>
  // Values that a row had are of the row's types.
  Object.fromEntries(
    names.filter((name) => has(values, name)).map((name) => [name, values[name]]),
  ) as Partial<Doc<Table>>;

/** Lays former values over a record and answers some of its fields, for forms that send all of them. */
export function wholeOf(row: object, values: Values, names: readonly string[]): Record<string, unknown> {
  const flat: Record<string, unknown> = { ...flatten({ ...row }), ...values };
  return Object.fromEntries(names.map((name) => [name, flat[name] ?? null]));
}

/** Puts an object together again from its parts, former ones over those of the record; undefined without any. */
export function objectOf(
  row: object,
  values: Values,
  name: string,
): Readonly<Record<string, unknown>> | undefined {
  const flat: Record<string, unknown> = { ...flatten({ ...row }), ...values };
  const parts = Object.keys(flat).flatMap((key) =>
    key.startsWith(`${name}.`) && flat[key] !== undefined
      ? [key.slice(name.length + 1).split(".")[0] ?? ""]
      : [],
  );
  if (parts.length === 0) return undefined;
  return Object.fromEntries<unknown>(
    parts.map((part) => [part, flat[`${name}.${part}`] ?? objectOf(row, values, `${name}.${part}`)]),
  );
}

/** Says whether a column can hold a former value: a record that it named may be gone. */
async function canHold(ctx: MutationCtx, column: GenericValidator, value: unknown): Promise<boolean> {
  if (value === undefined) return column.isOptional === "optional";
  if (column.kind !== "id") return true;
  // Columns that name a record hold its id.
  return (await ctx.db.get(column.tableName as "dogs", value as Id<"dogs">)) !== null;
}

/** Writes former values into a row as they were, for kinds of records of which nothing follows. */
export async function revertRow<Table extends HistoryTable>(
  ctx: MutationCtx,
  table: Table,
  row: Doc<Table>,
  values: Values,
): Promise<void> {
  const columns: Readonly<Record<string, GenericValidator>> = DEFINITIONS[table].validator.fields;
  const change: Record<string, unknown> = {};
  for (const name of new Set(Object.keys(values).map((path) => path.split(".")[0] ?? path))) {
    const value = has(values, name) ? values[name] : objectOf(row, values, name);
    const column = columns[name];
    if (column && (await canHold(ctx, column, value))) change[name] = value;
  }
  const { updatedAt }: Values = { ...row };
  const version = typeof updatedAt === "number" && { updatedAt: nextVersion({ updatedAt }) };
  // The compiler does not look into a row of a table that only the call knows.
  await ctx.db.patch(table as "dogs", row._id as Id<"dogs">, { ...change, ...version });
}
