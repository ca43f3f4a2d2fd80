/**
 * What putting former values of a record back has in common: each kind of record puts them back through the functions
 * that people change it with, so that every rule is checked and everything that follows from it does.
 */
import { flatten } from "../../../domain/history/differences";
import type { HistoryTable } from "../../../domain/history/tables.gen";
import type { Doc } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import type { Access } from "./identity";

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
  const parts = Object.entries(flat).filter(
    ([key, value]) => key.startsWith(`${name}.`) && value !== undefined,
  );
  if (parts.length === 0) return undefined;
  return Object.fromEntries(parts.map(([key, value]) => [key.slice(name.length + 1), value]));
}
