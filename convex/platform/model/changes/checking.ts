/**
 * Finds and corrects invalid records. Each area defines the rules of its own kinds in model/checks.ts (collected in
 * convex/checks.ts). The rules return messages by field. A restore of a backup does not refuse an invalid record
 * but removes the invalid field, or the whole record if that is not enough, and reports the removal.
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

export type RowFields = Readonly<Record<string, unknown>>;

/** A row before it is stored. */
export type Unstored<Table extends RecordTable> = Omit<Doc<Table>, "_id" | "_creationTime" | "kennelId">;

/** `instead` is a valid value that can replace the invalid value. */
export type Fault = string | { readonly message: string; readonly instead: unknown };
export interface Faults {
  readonly [path: string]: Fault | undefined;
}

export const faultsIn = (faults: Faults): [string, Fault][] =>
  Object.entries(faults).flatMap(([path, fault]) => (fault === undefined ? [] : [[path, fault]]));

/** What the check of a record against other records needs to know. */
export interface Checking {
  /** The latest date that has begun in any time zone. */
  readonly today: string;
  /**
   * The kennel may have other records that were neither restored together with the checked record nor added later.
   */
  readonly hasOthers: boolean;
}

/** Rules that are part of a record's description are not included. */
export interface Check<Table extends RecordTable> {
  /** Reads no other records. */
  readonly own?: (row: Unstored<Table>, today: string) => Faults;
  /** Calculates stored fields that depend on other fields of the row. */
  readonly derived?: (row: Unstored<Table>) => Partial<Doc<Table>>;
  /** No other record may use the row's unique values. */
  readonly doubles?: (ctx: QueryCtx, row: Doc<Table>) => Promise<Faults>;
  /** Compares a row with the records that it refers to or that refer to it. */
  readonly among?: (ctx: QueryCtx, row: Doc<Table>, checking: Checking) => Promise<Faults>;
  /**
   * Is called for a restored row that is already included in the counts. Returns the changes that make the row fit its kennel;
   * throws if there is no room. If `isWithin` is set, the row's owner was restored in the same step, so its rows
   * were within the limit before.
   */
  readonly returning?: (
    ctx: QueryCtx,
    row: Doc<Table>,
    isWithin: (id: string) => boolean,
  ) => Promise<Partial<Doc<Table>>>;
  /** Not even a restore may change or remove a sealed row. */
  readonly isSealed?: (row: Doc<Table>) => boolean;
  /** A field with a message keeps its former value. */
  readonly replacing?: (ctx: QueryCtx, before: Doc<Table>, after: Unstored<Table>) => Promise<Faults>;
}

/**
 * The owner must then have at most `most` rows; throws LIMIT_REACHED. Rows that are restored together with their
 * owner were within the limit before.
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

/** An owner can have at most `most` rows, but a file may contain more. */
export const isAmongFirst = async <Row extends { readonly _id: string }>(
  rows: { take: (count: number) => Promise<Row[]> },
  most: number,
  row: Row,
): Promise<boolean> => (await rows.take(most)).some(({ _id }) => _id === row._id);

export type Checks = { readonly [Table in RecordTable]?: Check<Table> };

/** A form shows these messages. */
export function shapeFaults(shape: z.ZodType, row: object): FieldErrors {
  const result = shape.safeParse(row);
  return result.success ? {} : fieldErrorsOf(result.error);
}

/** Every table of records has a description for export or history. */
const saidOf = (
  table: KennelTable,
): { readonly kind: string; readonly export?: ExportDescription; readonly history?: HistoryDescription } =>
  TABLES[table];

export const describedOf = (table: KennelTable): Fields => saidOf(table).export?.described ?? {};

/** A field without a label in the history is called by its name. */
const labelOf = (table: KennelTable, path: string): string =>
  saidOf(table).history?.fields[path]?.label || describedOf(table)[path]?.label || path;

/** Returns an empty text if the record has no title. */
function titleOf(table: KennelTable, row: RowFields): string {
  for (const name of saidOf(table).history?.titles ?? []) {
    const value = row[name];
    if (typeof value === "string" && value.trim() !== "") return value.trim();
  }
  return "";
}

const MAX_TOLD = 300;

const cut = (text: string): string => text.slice(0, MAX_TOLD).replace(/\p{Cs}/gu, "");

/** The sentence is about one field or the whole record. */
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

/** The row is null if it was removed. The sentences are about removed values. */
export interface Mended {
  readonly row: RowFields | null;
  readonly losses: readonly string[];
}

const isFields = (value: unknown): value is RowFields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ArrayBuffer);

/** The fields of all members of a union are included. */
function columnsOf(validator: GenericValidator | undefined): Readonly<Record<string, GenericValidator>> {
  if (validator?.kind === "object") return validator.fields as Record<string, GenericValidator>;
  if (validator?.kind !== "union") return {};
  return Object.assign({}, ...(validator.members as GenericValidator[]).map(columnsOf)) as Record<
    string,
    GenericValidator
  >;
}

export const admitsNull = (validator: GenericValidator): boolean =>
  validator.kind === "null" ||
  (validator.kind === "union" && (validator.members as GenericValidator[]).some(admitsNull));

/**
 * An optional field is removed, and any other field gets its initial value. Returns null if neither is possible.
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

export const messageOf = (fault: Fault): string => (typeof fault === "string" ? fault : fault.message);

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

/** The whole row is removed only if correcting fields is not enough. */
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

/** After this number of rounds, the row is removed. */
const MAX_ROUNDS = 12;

/** The check is repeated until it finds no more errors. */
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

/** A numeric field may contain a value that is not a number. */
function checkNumbers(row: RowFields, prefix = ""): Faults {
  const faults: Record<string, Fault> = {};
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === "number" && !Number.isFinite(value)) faults[`${prefix}${name}`] = "is not a number";
    if (isFields(value)) Object.assign(faults, checkNumbers(value, `${prefix}${name}.`));
  }
  return faults;
}

/** The description is checked first, and then the rules of the kind that need no other records. */
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
 * A version must not be in the future or negative. Otherwise open forms would not notice later saves, whose version
 * would be lower.
 */
function withVersion(row: RowFields): RowFields {
  const { updatedAt } = row;
  if (typeof updatedAt !== "number") return row;
  const now = Date.now();
  return updatedAt >= 0 && updatedAt <= now ? row : { ...row, updatedAt: now };
}

/** A field that becomes undefined is removed. */
const laidOver = (row: RowFields, changes: object): RowFields =>
  Object.fromEntries(Object.entries({ ...row, ...changes }).filter(([, value]) => value !== undefined));

/** Reads no other records. Derived fields are always calculated, so an uploaded file cannot set them. */
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

export const withDerived = <Table extends RecordTable>(
  _table: Table,
  check: Check<Table> | undefined,
  row: RowFields,
): RowFields =>
  // The row has the shape of its table.
  laidOver(row, check?.derived?.(row as unknown as Unstored<Table>) ?? {});

export const tellLeftOut = (table: KennelTable, row: RowFields, why: string): string =>
  tellLoss(table, row, null, "was left out", why);

/** Invalid fields keep their former values. Each of these fields is reported. */
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
