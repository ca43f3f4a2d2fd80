/**
 * Finds and corrects invalid records. Each area defines the rules of its own kinds in model/checks.ts (collected in
 * convex/checks.ts). The rules return messages by field. The values are first checked by the record's description.
 * A restore of a backup does not refuse an invalid record but corrects it. It removes the invalid field, or the
 * whole record if that is not enough, and reports the removal.
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

/** A row before it is stored, as the rules of its kind receive it. */
export type Unstored<Table extends RecordTable> = Omit<Doc<Table>, "_id" | "_creationTime" | "kennelId">;

/** The error of a field; `instead` is a valid value that can replace the invalid value. */
export type Fault = string | { readonly message: string; readonly instead: unknown };
export interface Faults {
  readonly [path: string]: Fault | undefined;
}

/** The errors by field. */
export const faultsIn = (faults: Faults): [string, Fault][] =>
  Object.entries(faults).flatMap(([path, fault]) => (fault === undefined ? [] : [[path, fault]]));

/** The data for checking a record against other records. */
export interface Checking {
  /** The latest date that has begun in any time zone. */
  readonly today: string;
  /**
   * Whether the kennel may have other records that were neither restored together with the checked record nor added
   * later.
   */
  readonly hasOthers: boolean;
}

/** The rules of a kind of record that are not part of its description. */
export interface Check<Table extends RecordTable> {
  /** Checks a row without reading other records. */
  readonly own?: (row: Unstored<Table>, today: string) => Faults;
  /** Calculates the stored fields that depend on other fields of the row. */
  readonly derived?: (row: Unstored<Table>) => Partial<Doc<Table>>;
  /** Checks that a row's unique values are not used by another record. */
  readonly doubles?: (ctx: QueryCtx, row: Doc<Table>) => Promise<Faults>;
  /** Checks a row against the records that it refers to or that refer to it. */
  readonly among?: (ctx: QueryCtx, row: Doc<Table>, checking: Checking) => Promise<Faults>;
  /**
   * Called for a restored row that the counts already include. Returns the changes that make the row fit its
   * kennel; throws if there is no room. `isWithin` says whether the row's owner was restored in the same step. The
   * rows of such an owner were within the limit before.
   */
  readonly returning?: (
    ctx: QueryCtx,
    row: Doc<Table>,
    isWithin: (id: string) => boolean,
  ) => Promise<Partial<Doc<Table>>>;
  /** Says whether a row may never be changed or removed again, not even by a restore. */
  readonly isSealed?: (row: Doc<Table>) => boolean;
  /** Checks a row's changes. A field with a message keeps its former value. */
  readonly replacing?: (ctx: QueryCtx, before: Doc<Table>, after: Unstored<Table>) => Promise<Faults>;
}

/**
 * Allows a row to be restored only if its owner then has at most `most` rows; throws LIMIT_REACHED. Rows that are
 * restored together with their owner were within the limit before.
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

/**
 * Says whether a row is among the first `most` rows of its owner. An owner can have at most this number of rows,
 * but a file may contain more.
 */
export const isAmongFirst = async <Row extends { readonly _id: string }>(
  rows: { take: (count: number) => Promise<Row[]> },
  most: number,
  row: Row,
): Promise<boolean> => (await rows.take(most)).some(({ _id }) => _id === row._id);

export type Checks = { readonly [Table in RecordTable]?: Check<Table> };

/** Returns the messages that a form shows about a row. */
export function shapeFaults(shape: z.ZodType, row: object): FieldErrors {
  const result = shape.safeParse(row);
  return result.success ? {} : fieldErrorsOf(result.error);
}

/** A table's description for export or history; every table of records has one. */
const saidOf = (
  table: KennelTable,
): { readonly kind: string; readonly export?: ExportDescription; readonly history?: HistoryDescription } =>
  TABLES[table];

export const describedOf = (table: KennelTable): Fields => saidOf(table).export?.described ?? {};

/** The label of a field in the history, or the field's name if there is no label. */
const labelOf = (table: KennelTable, path: string): string =>
  saidOf(table).history?.fields[path]?.label || describedOf(table)[path]?.label || path;

/** Returns the first title of a record; empty if there is no title. */
function titleOf(table: KennelTable, row: RowFields): string {
  for (const name of saidOf(table).history?.titles ?? []) {
    const value = row[name];
    if (typeof value === "string" && value.trim() !== "") return value.trim();
  }
  return "";
}

const MAX_TOLD = 300;

const cut = (text: string): string => text.slice(0, MAX_TOLD).replace(/\p{Cs}/gu, "");

/** Returns the sentence that reports the removal of one field or of the whole record. */
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

/** A corrected row (null if it was removed) and the sentences about the removed values. */
export interface Mended {
  readonly row: RowFields | null;
  readonly losses: readonly string[];
}

const isFields = (value: unknown): value is RowFields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ArrayBuffer);

/** The validators of an object's fields, or of the fields of all members of a union. */
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

/**
 * Removes a value from a row if its field is optional, or sets the field's initial value. Returns null if neither
 * is possible.
 */
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

/** Returns the text of an error. */
export const messageOf = (fault: Fault): string => (typeof fault === "string" ? fault : fault.message);

/** Corrects one fault of a row. */
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

/** Corrects a row field by field. Removes the whole row only if that is not enough. */
export function mendFaults(table: KennelTable, row: RowFields, faults: Faults): Mended {
  let left = row;
  const losses: string[] = [];
  for (const [path, fault] of faultsIn(faults)) {
    const mended = mendFault(table, left, path, fault);
    // If the whole record was removed, its fields are not reported separately.
    if (!mended.row) return mended;
    left = mended.row;
    losses.push(...mended.losses);
  }
  return { row: left, losses };
}

/** After this number of correction rounds, the row is removed. */
const MAX_ROUNDS = 12;

/** Corrects a row repeatedly until the check finds no more errors. */
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

/** Lists the numeric fields of a row whose value is not a number. */
function checkNumbers(row: RowFields, prefix = ""): Faults {
  const faults: Record<string, Fault> = {};
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === "number" && !Number.isFinite(value)) faults[`${prefix}${name}`] = "is not a number";
    if (isFields(value)) Object.assign(faults, checkNumbers(value, `${prefix}${name}.`));
  }
  return faults;
}

/** Checks a row by its description, and then by the rules of its kind that need no other records. */
export function ownFaults<Table extends RecordTable>(
  table: Table,
  check: Check<Table> | undefined,
  row: RowFields,
  today: string,
): Faults {
  const faults = { ...checkNumbers(row), ...checkRow(describedOf(table), row) };
  // The caller has checked that the row has the shape of its table.
  return faultsIn(faults).length > 0
    ? faults
    : (check?.own?.(row as unknown as Unstored<Table>, today) ?? {});
}

/** Throws VALIDATION_FAILED with the messages of all errors. */
export const failOnFaults = (faults: Faults): void =>
  failOnFields(Object.fromEntries(faultsIn(faults).map(([path, fault]) => [path, messageOf(fault)])));

/**
 * Replaces a version that is in the future or negative by the present time. Otherwise open forms would not notice
 * later saves, whose version would be lower.
 */
function withVersion(row: RowFields): RowFields {
  const { updatedAt } = row;
  if (typeof updatedAt !== "number") return row;
  const now = Date.now();
  return updatedAt >= 0 && updatedAt <= now ? row : { ...row, updatedAt: now };
}

/** Returns the row with the changes. A field that becomes undefined is removed. */
const laidOver = (row: RowFields, changes: object): RowFields =>
  Object.fromEntries(Object.entries({ ...row, ...changes }).filter(([, value]) => value !== undefined));

/**
 * Corrects a row without reading other records, by its description and the rules of its kind. Derived fields are
 * always calculated, so an uploaded file cannot set them.
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

/** Calculates the derived fields of a row again. */
export const withDerived = <Table extends RecordTable>(
  _table: Table,
  check: Check<Table> | undefined,
  row: RowFields,
): RowFields =>
  // The row has the shape of its table.
  laidOver(row, check?.derived?.(row as unknown as Unstored<Table>) ?? {});

/** Returns the sentence that a record was left out because of another record. */
export const tellLeftOut = (table: KennelTable, row: RowFields, why: string): string =>
  tellLoss(table, row, null, "was left out", why);

/**
 * Returns a replaced row in which invalid fields keep their former values, and a report for each of these fields.
 */
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
