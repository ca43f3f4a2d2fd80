/**
 * Hides money and contacts from users without the right (domain/permissions/confidential.ts). Their queries read
 * from a database without the confidential fields and records, so no list, search, print or file can contain them.
 * Results of their changes contain no confidential values. If they send a confidential value, it is refused. All
 * values that they cannot see stay unchanged.
 */
import { failOnFields, type FieldErrors } from "../../../../domain/errors";
import type { HistoryTable } from "../../../../domain/history/tables.gen";
import {
  CONFIDENTIAL_FIELDS,
  CONFIDENTIAL_NAMES,
  CONFIDENTIAL_TABLES,
  isConfidentialField,
  isSaleStep,
  readsConfidential,
  withoutConfidentialNews,
  writesConfidential,
  type ChangedField,
} from "../../../../domain/permissions/confidential";
import { DOG_FIELDS } from "../../../../domain/dogs/record";
import { IMPORT_FIELDS } from "../../../../domain/imports/fields";
import type { Field } from "../../../../domain/records/fields";
import { headingOf } from "../../../../domain/records/record";
import type { Doc } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import type { Access } from "./identity";

type Reader = QueryCtx["db"];
type Row = Readonly<Record<string, unknown>> & { readonly _id: string };
/** Returns null if the whole row is hidden. */
type Show = (row: Row) => Row | null;
type Standing = Pick<Access, "permissions">;
type Method = (...args: unknown[]) => unknown;

const without = (row: Row, names: readonly string[]): Row =>
  // A row without some of its fields still has the type of a row.
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))) as Row;

/** Hidden values are removed at any depth. */
function cleared(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleared);
  if (typeof value !== "object" || value === null || value instanceof ArrayBuffer) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]: [string, unknown]) =>
      CONFIDENTIAL_NAMES.has(name) ? [] : [[name, cleared(each)]],
    ),
  );
}

/** The names of hidden fields stay visible, so that nobody unknowingly undoes a hidden change. */
function showChange(row: Row): Row | null {
  const { table, fields } = row as unknown as Doc<"changes">; // The row comes from that table.
  if (CONFIDENTIAL_TABLES.has(table)) return null;
  if (!fields) return row;
  const shown = fields.map((field) =>
    isConfidentialField(table, field.name) ? { name: field.name, before: null, after: null } : field,
  );
  return fields.every(({ name }) => isConfidentialField(table, name)) ? null : { ...row, fields: shown };
}

/** These are the headings of a dog's confidential fields in a file. */
const HEADINGS: ReadonlySet<string> = new Set([
  ...Object.values(DOG_FIELDS).flatMap((field: Field) => (field.isConfidential ? [headingOf(field)] : [])),
  IMPORT_FIELDS.coOwners.label,
]);

/** The changes have the column headings of the file. */
interface Problems extends Row {
  readonly changes?: readonly { readonly fields: readonly { readonly label: string }[] }[];
}

function showProblems(row: Row): Row {
  const { changes, ...others } = row as Problems; // The row comes from that table.
  const shown = changes?.map((change) => ({
    ...change,
    fields: change.fields.filter(({ label }) => !HEADINGS.has(label)),
  }));
  return { ...(cleared(others) as Row), ...(shown && { changes: shown }) };
}

const SHOWN: Readonly<Record<string, Show>> = {
  ...Object.fromEntries([...CONFIDENTIAL_TABLES].map((table) => [table, () => null])),
  ...Object.fromEntries(
    Object.entries(CONFIDENTIAL_FIELDS).map(([table, names]) => [table, (row: Row) => without(row, names)]),
  ),
  changes: showChange,
  activities: (row) => withoutConfidentialNews(row as Row & Doc<"activities">), // The row comes from that table.
  // Rows of uploaded files of dogs, and the former values of dogs that an import changed.
  importRows: (row) => cleared(row) as Row,
  importSteps: (row) => cleared(row) as Row,
  importProblems: showProblems,
};

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === "object" && value !== null && "then" in value;

/** The result is one row, many rows, or a page. */
function shownOf(found: unknown, show: Show): unknown {
  if (typeof found !== "object" || found === null) return found;
  if (Array.isArray(found)) return found.flatMap((row: Row) => show(row) ?? []);
  if ("page" in found && Array.isArray(found.page)) return { ...found, page: shownOf(found.page, show) };
  return "_id" in found ? show(found as Row) : found;
}

async function* shownOneByOne(rows: AsyncIterable<unknown>, show: Show): AsyncGenerator<Row> {
  for await (const row of rows) {
    const shown = show(row as Row); // A query's result consists of rows.
    if (shown) yield shown;
  }
}

/** A query skips hidden rows while it looks for the requested number. */
const MOST_PASSED_OVER = 500;

async function takeShown(rows: AsyncIterable<unknown>, show: Show, count: number): Promise<Row[]> {
  const taken: Row[] = [];
  let read = 0;
  if (count > 0) {
    for await (const row of rows) {
      const shown = show(row as Row); // A query's result consists of rows.
      if (shown) taken.push(shown);
      read += 1;
      if (taken.length >= count || read >= count + MOST_PASSED_OVER) break;
    }
  }
  return taken;
}

/** The query reads like the given query and returns the visible parts of its rows. */
function concealedQuery<Query extends object>(query: Query, show: Show, areRowsLeftOut: boolean): Query {
  return new Proxy(query, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      const rows = target as Query & AsyncIterable<unknown>; // Every query is iterable.
      if (name === Symbol.asyncIterator) return () => shownOneByOne(rows, show);
      if (areRowsLeftOut && name === "take")
        return async (count: number) => await takeShown(rows, show, count);
      if (areRowsLeftOut && name === "first") return async () => (await takeShown(rows, show, 1))[0] ?? null;
      return (...args: unknown[]): unknown => {
        // The query's own methods must be called with the query as `this`.
        const answer = (value as Method).apply(target, args);
        if (isPromise(answer)) return answer.then((found) => shownOf(found, show));
        return typeof answer === "object" && answer !== null
          ? concealedQuery(answer, show, areRowsLeftOut)
          : answer;
      };
    },
  });
}

/** Single rows of these tables may be hidden completely. Queries of these tables skip hidden rows. */
const LEAVING_ROWS_OUT: ReadonlySet<string> = new Set(["activities", "changes"]);

function concealed(db: Reader): Reader {
  return new Proxy(db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        const answer = (value as Method).apply(target, args); // The database's own methods.
        const [table] = args;
        const show = typeof table === "string" ? SHOWN[table] : undefined;
        if (name === "get") {
          if (args.length !== 2) throw new Error("a row is read by the name of its table");
          return show ? (answer as Promise<unknown>).then((row) => shownOf(row, show)) : answer;
        }
        if (name !== "query" || !show) return answer;
        return concealedQuery(answer as object, show, LEAVING_ROWS_OUT.has(String(table)));
      };
    },
  });
}

export const readerFor = (db: Reader, { permissions }: Standing): Reader =>
  readsConfidential(permissions) ? db : concealed(db);

export const ctxFor = (ctx: QueryCtx, access: Standing): QueryCtx => ({
  ...ctx,
  db: readerFor(ctx.db, access),
});

/** Values that the reader of a result may not see become null. */
export function concealIn(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(concealIn);
  if (typeof answer !== "object" || answer === null || answer instanceof ArrayBuffer) return answer;
  return Object.fromEntries(
    Object.entries(answer).map(([name, value]: [string, unknown]) => [
      name,
      CONFIDENTIAL_NAMES.has(name) ? null : concealIn(value),
    ]),
  );
}

const isNothing = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || value === 0;

const REFUSAL = "You need the right to money and contacts to change this";

const isPart = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** Values within an argument are included, such as a breeding's check. */
const refusalsIn = (args: object, within = ""): FieldErrors =>
  Object.fromEntries(
    Object.entries(args).flatMap(([name, value]: [string, unknown]) => {
      const path = `${within}${name}`;
      if (CONFIDENTIAL_NAMES.has(name)) return isNothing(value) ? [] : [[path, REFUSAL]];
      return isPart(value) ? Object.entries(refusalsIn(value, `${path}.`)) : [];
    }),
  );

/**
 * A confidential value is refused with a message for its field. An empty confidential value changes nothing,
 * because a form without the field sends an empty value. Throws VALIDATION_FAILED.
 */
export function admitted<Args extends object>({ permissions }: Standing, args: Args): Args {
  if (writesConfidential(permissions)) return args;
  failOnFields(refusalsIn(args));
  return cleared(args) as Args; // Every field of a change is optional.
}

/** Confidential values are removed if the user may not set them or has left the kennel. */
export const admittedRows = <Value>(standing: Standing | null, rows: Value): Value =>
  standing && writesConfidential(standing.permissions) ? rows : (cleared(rows) as Value); // Only optional fields are removed.

/** A user cannot undo a change of fields that are hidden from that user. */
export const mayRevert = (
  { permissions }: Standing,
  table: HistoryTable,
  fields: readonly ChangedField[] = [],
): boolean =>
  writesConfidential(permissions) ||
  (!CONFIDENTIAL_TABLES.has(table) &&
    !fields.some((field) => isConfidentialField(table, field.name) || isSaleStep(table, field)));

/** These confidential fields stay unchanged when a user without the right restores a row. */
export const leftAsTheyAre = <Table extends HistoryTable>(
  { permissions }: Standing,
  table: Table,
  row: Doc<Table>,
): Partial<Doc<Table>> =>
  writesConfidential(permissions)
    ? {}
    : (Object.fromEntries(
        (CONFIDENTIAL_FIELDS[table] ?? []).map((name) => [name, Reflect.get(row, name) as unknown]),
      ) as Partial<Doc<Table>>); // The fields belong to that row. Missing fields are undefined.
