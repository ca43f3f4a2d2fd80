/**
 * Validity of a record, defined by each area for its own kinds (model/checks.ts, assembled in checks.ts): messages
 * by field. Values are checked by the record's description automatically. A restore corrects invalid records
 * instead of refusing them: a field is removed before its record, and what was removed is reported.
 */
import type { GenericValidator } from "convex/values";
import type { z } from "zod";
import { fail, failOnFields, type FieldErrors } from "../../../../domain/errors";
import type { ExportDescription } from "../../../../domain/exports/kinds";
import type { HistoryDescription } from "../../../../domain/history/describing";
import type { Field, Fields } from "../../../../domain/records/fields";
import { checkRow, shortened, tidyRow } from "../../../../domain/records/row-check";
import { fieldErrorsOf } from "../../../../domain/records/parse";
import type { Doc } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import { DEFINITIONS, TABLES } from "../../../tables.gen";
import type { KennelTable, RecordTable } from "./kennelTables";

/** A record's fields by their names. */
export type RowFields = Readonly<Record<string, unknown>>;

/** A row before it is stored, as its own rules see it. */
export type Unstored<Table extends RecordTable> = Omit<Doc<Table>, "_id" | "_creationTime" | "kennelId">;

/** What is wrong with a field, and its replacement if it need not be removed. */
export type Fault = string | { readonly message: string; readonly instead: unknown };
export interface Faults {
  readonly [path: string]: Fault | undefined;
}

/** Lists what is wrong by field. */
export const faultsIn = (faults: Faults): [string, Fault][] =>
  Object.entries(faults).flatMap(([path, fault]) => (fault === undefined ? [] : [[path, fault]]));

/** What is known while records are checked against others. */
export interface Checking {
  /** The latest date that has begun anywhere on earth. */
  readonly today: string;
  /** Whether there may be records that neither came with the checked one nor later. */
  readonly hasOthers: boolean;
}

/** The rules of a kind of record, besides its description. */
export interface Check<Table extends RecordTable> {
  /** Checks a row by itself. */
  readonly own?: (row: Unstored<Table>, today: string) => Faults;
  /** Calculates stored fields that depend on other fields. */
  readonly derived?: (row: Unstored<Table>) => Partial<Doc<Table>>;
  /** Checks that a row's unique values are not used by another record. */
  readonly doubles?: (ctx: QueryCtx, row: Doc<Table>) => Promise<Faults>;
  /** Checks a row against the records that it refers to or that refer to it. */
  readonly among?: (ctx: QueryCtx, row: Doc<Table>, checking: Checking) => Promise<Faults>;
  /**
   * Makes a restored row fit, which is already counted: returns its changes; throws if there is no room. Rows
   * restored in the same step are within the limit.
   */
  readonly returning?: (
    ctx: QueryCtx,
    row: Doc<Table>,
    isWithin: (id: string) => boolean,
  ) => Promise<Partial<Doc<Table>>>;
  /** Checks a row's changes; a field with a message keeps its former value. */
  readonly replacing?: (ctx: QueryCtx, before: Doc<Table>, after: Unstored<Table>) => Promise<Faults>;
}

/**
 * Restores a row only while its owner has no more rows than are read; throws LIMIT_REACHED. Rows restored together
 * with their owner were within the limit before.
 */
export const roomOf =
  <Row>(
    most: number,
    ownerOf: (row: Row) => string | undefined,
    rowsOf: (ctx: QueryCtx, row: Row) => { take: (count: number) => Promise<unknown[]> },
  ) =>
  async (ctx: QueryCtx, row: Row, isWithin: (id: string) => boolean): Promise<Record<string, never>> => {
    if (isWithin(ownerOf(row) ?? "")) return {};
    if ((await rowsOf(ctx, row).take(most + 1)).length > most) fail("LIMIT_REACHED", { count: most });
    return {};
  };

export type Checks = { readonly [Table in RecordTable]?: Check<Table> };

/** Returns a form's messages about a row. */
export function shapeFaults(shape: z.ZodType, row: object): FieldErrors {
  const result = shape.safeParse(row);
  return result.success ? {} : fieldErrorsOf(result.error);
}

/** A table's option of its export or history, which tables of records have. */
const saidOf = (
  table: KennelTable,
): { readonly kind: string; readonly export?: ExportDescription; readonly history?: HistoryDescription } =>
  TABLES[table];

export const describedOf = (table: KennelTable): Fields => saidOf(table).export?.described ?? {};

/** The label of a field in the history, or its name. */
const labelOf = (table: KennelTable, path: string): string =>
  saidOf(table).history?.fields[path]?.label || describedOf(table)[path]?.label || path;

/** The first title of a record, or undefined. */
function titleOf(table: KennelTable, row: RowFields): string {
  for (const name of saidOf(table).history?.titles ?? []) {
    const value = row[name];
    if (typeof value === "string" && value.trim() !== "") return value.trim();
  }
  return "";
}

const MAX_TOLD = 300;

const cut = (text: string): string => text.slice(0, MAX_TOLD).replace(/\p{Cs}/gu, "");

/** Reports what was removed of a record: a field, or all of it. */
export function tellLoss(
  table: KennelTable,
  row: RowFields,
  path: string | null,
  what: string,
  why: string,
): string {
  const title = titleOf(table, row);
  const of = path === null ? title : [labelOf(table, path), title].filter(Boolean).join(" of ");
  return cut(`${of === "" ? "" : `${of} `}${what}: ${why}`);
}

/** The result for a row: its fields, null if it was removed, and what was removed from it. */
export interface Mended {
  readonly row: RowFields | null;
  readonly losses: readonly string[];
}

const isFields = (value: unknown): value is RowFields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ArrayBuffer);

/** The validators of an object's fields, or of all of a union's members. */
function columnsOf(validator: GenericValidator | undefined): Readonly<Record<string, GenericValidator>> {
  if (validator?.kind === "object") return validator.fields as Record<string, GenericValidator>;
  if (validator?.kind !== "union") return {};
  return Object.assign({}, ...(validator.members as GenericValidator[]).map(columnsOf)) as Record<
    string,
    GenericValidator
  >;
}

/** Says whether a value may be null. */
export const admitsNull = (validator: GenericValidator): boolean =>
  validator.kind === "null" ||
  (validator.kind === "union" && (validator.members as GenericValidator[]).some(admitsNull));

/** Removes a value from a row if it may be absent, or sets its initial value; null if neither is possible. */
function without(
  columns: Readonly<Record<string, GenericValidator>>,
  described: Fields,
  row: RowFields,
  [name = "", ...rest]: readonly string[],
): RowFields | null {
  const value = row[name];
  const column = columns[name];
  if (value === undefined || !column) return null;
  const field: Field | undefined = described[name];
  if (rest.length > 0 && isFields(value)) {
    const inner = without(columnsOf(column), field?.type === "group" ? field.fields : {}, value, rest);
    if (inner) return { ...row, [name]: inner };
  }
  if (value !== null && admitsNull(column)) return { ...row, [name]: null };
  if (column.isOptional === "optional") {
    const { [name]: _, ...others } = row;
    return others;
  }
  const initial = field && "initial" in field && field.presence === "default" ? field.initial : undefined;
  return initial === undefined || initial === value ? null : { ...row, [name]: initial };
}

/** Sets a value at a path of a row. */
function withValue(row: RowFields, [name = "", ...rest]: readonly string[], value: unknown): RowFields {
  const inner = row[name];
  return { ...row, [name]: rest.length === 0 || !isFields(inner) ? value : withValue(inner, rest, value) };
}

const valueAt = (row: RowFields, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, name) => (isFields(value) ? value[name] : undefined), row);

const fieldAt = (fields: Fields, [name = "", ...rest]: readonly string[]): Field | undefined => {
  const field = fields[name];
  if (rest.length === 0) return field;
  return field?.type === "group" ? fieldAt(field.fields, rest) : undefined;
};

/** Returns the text of a problem. */
export const messageOf = (fault: Fault): string => (typeof fault === "string" ? fault : fault.message);

/** Mends one fault of a row. */
function mendFault(table: KennelTable, row: RowFields, path: string, fault: Fault): Mended {
  const names = path.split(".");
  const message = messageOf(fault);
  const tell = (what: string) => [tellLoss(table, row, path, what, message)];
  if (typeof fault !== "string" && valueAt(row, names) !== fault.instead) {
    return { row: withValue(row, names, fault.instead), losses: tell("was changed") };
  }
  const described = describedOf(table);
  const field = fieldAt(described, names);
  const short = field && shortened(field, valueAt(row, names));
  if (short !== undefined) return { row: withValue(row, names, short), losses: tell("was shortened") };
  const columns = DEFINITIONS[table].validator.fields as Readonly<Record<string, GenericValidator>>;
  const left = without(columns, described, row, names);
  if (left) return { row: left, losses: tell("was left out") };
  return { row: null, losses: [tellLoss(table, row, null, "was left out", message)] };
}

/** Corrects a row: field by field, and removes it only if nothing else helps. */
export function mendFaults(table: KennelTable, row: RowFields, faults: Faults): Mended {
  let left = row;
  const losses: string[] = [];
  for (const [path, fault] of faultsIn(faults)) {
    const mended = mendFault(table, left, path, fault);
    // If the record was removed, its fields are not reported.
    if (!mended.row) return mended;
    left = mended.row;
    losses.push(...mended.losses);
  }
  return { row: left, losses };
}

/** Rounds of corrections after which a row is given up. */
const MAX_ROUNDS = 12;

/** Corrects a row by a check until it finds nothing more. */
function mendBy(table: KennelTable, row: RowFields, check: (row: RowFields) => Faults): Mended {
  let left = row;
  const losses: string[] = [];
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const faults = check(left);
    if (faultsIn(faults).length === 0) return { row: left, losses };
    const mended = mendFaults(table, left, faults);
    if (!mended.row) return mended;
    left = mended.row;
    losses.push(...mended.losses);
  }
  return {
    row: null,
    losses: [tellLoss(table, row, null, "was left out", "Its fields do not fit together")],
  };
}

/** Lists the numeric fields of a row that are not numbers. */
function checkNumbers(row: RowFields, prefix = ""): Faults {
  const faults: Record<string, Fault> = {};
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === "number" && !Number.isFinite(value)) faults[`${prefix}${name}`] = "is not a number";
    if (isFields(value)) Object.assign(faults, checkNumbers(value, `${prefix}${name}.`));
  }
  return faults;
}

/** Checks a row alone: its description, and then its kind's own rules. */
export function ownFaults<Table extends RecordTable>(
  table: Table,
  check: Check<Table> | undefined,
  row: RowFields,
  today: string,
): Faults {
  const faults = { ...checkNumbers(row), ...checkRow(describedOf(table), row) };
  // It has its table's shape, which the caller has checked.
  return faultsIn(faults).length > 0
    ? faults
    : (check?.own?.(row as unknown as Unstored<Table>, today) ?? {});
}

/** Throws VALIDATION_FAILED with what is wrong. */
export const failOnFaults = (faults: Faults): void =>
  failOnFields(Object.fromEntries(faultsIn(faults).map(([path, fault]) => [path, messageOf(fault)])));

/** A version that no save has reached yet would hide the next ones from open forms. */
function withVersion(row: RowFields): RowFields {
  const { updatedAt } = row;
  if (typeof updatedAt !== "number") return row;
  const now = Date.now();
  return updatedAt >= 0 && updatedAt <= now ? row : { ...row, updatedAt: now };
}

/** Sets a value by name, or removes it. */
const laidOver = (row: RowFields, changes: object): RowFields =>
  Object.fromEntries(Object.entries({ ...row, ...changes }).filter(([, value]) => value !== undefined));

/**
 * Corrects a row alone: by its description and its kind's own rules. Derived fields are calculated again, so that a
 * file's values for them do not count.
 */
export function mendRow<Table extends RecordTable>(
  table: Table,
  check: Check<Table> | undefined,
  fields: RowFields,
  today: string,
): Mended {
  const tidy = withVersion(tidyRow(describedOf(table), fields));
  const { row, losses } = mendBy(table, tidy, (left) => ownFaults(table, check, left, today));
  return { row: row && withDerived(table, check, row), losses };
}

/** Calculates derived fields of a row again. */
export const withDerived = <Table extends RecordTable>(
  _table: Table,
  check: Check<Table> | undefined,
  row: RowFields,
): RowFields =>
  // It has its table's shape.
  laidOver(row, check?.derived?.(row as unknown as Unstored<Table>) ?? {});

/** Names the record in a message that it is left out because of another. */
export const tellLeftOut = (table: KennelTable, row: RowFields, why: string): string =>
  tellLoss(table, row, null, "was left out", why);

/** Finds the fields that a replaced row keeps from before, and reports each. */
export function keepFormer(
  table: KennelTable,
  before: RowFields,
  after: RowFields,
  faults: Faults,
): { readonly row: RowFields; readonly losses: readonly string[] } {
  const losses = faultsIn(faults).map(([path, fault]) =>
    tellLoss(table, after, path, "was not changed", messageOf(fault)),
  );
  const kept = Object.fromEntries(faultsIn(faults).map(([name]) => [name, before[name]]));
  return { row: laidOver(after, kept), losses };
}
