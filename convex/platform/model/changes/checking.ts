/**
 * What must be true of a record, said by each area of its own kinds (model/checks.ts, assembled in checks.ts): messages
 * by field. Values are checked by the record's description without being said. A restore mends what does not hold instead
 * of refusing it: a field goes before its record, and what went is told.
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

/** A row before it is stored, as far as its own rules look at it. */
export type Unstored<Table extends RecordTable> = Omit<Doc<Table>, "_id" | "_creationTime" | "kennelId">;

/** What is wrong with a field, and what stands there instead where it need not be left out. */
export type Fault = string | { readonly message: string; readonly instead: unknown };
export interface Faults {
  readonly [path: string]: Fault | undefined;
}

/** Lists what is wrong by field. */
export const faultsIn = (faults: Faults): [string, Fault][] =>
  Object.entries(faults).flatMap(([path, fault]) => (fault === undefined ? [] : [[path, fault]]));

/** What is known while records are checked against others. */
export interface Checking {
  /** No day after it has begun anywhere on earth. */
  readonly today: string;
  /** Whether there may be records that came neither with the checked one nor after it. */
  readonly hasOthers: boolean;
}

/** What must hold of a kind of record, beside its description. */
export interface Check<Table extends RecordTable> {
  /** Checks a row by itself. */
  readonly own?: (row: Unstored<Table>, today: string) => Faults;
  /** Calculates what is stored of a row because of its other fields. */
  readonly derived?: (row: Unstored<Table>) => Partial<Doc<Table>>;
  /** Checks that a row shares nothing that only one record may have. */
  readonly doubles?: (ctx: QueryCtx, row: Doc<Table>) => Promise<Faults>;
  /** Checks a row against the records that it names or that name it. */
  readonly among?: (ctx: QueryCtx, row: Doc<Table>, checking: Checking) => Promise<Faults>;
  /**
   * Makes a row fit that is there again after a deletion, and counted already: returns what changes of it; throws where
   * there is no room. What comes back in the same step is within.
   */
  readonly returning?: (
    ctx: QueryCtx,
    row: Doc<Table>,
    isWithin: (id: string) => boolean,
  ) => Promise<Partial<Doc<Table>>>;
  /** Checks what may change of a row; a field with a message keeps its former value. */
  readonly replacing?: (ctx: QueryCtx, before: Doc<Table>, after: Unstored<Table>) => Promise<Faults>;
}

/**
 * Lets a row come back only while its owner has no more rows than are read of it; throws LIMIT_REACHED. Those that come
 * back together with their owner were within before.
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

/** Returns what a form's shape says of a row. */
export function shapeFaults(shape: z.ZodType, row: object): FieldErrors {
  const result = shape.safeParse(row);
  return result.success ? {} : fieldErrorsOf(result.error);
}

/** A table's option of its export or history, which tables of records have. */
const saidOf = (
  table: KennelTable,
): { readonly kind: string; readonly export?: ExportDescription; readonly history?: HistoryDescription } =>
  TABLES[table];

const describedOf = (table: KennelTable): Fields => saidOf(table).export?.described ?? {};

/** Names a field as the history does, else by its name. */
const labelOf = (table: KennelTable, path: string): string =>
  saidOf(table).history?.fields[path]?.label || describedOf(table)[path]?.label || path;

/** Names a record by its first title, or nothing where it has none. */
function titleOf(table: KennelTable, row: RowFields): string {
  for (const name of saidOf(table).history?.titles ?? []) {
    const value = row[name];
    if (typeof value === "string" && value.trim() !== "") return value.trim();
  }
  return "";
}

const MAX_TOLD = 300;

const cut = (text: string): string => text.slice(0, MAX_TOLD).replace(/\p{Cs}/gu, "");

/** Tells what went of a record: a field, or all of it. */
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

/** What became of a row: its fields, null where it cannot stay, and what was taken out of it. */
export interface Mended {
  readonly row: RowFields | null;
  readonly losses: readonly string[];
}

const isFields = (value: unknown): value is RowFields =>
  typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ArrayBuffer);

/** The validators of an object's fields, those of a union's members together. */
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

/** Takes a value out of a row where it may be absent, or puts what it begins with there; null where neither can be. */
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

/** Puts a value at a path of a row. */
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

/** Returns what is said of a fault. */
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

/** Mends what is wrong with a row: a field at a time, and all of it where nothing else helps. */
export function mendFaults(table: KennelTable, row: RowFields, faults: Faults): Mended {
  let left = row;
  const losses: string[] = [];
  for (const [path, fault] of faultsIn(faults)) {
    const mended = mendFault(table, left, path, fault);
    // What became of its fields says nothing of a record that went.
    if (!mended.row) return mended;
    left = mended.row;
    losses.push(...mended.losses);
  }
  return { row: left, losses };
}

/** Rounds of mending after which a row does not come right. */
const MAX_ROUNDS = 12;

/** Mends a row by a check until that finds nothing more. */
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

/** Lists the numbers of a row that are none. */
function checkNumbers(row: RowFields, prefix = ""): Faults {
  const faults: Record<string, Fault> = {};
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === "number" && !Number.isFinite(value)) faults[`${prefix}${name}`] = "is not a number";
    if (isFields(value)) Object.assign(faults, checkNumbers(value, `${prefix}${name}.`));
  }
  return faults;
}

/** Checks a row by itself: its description, and its kind's own rules where that holds. */
export function ownFaults<Table extends RecordTable>(
  table: Table,
  check: Check<Table> | undefined,
  row: RowFields,
  today: string,
): Faults {
  const faults = { ...checkNumbers(row), ...checkRow(describedOf(table), row) };
  // Its shape is that of the table, which the caller has checked.
  return faultsIn(faults).length > 0
    ? faults
    : (check?.own?.(row as unknown as Unstored<Table>, today) ?? {});
}

/** Throws VALIDATION_FAILED with what is wrong. */
export const failOnFaults = (faults: Faults): void =>
  failOnFields(Object.fromEntries(faultsIn(faults).map(([path, fault]) => [path, messageOf(fault)])));

/** A version that no save has had yet would hide the next ones from those who look for them. */
function withVersion(row: RowFields): RowFields {
  const { updatedAt } = row;
  if (typeof updatedAt !== "number") return row;
  const now = Date.now();
  return updatedAt >= 0 && updatedAt <= now ? row : { ...row, updatedAt: now };
}

/** Puts a value at a name, or takes it away. */
const laidOver = (row: RowFields, changes: object): RowFields =>
  Object.fromEntries(Object.entries({ ...row, ...changes }).filter(([, value]) => value !== undefined));

/**
 * Mends a row by itself: by its description and by its kind's own rules. What follows from its fields is calculated
 * again, so that what a file says of it does not count.
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

/** Calculates again what is stored of a row because of its other fields. */
export const withDerived = <Table extends RecordTable>(
  _table: Table,
  check: Check<Table> | undefined,
  row: RowFields,
): RowFields =>
  // Its shape is that of the table.
  laidOver(row, check?.derived?.(row as unknown as Unstored<Table>) ?? {});

/** Names the record in a message that it is left out because of another. */
export const tellLeftOut = (table: KennelTable, row: RowFields, why: string): string =>
  tellLoss(table, row, null, "was left out", why);

/** Finds the fields that a replaced row keeps from before; tells of each. */
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
