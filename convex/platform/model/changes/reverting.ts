/**
 * The common part of undoing a change for all kinds of records. The former values are written, and derived values
 * are updated automatically. A kind adds only its special rules and its activity (model/reverts.ts).
 */
import { flatten } from "../../../../domain/history/differences";
import type { HistoryTable } from "../../../../domain/history/tables.gen";
import type { Doc } from "../../../_generated/dataModel";
import type { MutationCtx } from "../../../_generated/server";
import type { Access } from "../people/identity";

/**
 * The keys are fields. Parts of an object have names with dots. The value of a field that was empty is undefined.
 */
export type Values = Readonly<Record<string, unknown>>;

/** The date is that of the user's device. */
export interface Reverting {
  readonly access: Access;
  readonly today: string;
}

export interface Revert<Table extends HistoryTable> {
  /**
   * Returns the values to write, including values that must change with them; throws the errors of the kind's
   * rules.
   */
  readonly prepare?: (
    ctx: MutationCtx,
    row: Doc<Table>,
    values: Values,
    by: Reverting,
  ) => Promise<Values> | Values;
  /** These fields are restored without an entry in the activity list. */
  readonly untold?: readonly string[];
  /** Adds an activity for all other fields. */
  readonly tell?: (ctx: MutationCtx, saved: Doc<Table>, before: Doc<Table>) => Promise<unknown>;
}

/** `isUsed` says that the deletion will be refused afterwards, because somebody has changed or used the record. */
export interface Removing extends Reverting {
  readonly isUsed: boolean;
}

/** Deletes a record of each kind that users may delete, with the kind's own checks and its activity. */
export type Removals = {
  readonly [Table in HistoryTable]?: (ctx: MutationCtx, row: Doc<Table>, by: Removing) => Promise<unknown>;
};

export type Reverts = { readonly [Table in HistoryTable]?: Revert<Table> };

export const has = (values: Values, ...names: readonly string[]): boolean =>
  names.some((name) => Object.hasOwn(values, name));

export const without = (values: Values, ...names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name)));

/** A form sends null for an empty field. */
export const typedOf = (values: Values, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(names.filter((name) => has(values, name)).map((name) => [name, values[name] ?? null]));

/** Combines former parts with the record's other parts; returns undefined if there are no parts. */
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
