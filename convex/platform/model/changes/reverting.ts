/**
 * What undoing changes of all kinds has in common. Former values are written, and consequences follow
 * automatically; a kind only adds what its own rules need, and its activity (model/reverts.ts).
 */
import { flatten } from "../../../../domain/history/differences";
import type { HistoryTable } from "../../../../domain/history/tables.gen";
import type { Doc } from "../../../_generated/dataModel";
import type { MutationCtx } from "../../../_generated/server";
import type { Access } from "../people/identity";

/** Former values by field, with dotted names within objects; undefined for a field that was empty. */
export type Values = Readonly<Record<string, unknown>>;

/** Who undoes something, and their date. */
export interface Reverting {
  readonly access: Access;
  readonly today: string;
}

/** What undoing a change of one kind of record needs besides the general rules. */
export interface Revert<Table extends HistoryTable> {
  /** Returns the values to write, with those that change with them; throws what the rules of the kind throw. */
  readonly prepare?: (
    ctx: MutationCtx,
    row: Doc<Table>,
    values: Values,
    by: Reverting,
  ) => Promise<Values> | Values;
  /** Fields that are restored without an activity. */
  readonly untold?: readonly string[];
  /** Adds an activity for the other fields. */
  readonly tell?: (ctx: MutationCtx, saved: Doc<Table>, before: Doc<Table>) => Promise<unknown>;
}

/** The special rules of kinds of records. */
export type Reverts = { readonly [Table in HistoryTable]?: Revert<Table> };

/** Says whether a field is among the values. */
export const has = (values: Values, ...names: readonly string[]): boolean =>
  names.some((name) => Object.hasOwn(values, name));

/** Removes fields from the values. */
export const without = (values: Values, ...names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** Picks fields of the values in the form of a form's values: null for an empty one. */
export const typedOf = (values: Values, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => has(values, name)).map((name) => [name, values[name] ?? null]));

/** Builds an object from its parts, former ones over the record's; undefined if there are none. */
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
