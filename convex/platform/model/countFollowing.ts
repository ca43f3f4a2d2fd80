/**
 * Moves the kept counts with the rows that they count, by the projections of convex/projections.ts. The changes of a
 * transaction are added up first, so that each kept row is read and written once, and one that stays the same never.
 */
import type { Id } from "../../_generated/dataModel";
import type { MutationCtx } from "../../_generated/server";
import { PROJECTIONS } from "../../projections";
import { rowsOf } from "./kennelTables";
import type { CountedTable, Key, KeptCount, Projection, Share } from "../tables/projecting";

type Numbers = Record<string, number>;
type Fields = Record<string, number | Numbers>;
type KeptRow = { readonly _id: string } & Readonly<Record<string, unknown>>;

const BY_TABLE: ReadonlyMap<string, readonly Projection[]> = new Map(
  PROJECTIONS.map(({ table }) => [table, PROJECTIONS.filter((projection) => projection.table === table)]),
);

/** Says whether rows of a table are counted by a projection. */
export const isProjected = (table: string): table is CountedTable => BY_TABLE.has(table);

/** Says whether rows of a table are counted in the records whose parts they are. */
export const arePartsOf = (table: string): boolean =>
  (BY_TABLE.get(table) ?? []).some(({ kept }) => kept.index === undefined);

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

const nameOf = ({ table }: KeptCount, kennelId: Id<"kennels">, key: Key = {}): string =>
  [table, kennelId, ...Object.values(key)].join(" ");

/** What changes move, added up by kept row. */
export class Sums {
  private readonly byName = new Map<string, Sum>();

  /** Adds what one change moves. */
  add({ table, before, after }: RowChange): void {
    // What is there now names a new kept row.
    this.addRow(table, after, 1);
    this.addRow(table, before, -1);
  }

  /** Lists what moves. */
  list(): Sum[] {
    return [...this.byName.values()].filter(({ numbers }) => Object.values(numbers).some((n) => n !== 0));
  }

  /** Returns what moves in one kept row. */
  of(kept: KeptCount, kennelId: Id<"kennels">, key?: Key): Numbers {
    return this.byName.get(nameOf(kept, kennelId, key))?.numbers ?? {};
  }

  private addRow(table: CountedTable, row: object | null, sign: 1 | -1): void {
    if (!row) return;
    // Every counted row is of a kennel, or the kennel's own.
    const { _id, kennelId = _id } = row as { _id: Id<"kennels">; kennelId?: Id<"kennels"> };
    for (const projection of BY_TABLE.get(table) ?? []) {
      const { kept } = projection;
      const part = projection.share(row);
      if (part) this.addShare(kept, kennelId, part, sign);
    }
  }

  /** Adds what one row adds to a kept row, or takes it away. */
  addShare(kept: KeptCount, kennelId: Id<"kennels">, share: Share, sign: 1 | -1): void {
    const name = nameOf(kept, kennelId, share.key);
    const sum = this.byName.get(name) ?? { kennelId, kept, share, numbers: {} };
    for (const [field, number] of Object.entries(share.add)) {
      sum.numbers[field] = (sum.numbers[field] ?? 0) + sign * number;
    }
    this.byName.set(name, sum);
  }
}

/** Adds up by kept row what changes move. */
export function sumChanges(changes: Iterable<RowChange>): Sum[] {
  const sums = new Sums();
  for (const change of changes) sums.add(change);
  return sums.list();
}

const pendingSums = new WeakMap<object, () => Sums>();

/** Has the reads of a transaction's counts find what the transaction moves itself. */
export const offerPending = (db: object, sums: () => Sums): void => void pendingSums.set(db, sums);

/** Returns what this transaction moves in a kept row, which is written at its end. */
export const pendingOf = (
  ctx: { readonly db: object },
  kept: KeptCount,
  kennelId: Id<"kennels">,
  key?: Key,
): Numbers => pendingSums.get(ctx.db)?.().of(kept, kennelId, key) ?? {};

/** Leaves out of what this transaction moves a part that a record was counted with before the part came. */
export const leaveOut = (
  ctx: { readonly db: object },
  kept: KeptCount,
  kennelId: Id<"kennels">,
  share: Share,
): void => pendingSums.get(ctx.db)?.().addShare(kept, kennelId, share, -1);

/** Returns a record with the numbers of its parts as this transaction leaves them. */
export const withPending = <Row extends { readonly _id: string; readonly kennelId: Id<"kennels"> }>(
  ctx: { readonly db: object },
  kept: KeptCount,
  row: Row,
): Row => ({
  ...row,
  ...withNumbers(kept, row, pendingOf(ctx, kept, row.kennelId, { _id: row._id })),
});

/** Returns the numbers of its parts with which a record begins. */
export const noParts = (table: string): object =>
  PROJECTIONS.find(({ kept }) => kept.table === table && kept.index === undefined)?.kept.fresh ?? {};

/** Adds numbers to the fields of a kept row; those that it lacks and that are counted later stay away. */
export function withNumbers({ fresh, late = [] }: KeptCount, row: object | null, numbers: Numbers): Fields {
  const fields: Fields = {};
  const old = (row ?? {}) as Partial<Fields>;
  for (const [name, number] of Object.entries(numbers)) {
    const [field = name, inner] = name.split(".");
    if (number === 0 || (row && old[field] === undefined && late.includes(field))) continue;
    // Lists hold numbers by place as objects do by name.
    const value = fields[field] ?? old[field] ?? (fresh[field] as Numbers | number | undefined) ?? 0;
    if (typeof value === "number" || inner === undefined) fields[field] = Number(value) + number;
    else fields[field] = { ...value, [inner]: (value[inner] ?? 0) + number };
  }
  return fields;
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

function fieldsOf({ fresh }: KeptCount, numbers: Numbers): Fields {
  // Lists hold numbers by place as objects do by name.
  const fields = structuredClone(fresh) as Fields;
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
  get: (table: string, id: string) => Promise<KeptRow | null>;
  insert: (table: string, value: object) => Promise<unknown>;
  patch: (table: string, id: string, value: object) => Promise<void>;
  delete: (table: string, id: string) => Promise<void>;
}

interface Range {
  eq: (field: string, value: string) => Range;
}

async function move(db: CountWriter, { kennelId, kept, share, numbers }: Sum): Promise<void> {
  const { key, label } = share;
  const { index } = kept;
  if (index === undefined) {
    // One that is gone, by now or in this transaction, keeps no numbers.
    const record = await db.get(kept.table, key?._id ?? "");
    if (record) await db.patch(kept.table, record._id, withNumbers(kept, record, numbers));
    return;
  }
  const row = await db
    .query(kept.table)
    .withIndex(index, (q) =>
      Object.entries(key ?? {}).reduce(
        (range, [field, value]) => range.eq(field, value),
        q.eq("kennelId", kennelId),
      ),
    )
    .unique();
  if (!key) {
    // Of the one row of a kennel only the numbers are written that change.
    const fields = withNumbers(kept, row, numbers);
    if (!row) await db.insert(kept.table, { kennelId, ...kept.fresh, ...fields });
    else if (Object.keys(fields).length > 0) await db.patch(kept.table, row._id, fields);
    return;
  }
  const next = row ? numbersOf(kept, row) : {};
  for (const [name, number] of Object.entries(numbers)) next[name] = (next[name] ?? 0) + number;
  const left = Object.fromEntries(Object.entries(next).filter(([, number]) => number !== 0));
  const fields = fieldsOf(kept, left);
  if (!row) await db.insert(kept.table, { kennelId, ...key, ...label, ...fields });
  else if (Object.keys(left).length === 0) await db.delete(kept.table, row._id);
  else await db.patch(kept.table, row._id, fields);
}

/** Writes what moves. */
export async function applySums(ctx: Pick<MutationCtx, "db">, sums: readonly Sum[]): Promise<void> {
  for (const sum of sums) await move(ctx.db as unknown as CountWriter, sum);
}

/** Moves the kept counts by what became of rows in this transaction. */
export async function followCounts(
  ctx: Pick<MutationCtx, "db">,
  changes: Iterable<RowChange>,
): Promise<void> {
  await applySums(ctx, sumChanges(changes));
}

/** Makes the changes of rows that are new to the counts. */
export const asNew = (table: CountedTable, rows: readonly object[]): RowChange[] =>
  rows.map((after) => ({ table, before: null, after }));

/** Counts rows that came past the change recorder: in rows of counts, or in the records whose parts they are. */
export async function countRows(
  ctx: Pick<MutationCtx, "db">,
  table: CountedTable,
  rows: readonly object[],
  areParts = false,
): Promise<void> {
  const sums = sumChanges(asNew(table, rows));
  await applySums(
    ctx,
    sums.filter(({ kept }) => (kept.index === undefined) === areParts),
  );
}

/** Counts a kennel's rows into one kept count, whatever that said before. */
export async function recount(
  ctx: MutationCtx,
  kept: KeptCount,
  kennelId: Id<"kennels">,
  changes: readonly RowChange[],
): Promise<void> {
  const db = ctx.db as unknown as CountWriter;
  for (const { _id } of await rowsOf(ctx, kept.table, kennelId).collect()) await db.delete(kept.table, _id);
  const sums = sumChanges(changes).filter((sum) => sum.kept === kept);
  await applySums(ctx, sums);
}
