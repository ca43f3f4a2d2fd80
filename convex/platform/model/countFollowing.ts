/**
 * Moves the kept counts with the rows that they count, by the projections of convex/projections.ts. The changes of a
 * transaction are added up first, so that each kept row is read and written once, and one that stays the same never.
 */
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { PROJECTIONS } from "../../projections";
import type { CountedTable, KeptCount, Share } from "../tables/projecting";

type Numbers = Record<string, number>;
type KeptRow = { readonly _id: string } & Readonly<Record<string, unknown>>;

/** Says whether rows of a table are counted by a projection. */
export const isProjected = (table: string): table is CountedTable =>
  PROJECTIONS.some((projection) => projection.table === table);

/** What one row was and is; null where it was not, or is no more. */
export interface RowChange {
  readonly table: CountedTable;
  readonly before: object | null;
  readonly after: object | null;
}

/** What rows add to one kept row. */
export interface Sum {
  readonly kennelId: Id<"kennels">;
  readonly kept: KeptCount;
  readonly share: Omit<Share, "add">;
  readonly numbers: Numbers;
}

/** Adds up by kept row what changes move. */
export function sumChanges(changes: Iterable<RowChange>): Sum[] {
  const sums = new Map<string, Sum>();
  const add = (row: object | null, table: CountedTable, sign: 1 | -1): void => {
    if (!row) return;
    // Every counted row is of a kennel, or the kennel's own.
    const { _id, kennelId = _id } = row as { _id: Id<"kennels">; kennelId?: Id<"kennels"> };
    for (const projection of PROJECTIONS) {
      const part = projection.table === table ? projection.share(row) : null;
      if (!part) continue;
      const { kept } = projection;
      const name = JSON.stringify([kept.table, kennelId, part.key]);
      const sum = sums.get(name) ?? { kennelId, kept, share: part, numbers: {} };
      for (const [field, number] of Object.entries(part.add)) {
        sum.numbers[field] = (sum.numbers[field] ?? 0) + sign * number;
      }
      sums.set(name, sum);
    }
  };
  for (const { table, before, after } of changes) {
    // What is there now names a new kept row.
    add(after, table, 1);
    add(before, table, -1);
  }
  return [...sums.values()].filter(({ numbers }) => Object.values(numbers).some((number) => number !== 0));
}

/** Returns the numbers of a kept row by name, without those that are zero. */
export function numbersOf({ fresh }: KeptCount, row: object): Numbers {
  const fields = row as Readonly<Record<string, unknown>>;
  const numbers = Object.keys(fresh).flatMap((field): [string, number][] => {
    const value = fields[field];
    if (typeof value === "number") return [[field, value]];
    return Object.entries(value ?? {}).map(([name, number]) => [`${field}.${name}`, Number(number)]);
  });
  return Object.fromEntries(numbers.filter(([, number]) => number !== 0));
}

function fieldsOf({ fresh }: KeptCount, numbers: Numbers): Record<string, number | Numbers> {
  const fields = structuredClone(fresh) as Record<string, number | Numbers>;
  for (const [name, number] of Object.entries(numbers)) {
    const [field = name, inner] = name.split(".");
    const within = fields[field];
    if (inner !== undefined && typeof within === "object") within[inner] = number;
    else fields[field] = number;
  }
  return fields;
}

/** The database as it is called here: by the name of a table that only a projection knows. */
interface CountWriter {
  query: (table: string) => {
    withIndex: (index: string, range: (q: Range) => unknown) => { unique: () => Promise<KeptRow | null> };
  };
  insert: (table: string, value: object) => Promise<unknown>;
  patch: (table: string, id: string, value: object) => Promise<void>;
  delete: (table: string, id: string) => Promise<void>;
}

interface Range {
  eq: (field: string, value: string) => Range;
}

async function move(db: CountWriter, { kennelId, kept, share, numbers }: Sum): Promise<void> {
  const row = await db
    .query(kept.table)
    .withIndex(kept.index, (q) => q.eq("kennelId", kennelId).eq(kept.by, share.key))
    .unique();
  const next = row ? numbersOf(kept, row) : {};
  for (const [name, number] of Object.entries(numbers)) next[name] = (next[name] ?? 0) + number;
  const left = Object.fromEntries(Object.entries(next).filter(([, number]) => number !== 0));
  const fields = fieldsOf(kept, left);
  if (!row) await db.insert(kept.table, { kennelId, [kept.by]: share.key, ...share.label, ...fields });
  else if (Object.keys(left).length === 0) await db.delete(kept.table, row._id);
  else await db.patch(kept.table, row._id, fields);
}

/** Moves the kept counts by what became of rows in this transaction. */
export async function followCounts(
  ctx: Pick<MutationCtx, "db">,
  changes: Iterable<RowChange>,
): Promise<void> {
  for (const sum of sumChanges(changes)) await move(ctx.db as unknown as CountWriter, sum);
}

/** Counts rows that were not counted: they came past the change recorder, or everything is counted again. */
export const countRows = async (
  ctx: Pick<MutationCtx, "db">,
  table: CountedTable,
  rows: readonly object[],
): Promise<void> =>
  await followCounts(
    ctx,
    rows.map((after) => ({ table, before: null, after })),
  );
