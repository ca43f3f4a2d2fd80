/**
 * Hides money and contacts from users without that right (domain/permissions/confidential.ts). Their queries read
 * from a database in which confidential fields and records do not exist, so no query, list, search, print or file
 * can contain them; the results of their changes are cleared of them; and a confidential value that they send is
 * refused, while everything they cannot see stays unchanged.
 */
import { failOnFields } from "../../../../domain/errors";
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
import type { Field } from "../../../../domain/records/fields";
import { headingOf } from "../../../../domain/records/record";
import type { Doc } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import type { Access } from "./identity";

type Reader = QueryCtx["db"];
type Row = Readonly<Record<string, unknown>> & { readonly _id: string };
/** Returns the visible part of a row; null if there is none. */
type Show = (row: Row) => Row | null;
type Standing = Pick<Access, "permissions">;
type Method = (...args: unknown[]) => unknown;

const without = (row: Row, names: readonly string[]): Row =>
  // A row is still a row without some of its fields.
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name))) as Row;

/** Removes hidden values within a row, at any depth. */
function cleared(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(cleared);
  if (typeof value !== "object" || value === null || value instanceof ArrayBuffer) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, each]: [string, unknown]) =>
      CONFIDENTIAL_NAMES.has(name) ? [] : [[name, cleared(each)]],
    ),
  );
}

/**
 * Shows the visible part of a change: that a hidden field changed stays visible, so that nobody undoes it unseen.
 */
function showChange(row: Row): Row | null {
  const { table, fields } = row as unknown as Doc<"changes">; // a row of that table
  if (CONFIDENTIAL_TABLES.has(table)) return null;
  if (!fields) return row;
  const shown = fields.map((field) =>
    isConfidentialField(table, field.name) ? { name: field.name, before: null, after: null } : field,
  );
  return fields.every(({ name }) => isConfidentialField(table, name)) ? null : { ...row, fields: shown };
}

/** The headings of a dog's confidential fields in a file. */
const HEADINGS: ReadonlySet<string> = new Set(
  Object.values(DOG_FIELDS).flatMap((field: Field) => (field.isConfidential ? [headingOf(field)] : [])),
);

/** The changes of dogs that an import would make, by the file's headings. */
interface Problems extends Row {
  readonly changes?: readonly { readonly fields: readonly { readonly label: string }[] }[];
}

/** Shows the visible part of an import's effects. */
function showProblems(row: Row): Row {
  const { changes, ...others } = row as Problems; // a row of that table
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
  activities: (row) => withoutConfidentialNews(row as Row & Doc<"activities">), // a row of that table
  // Rows of files of dogs, and former values of dogs.
  importRows: (row) => cleared(row) as Row,
  importSteps: (row) => cleared(row) as Row,
  importProblems: showProblems,
};

const isPromise = (value: unknown): value is Promise<unknown> =>
  typeof value === "object" && value !== null && "then" in value;

/** Shows the visible part of a query's result: one row, many, or a page of them. */
function shownOf(found: unknown, show: Show): unknown {
  if (typeof found !== "object" || found === null) return found;
  if (Array.isArray(found)) return found.flatMap((row: Row) => show(row) ?? []);
  if ("page" in found && Array.isArray(found.page)) return { ...found, page: shownOf(found.page, show) };
  return "_id" in found ? show(found as Row) : found;
}

async function* shownOneByOne(rows: AsyncIterable<unknown>, show: Show): AsyncGenerator<Row> {
  for await (const row of rows) {
    const shown = show(row as Row); // queries go through rows
    if (shown) yield shown;
  }
}

/** Rows that are skipped at most to find the requested number. */
const MOST_PASSED_OVER = 500;

async function takeShown(rows: AsyncIterable<unknown>, show: Show, count: number): Promise<Row[]> {
  const taken: Row[] = [];
  let read = 0;
  if (count > 0) {
    for await (const row of rows) {
      const shown = show(row as Row); // as above
      if (shown) taken.push(shown);
      read += 1;
      if (taken.length >= count || read >= count + MOST_PASSED_OVER) break;
    }
  }
  return taken;
}

/** Returns a query that reads like the given one and shows the visible parts of its rows. */
function concealedQuery<Query extends object>(query: Query, show: Show, areRowsLeftOut: boolean): Query {
  return new Proxy(query, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      const rows = target as Query & AsyncIterable<unknown>; // every query can be gone through
      if (name === Symbol.asyncIterator) return () => shownOneByOne(rows, show);
      if (areRowsLeftOut && name === "take")
        return async (count: number) => await takeShown(rows, show, count);
      if (areRowsLeftOut && name === "first") return async () => (await takeShown(rows, show, 1))[0] ?? null;
      return (...args: unknown[]): unknown => {
        // The query's own methods, called with it as `this`.
        const answer = (value as Method).apply(target, args);
        if (isPromise(answer)) return answer.then((found) => shownOf(found, show));
        return typeof answer === "object" && answer !== null
          ? concealedQuery(answer, show, areRowsLeftOut)
          : answer;
      };
    },
  });
}

/** Tables of which some rows are hidden. */
const LEAVING_ROWS_OUT: ReadonlySet<string> = new Set(["activities", "changes"]);

/** Returns a database without money and contacts. */
function concealed(db: Reader): Reader {
  return new Proxy(db, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== "function") return value;
      return (...args: unknown[]): unknown => {
        const answer = (value as Method).apply(target, args); // the database's own methods
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

/** Returns the database as a user may see it. */
export const readerFor = (db: Reader, { permissions }: Standing): Reader =>
  readsConfidential(permissions) ? db : concealed(db);

/** Returns the context in which a user's queries run. */
export const ctxFor = (ctx: QueryCtx, access: Standing): QueryCtx => ({
  ...ctx,
  db: readerFor(ctx.db, access),
});

/** Removes from a result what its reader may not see: null in its place. */
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

/**
 * Leaves the values that a user may change: a confidential value is refused at its field, and an empty one, as sent
 * by a form that did not show it, changes nothing. Throws VALIDATION_FAILED.
 */
export function admitted<Args extends object>({ permissions }: Standing, args: Args): Args {
  if (writesConfidential(permissions)) return args;
  const sent = Object.entries(args).filter(([name]) => CONFIDENTIAL_NAMES.has(name));
  failOnFields(
    Object.fromEntries(sent.filter(([, value]) => !isNothing(value)).map(([name]) => [name, REFUSAL])),
  );
  return Object.fromEntries(Object.entries(args).filter(([name]) => !CONFIDENTIAL_NAMES.has(name))) as Args; // fields of a change may be left out
}

/** Removes confidential values from a file's rows if its reader may not set them, or has left the kennel. */
export const admittedRows = <Value>(standing: Standing | null, rows: Value): Value =>
  standing && writesConfidential(standing.permissions) ? rows : (cleared(rows) as Value); // their optional fields alone are left out

/** Says whether a user can undo a change: not if that would change hidden fields. */
export const mayRevert = (
  { permissions }: Standing,
  table: HistoryTable,
  fields: readonly ChangedField[] = [],
): boolean =>
  writesConfidential(permissions) ||
  (!CONFIDENTIAL_TABLES.has(table) &&
    !fields.some((field) => isConfidentialField(table, field.name) || isSaleStep(table, field)));

/** Returns the confidential fields that stay unchanged when a user restores the rest of a row. */
export const leftAsTheyAre = <Table extends HistoryTable>(
  { permissions }: Standing,
  table: Table,
  row: Doc<Table>,
): Partial<Doc<Table>> =>
  writesConfidential(permissions)
    ? {}
    : (Object.fromEntries(
        (CONFIDENTIAL_FIELDS[table] ?? []).map((name) => [name, Reflect.get(row, name) as unknown]),
      ) as Partial<Doc<Table>>); // fields of that row, undefined where it has none
