/**
 * What putting former values of a record back has in common. They are written as they were, and what follows of them
 * follows by itself; a kind of record says only what else its own rules ask for, and what is told (model/reverts.ts).
 */
import { flatten } from "../../../../domain/history/differences";
import type { HistoryTable } from "../../../../domain/history/tables.gen";
import type { Doc } from "../../../_generated/dataModel";
import type { MutationCtx } from "../../../_generated/server";
import type { Access } from "../people/identity";

/** Former values by field, those within objects under joined names; undefined where there was none. */
export type Values = Readonly<Record<string, unknown>>;

/** Who puts something back, on which day of theirs. */
export interface Reverting {
  readonly access: Access;
  readonly today: string;
}

/** What putting former values of a kind of record back has of its own. */
export interface Revert<Table extends HistoryTable> {
  /** Returns what of the values is to be written, with what goes with it; throws what the rules of the kind throw. */
  readonly prepare?: (
    ctx: MutationCtx,
    row: Doc<Table>,
    values: Values,
    by: Reverting,
  ) => Promise<Values> | Values;
  /** Fields whose former values are put back without telling. */
  readonly untold?: readonly string[];
  /** Tells that other fields were put back. */
  readonly tell?: (ctx: MutationCtx, saved: Doc<Table>, before: Doc<Table>) => Promise<unknown>;
}

/** What kinds of records have of their own. */
export type Reverts = { readonly [Table in HistoryTable]?: Revert<Table> };

/** Says whether a field is among the values. */
export const has = (values: Values, ...names: readonly string[]): boolean =>
  names.some((name) => Object.hasOwn(values, name));

/** Leaves fields out of the values. */
export const without = (values: Values, ...names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** Picks fields out of the values as a form sends them: null where there was none. */
export const typedOf = (values: Values, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => has(values, name)).map((name) => [name, values[name] ?? null]));

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
