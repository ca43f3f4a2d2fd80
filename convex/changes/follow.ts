/**
 * Updates counts and calculated values after rows have changed.
 * Counts: the projections in convex/projections.ts say what one row adds to a stored number. The changes of a
 * transaction are added up first. Each stored row is then read and written once, or not at all if its numbers are
 * unchanged.
 * Settles (convex/follows.ts): values that depend on several records of one owner, such as the newest dose of a
 * patient, are calculated once per owner at the end of each transaction that changed one of these records. Settles
 * run in the order of their list. A settle may read what an earlier settle wrote, never what a later settle writes.
 */
import { internal } from "../_generated/api";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";
import { rowsOf } from "../platform/model/changes/kennelTables";
import { isLocked, LOOK_AGAIN_MS } from "../platform/model/changes/restoreLocks";
import type { CountedTable, Key, KeptCount, Projection, Share } from "../platform/tables/projecting";
import { PROJECTIONS } from "../projections";
import { unchanged, type Former, type OwnerTable, type Settle, type Watch } from "./describing";

type Numbers = Record<string, number>;
type Fields = Record<string, number | Numbers>;
type KeptRow = { readonly _id: string } & Readonly<Record<string, unknown>>;

const BY_TABLE: ReadonlyMap<string, readonly Projection[]> = new Map(
  PROJECTIONS.map(({ table }) => [table, PROJECTIONS.filter((projection) => projection.table === table)]),
);

export const isProjected = (table: string): table is CountedTable => BY_TABLE.has(table);

/** Returns at most `most`. */
export const countedAtOnce = (table: string, most: number): number =>
  Math.min(most, ...(BY_TABLE.get(table) ?? []).map(({ atOnce = most }) => atOnce));

/** The rows are counted in the record that owns them. */
export const arePartsOf = (table: string): boolean =>
  (BY_TABLE.get(table) ?? []).some(({ kept }) => kept.index === undefined);

/** `before` is null for an inserted row, and `after` for a deleted row. */
export interface RowChange {
  readonly table: CountedTable;
  readonly before: object | null;
  readonly after: object | null;
}

export interface Sum {
  readonly kennelId: Id<"kennels">;
  readonly kept: KeptCount;
  readonly share: Omit<Share, "add">;
  readonly numbers: Numbers;
}

const nameOf = ({ table }: KeptCount, kennelId: Id<"kennels">, key: Key = {}): string =>
  [table, kennelId, ...Object.values(key)].join(" ");

export class Sums {
  private readonly byName = new Map<string, Sum>();

  add({ table, before, after }: RowChange): void {
    // The row after the change provides the other fields of a new stored row, so this row is added last.
    this.addRow(table, after, 1);
    this.addRow(table, before, -1);
  }

  list(): Sum[] {
    return [...this.byName.values()].filter(({ numbers }) => Object.values(numbers).some((n) => n !== 0));
  }

  of(kept: KeptCount, kennelId: Id<"kennels">, key?: Key): Numbers {
    return this.byName.get(nameOf(kept, kennelId, key))?.numbers ?? {};
  }

  private addRow(table: CountedTable, row: object | null, sign: 1 | -1): void {
    if (!row) return;
    // Every counted row belongs to a kennel, or is the kennel's own row.
    const { _id, kennelId = _id } = row as { _id: Id<"kennels">; kennelId?: Id<"kennels"> };
    for (const projection of BY_TABLE.get(table) ?? []) {
      const { kept } = projection;
      const found = projection.share(row);
      const shares = found === null ? [] : "add" in found ? [found] : found;
      for (const share of shares) this.addShare(kept, kennelId, share, sign);
    }
  }

  /** `sign` adds or subtracts the share. */
  addShare(kept: KeptCount, kennelId: Id<"kennels">, share: Share, sign: 1 | -1): void {
    const name = nameOf(kept, kennelId, share.key);
    const sum = this.byName.get(name) ?? { kennelId, kept, share, numbers: {} };
    for (const [field, number] of Object.entries(share.add)) {
      sum.numbers[field] = (sum.numbers[field] ?? 0) + sign * number;
    }
    this.byName.set(name, sum);
  }
}

export function sumChanges(changes: Iterable<RowChange>): Sum[] {
  const sums = new Sums();
  for (const change of changes) sums.add(change);
  return sums.list();
}

const pendingSums = new WeakMap<object, () => Sums>();

/** Other code of this transaction then reads counts that include the transaction's own changes. */
export const offerPending = (db: object, sums: () => Sums): void => void pendingSums.set(db, sums);

/** The stored row is written only at the end of the transaction. */
export const pendingOf = (
  ctx: { readonly db: object },
  kept: KeptCount,
  kennelId: Id<"kennels">,
  key?: Key,
): Numbers => pendingSums.get(ctx.db)?.().of(kept, kennelId, key) ?? {};

/** Subtracts a part that the record has already counted itself. */
export const leaveOut = (
  ctx: { readonly db: object },
  kept: KeptCount,
  kennelId: Id<"kennels">,
  share: Share,
): void => pendingSums.get(ctx.db)?.().addShare(kept, kennelId, share, -1);

/** The counts are as they will be after this transaction. */
export const withPending = <Row extends { readonly _id: string; readonly kennelId: Id<"kennels"> }>(
  ctx: { readonly db: object },
  kept: KeptCount,
  row: Row,
): Row => ({
  ...row,
  ...withNumbers(kept, row, pendingOf(ctx, kept, row.kennelId, { _id: row._id })),
});

/** The keys are the tables of the records that own the parts. */
export const FRESH_PARTS: ReadonlyMap<string, object> = new Map(
  PROJECTIONS.flatMap(({ kept }) => (kept.index === undefined ? [[kept.table, kept.fresh]] : [])),
);

/** A number that the row lacks is left out until a migration counts it. */
export function withNumbers({ fresh, late = [] }: KeptCount, row: object | null, numbers: Numbers): Fields {
  const fields: Fields = {};
  const old = (row ?? {}) as Partial<Fields>;
  for (const [name, number] of Object.entries(numbers)) {
    const [field = name, inner] = name.split(".");
    if (number === 0 || (row && old[field] === undefined && late.includes(field))) continue;
    // A list contains numbers by index, as an object does by name.
    const value = fields[field] ?? old[field] ?? (fresh[field] as Numbers | number | undefined) ?? 0;
    if (typeof value === "number" || inner === undefined) fields[field] = Number(value) + number;
    else fields[field] = { ...value, [inner]: (value[inner] ?? 0) + number };
  }
  return fields;
}

/** Zeros are left out. */
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
  // A list contains numbers by index, as an object does by name.
  const fields = structuredClone(fresh) as Fields;
  for (const [name, number] of Object.entries(numbers)) {
    const [field = name, inner] = name.split(".");
    const within = fields[field];
    if (inner !== undefined && typeof within === "object") within[inner] = number;
    else fields[field] = number;
  }
  return fields;
}

/** Only the projection knows the name of the table. */
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
    // A record that was deleted, earlier or in this transaction, has no counts.
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
    // In the kennel's own row only the changed counts are written.
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

export async function applySums(ctx: Pick<MutationCtx, "db">, sums: readonly Sum[]): Promise<void> {
  for (const sum of sums) await move(ctx.db as unknown as CountWriter, sum);
}

export async function followCounts(
  ctx: Pick<MutationCtx, "db">,
  changes: Iterable<RowChange>,
): Promise<void> {
  await applySums(ctx, sumChanges(changes));
}

/** The rows are counted for the first time, as if they were inserted. */
export const asNew = (table: CountedTable, rows: readonly object[]): RowChange[] =>
  rows.map((after) => ({ table, before: null, after }));

/** The rows were written without the change recorder. */
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

type AnyRow = { readonly _id: string } & Readonly<Record<string, unknown>>;

/** Later transactions settle the remaining owners. */
const atOnceOf = ({ isLight }: Settle): number => (isLight ? 1000 : 100);

const laterAtOnceOf = (settle: Settle): number => atOnceOf(settle) / 10;

const kennelOf = ({ _id, kennelId }: AnyRow): Id<"kennels"> =>
  // The row is the kennel's own row or belongs to a kennel.
  (kennelId ?? _id) as Id<"kennels">;

interface Watcher {
  readonly settle: Settle;
  readonly watch: Watch;
}

const watchers = new WeakMap<readonly Settle[], Map<string, readonly Watcher[]>>();

function watchersOf(settles: readonly Settle[], table: string): readonly Watcher[] {
  const known = watchers.get(settles) ?? new Map<string, readonly Watcher[]>();
  watchers.set(settles, known);
  const all = () => settles.flatMap((settle) => settle.watches.map((each) => ({ settle, watch: each })));
  const found = known.get(table) ?? all().filter((watcher) => watcher.watch.table === table);
  known.set(table, found);
  return found;
}

async function settleOwner(
  ctx: MutationCtx,
  settle: Settle,
  { id, kennelId }: { id: string; kennelId: Id<"kennels"> },
  former: Former,
): Promise<void> {
  const ids = settle.owners.map((table) => ({ table, id: ctx.db.normalizeId(table, id) }));
  const named = ids.find((each) => each.id !== null);
  const owner = named?.id ? await ctx.db.get(named.table, named.id) : null;
  if (owner) await settle.recalculate(ctx, owner, former);
  else await settle.letGo?.(ctx, kennelId, id);
}

export class Unsettled {
  private readonly owners = new Map<Settle, Map<string, Id<"kennels">>>();
  private readonly rows = new Map<Settle, Map<string, { readonly watch: Watch; readonly row: AnyRow }>>();
  /** Null for new rows. */
  private readonly before = new Map<string, { readonly table: string; readonly row: AnyRow | null }>();
  private current: { readonly settle: Settle; readonly owner: string } | null = null;

  constructor(private readonly settles: readonly Settle[]) {}

  note(table: string, id: string, { before, after }: { before: AnyRow | null; after: AnyRow | null }): void {
    const all = watchersOf(this.settles, table);
    if (all.length > 0 && !this.before.has(id)) this.before.set(id, { table, row: before });
    for (const { settle, watch: watched } of all) {
      if (before && after) {
        if (watched.fields.every((name) => before[name] === after[name])) continue;
      } else if (watched.isMember === false) continue;
      for (const row of [before, after]) if (row) this.noteRow(settle, watched, row);
    }
  }

  /** Without `isAll`, settles as many owners as one transaction can handle. */
  async settle(ctx: MutationCtx, isAll: boolean): Promise<void> {
    if (this.owners.size === 0 && this.rows.size === 0) return;
    for (const settle of this.settles) {
      await this.findOwners(ctx, settle);
      const owners = [...(this.owners.get(settle) ?? [])];
      const most = isAll ? owners.length : atOnceOf(settle);
      for (const [id, kennelId] of owners.slice(0, most)) {
        this.current = { settle, owner: id };
        await settleOwner(ctx, settle, { id, kennelId }, this.formerOf(settle, id));
        this.current = null;
      }
      const rest = owners.slice(most);
      for (const kennelId of new Set(rest.map(([, id]) => id))) {
        const own = rest.filter(([, id]) => id === kennelId).map(([id]) => id);
        await settleLater(ctx, { kennelId, name: settle.name, owners: own });
      }
      this.owners.delete(settle);
    }
    this.before.clear();
  }

  private formerOf(settle: Settle, owner: string): Former {
    return (table, rows) => {
      const watched = settle.watches.find((each) => each.table === table);
      const own = new Set<string>(rows.map(({ _id }) => _id));
      const stayed = rows.filter(({ _id }) => !this.before.has(_id));
      const was = [...this.before].filter(([id, { row, table: of }]) => {
        if (!row || of !== table) return false;
        // The rows belong to the watched table.
        return watched ? watched.ownerOf(row as unknown as Doc<OwnerTable>) === owner : own.has(id);
      });
      const changed = was.map(([, { row }]) => row as unknown as (typeof rows)[number]);
      return [...stayed, ...changed];
    };
  }

  private noteRow(settle: Settle, watched: Watch, row: AnyRow): void {
    // The rows belong to the watched table.
    const owner = watched.ownerOf(row as unknown as Doc<OwnerTable>);
    if (owner !== undefined) this.noteOwner(settle, owner, kennelOf(row));
    if (!watched.ownersOf) return;
    const rows = this.rows.get(settle) ?? new Map<string, { watch: Watch; row: AnyRow }>();
    this.rows.set(settle, rows.set(row._id, { watch: watched, row }));
  }

  private noteOwner(settle: Settle, owner: string, kennelId: Id<"kennels">): void {
    const { current } = this;
    // A settle's own changes of its owner must not start the same settle again.
    if (current?.settle === settle && current.owner === owner) return;
    if (current && this.settles.indexOf(settle) <= this.settles.indexOf(current.settle)) {
      throw new Error(`The settle of ${current.settle.name} writes what that of ${settle.name} depends on`);
    }
    const owners = this.owners.get(settle) ?? new Map<string, Id<"kennels">>();
    this.owners.set(settle, owners.set(owner, kennelId));
  }

  private async findOwners(ctx: QueryCtx, settle: Settle): Promise<void> {
    for (const { watch: watched, row } of this.rows.get(settle)?.values() ?? []) {
      const owners = await watched.ownersOf?.(ctx, row as unknown as Doc<OwnerTable>);
      for (const owner of owners ?? []) this.noteOwner(settle, owner, kennelOf(row));
    }
    this.rows.delete(settle);
  }
}

const open = new WeakMap<object, (ctx: MutationCtx) => Promise<void>>();

/** Models can settle owners before the transaction ends. */
export const offerSettling = (db: object, settle: (ctx: MutationCtx) => Promise<void>): void =>
  void open.set(db, settle);

/** A model that returns rows with calculated values calls this first. */
export const settleNow = async (ctx: MutationCtx): Promise<void> => await open.get(ctx.db)?.(ctx);

interface Rest {
  readonly kennelId: Id<"kennels">;
  readonly name: string;
  readonly owners: readonly string[];
}

export async function settleLater(ctx: MutationCtx, { owners, ...rest }: Rest, delayMs = 0): Promise<void> {
  if (owners.length === 0) return;
  await ctx.scheduler.runAfter(delayMs, internal.changes.later.settle, { ...rest, owners: [...owners] });
}

/** Schedules the remaining owners. Waits while the kennel is being restored. */
export async function settleSome(ctx: MutationCtx, settles: readonly Settle[], rest: Rest): Promise<void> {
  const settle = settles.find(({ name }) => name === rest.name);
  if (!settle) return;
  if (await isLocked(ctx, rest.kennelId)) return await settleLater(ctx, rest, LOOK_AGAIN_MS);
  const most = laterAtOnceOf(settle);
  for (const id of rest.owners.slice(0, most)) {
    await settleOwner(ctx, settle, { id, kennelId: rest.kennelId }, unchanged);
  }
  await settleLater(ctx, { ...rest, owners: rest.owners.slice(most) });
}
