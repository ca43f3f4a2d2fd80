/**
 * Updates counts and calculated values after rows have changed. Counts: the projections in convex/projections.ts
 * say what one row adds to a stored number. The changes of a transaction are added up first. Each stored row is
 * then read and written once, or not at all if its numbers are unchanged. Settles (convex/follows.ts): some values
 * depend on several records of one owner, such as the newest dose of a patient. They are calculated once per owner,
 * at the end of each transaction that changed one of these records. Settles run once each, in the order of their
 * list. A settle may read what an earlier settle wrote, never what a later settle writes.
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

/** Says whether a projection counts the rows of a table. */
export const isProjected = (table: string): table is CountedTable => BY_TABLE.has(table);

/** Returns how many rows of a table one transaction may count; at most the given number. */
export const countedAtOnce = (table: string, most: number): number =>
  Math.min(most, ...(BY_TABLE.get(table) ?? []).map(({ atOnce = most }) => atOnce));

/** Says whether rows of a table are counted in the record that owns them. */
export const arePartsOf = (table: string): boolean =>
  (BY_TABLE.get(table) ?? []).some(({ kept }) => kept.index === undefined);

/** A row before and after the change; null if the row was inserted or deleted. */
export interface RowChange {
  readonly table: CountedTable;
  readonly before: object | null;
  readonly after: object | null;
}

/** The amounts that rows add to one stored row of counts. */
export interface Sum {
  readonly kennelId: Id<"kennels">;
  readonly kept: KeptCount;
  readonly share: Omit<Share, "add">;
  readonly numbers: Numbers;
}

const nameOf = ({ table }: KeptCount, kennelId: Id<"kennels">, key: Key = {}): string =>
  [table, kennelId, ...Object.values(key)].join(" ");

/** The amounts that a transaction's changes add to each stored row of counts. */
export class Sums {
  private readonly byName = new Map<string, Sum>();

  /** Adds the amounts of one change, or subtracts them. */
  add({ table, before, after }: RowChange): void {
    // The row after the change provides the other fields of a new stored row, so this row is added last.
    this.addRow(table, after, 1);
    this.addRow(table, before, -1);
  }

  /** Lists the stored rows of counts that change. */
  list(): Sum[] {
    return [...this.byName.values()].filter(({ numbers }) => Object.values(numbers).some((n) => n !== 0));
  }

  /** Returns the change of one stored row. */
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

  /** Adds or subtracts the amounts of one row in a stored row of counts. */
  addShare(kept: KeptCount, kennelId: Id<"kennels">, share: Share, sign: 1 | -1): void {
    const name = nameOf(kept, kennelId, share.key);
    const sum = this.byName.get(name) ?? { kennelId, kept, share, numbers: {} };
    for (const [field, number] of Object.entries(share.add)) {
      sum.numbers[field] = (sum.numbers[field] ?? 0) + sign * number;
    }
    this.byName.set(name, sum);
  }
}

/** Adds up the amounts that changes contribute to each stored row of counts. */
export function sumChanges(changes: Iterable<RowChange>): Sum[] {
  const sums = new Sums();
  for (const change of changes) sums.add(change);
  return sums.list();
}

const pendingSums = new WeakMap<object, () => Sums>();

/** Lets other code of this transaction read counts that include the transaction's own changes. */
export const offerPending = (db: object, sums: () => Sums): void => void pendingSums.set(db, sums);

/**
 * Returns this transaction's change of a stored row of counts. The row is written only at the end of the
 * transaction.
 */
export const pendingOf = (
  ctx: { readonly db: object },
  kept: KeptCount,
  kennelId: Id<"kennels">,
  key?: Key,
): Numbers => pendingSums.get(ctx.db)?.().of(kept, kennelId, key) ?? {};

/** Removes a part from this transaction's sums, because its record has already counted that part. */
export const leaveOut = (
  ctx: { readonly db: object },
  kept: KeptCount,
  kennelId: Id<"kennels">,
  share: Share,
): void => pendingSums.get(ctx.db)?.().addShare(kept, kennelId, share, -1);

/** Returns a record with the counts of its parts as they are after this transaction. */
export const withPending = <Row extends { readonly _id: string; readonly kennelId: Id<"kennels"> }>(
  ctx: { readonly db: object },
  kept: KeptCount,
  row: Row,
): Row => ({
  ...row,
  ...withNumbers(kept, row, pendingOf(ctx, kept, row.kennelId, { _id: row._id })),
});

/** The initial counts of a new record's parts, by the table of the record. */
export const FRESH_PARTS: ReadonlyMap<string, object> = new Map(
  PROJECTIONS.flatMap(({ kept }) => (kept.index === undefined ? [[kept.table, kept.fresh]] : [])),
);

/**
 * Adds numbers to the fields of a stored row. A number is left out if the row lacks it until a migration counts it.
 */
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

/** Returns the nonzero numbers of a stored row by name. */
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

/** The database with the type that this module needs: only the projection knows the name of the table. */
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

/** Writes the sums to the stored rows. */
export async function applySums(ctx: Pick<MutationCtx, "db">, sums: readonly Sum[]): Promise<void> {
  for (const sum of sums) await move(ctx.db as unknown as CountWriter, sum);
}

/** Adds this transaction's changes to the stored counts. */
export async function followCounts(
  ctx: Pick<MutationCtx, "db">,
  changes: Iterable<RowChange>,
): Promise<void> {
  await applySums(ctx, sumChanges(changes));
}

/** Returns changes that insert these rows, so that the rows are counted for the first time. */
export const asNew = (table: CountedTable, rows: readonly object[]): RowChange[] =>
  rows.map((after) => ({ table, before: null, after }));

/** Counts rows that were written without the change recorder, in rows of counts or in the records that own them. */
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

/** Counts a kennel's rows again and replaces one stored count. */
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

/** How many owners the transaction itself settles. Later transactions settle the remaining owners. */
const atOnceOf = ({ isLight }: Settle): number => (isLight ? 1000 : 100);

/** How many owners one later transaction settles. */
const laterAtOnceOf = (settle: Settle): number => atOnceOf(settle) / 10;

const kennelOf = ({ _id, kennelId }: AnyRow): Id<"kennels"> =>
  // The row is the kennel's own row or belongs to a kennel.
  (kennelId ?? _id) as Id<"kennels">;

interface Watcher {
  readonly settle: Settle;
  readonly watch: Watch;
}

const watchers = new WeakMap<readonly Settle[], Map<string, readonly Watcher[]>>();

/** Lists the settles that depend on rows of a table. */
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

/** Collects the owners that one transaction has to settle. */
export class Unsettled {
  private readonly owners = new Map<Settle, Map<string, Id<"kennels">>>();
  private readonly rows = new Map<Settle, Map<string, { readonly watch: Watch; readonly row: AnyRow }>>();
  /** The changed rows as they were before the transaction; null for new rows. */
  private readonly before = new Map<string, { readonly table: string; readonly row: AnyRow | null }>();
  private current: { readonly settle: Settle; readonly owner: string } | null = null;

  constructor(private readonly settles: readonly Settle[]) {}

  /** Adds the owners whose values the change of a row affects. */
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

  /** Settles all owners, or for each settle as many owners as one transaction can handle. */
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

/** Lets models settle owners before the transaction ends. */
export const offerSettling = (db: object, settle: (ctx: MutationCtx) => Promise<void>): void =>
  void open.set(db, settle);

/** Settles the changes so far, for a model that returns rows with calculated values. */
export const settleNow = async (ctx: MutationCtx): Promise<void> => await open.get(ctx.db)?.(ctx);

/** The owners in a kennel that remain to be settled. */
interface Rest {
  readonly kennelId: Id<"kennels">;
  readonly name: string;
  readonly owners: readonly string[];
}

/** Schedules the settling of the remaining owners. */
export async function settleLater(ctx: MutationCtx, { owners, ...rest }: Rest, delayMs = 0): Promise<void> {
  if (owners.length === 0) return;
  await ctx.scheduler.runAfter(delayMs, internal.changes.later.settle, { ...rest, owners: [...owners] });
}

/** Settles some of the remaining owners and schedules the remainder; waits while the kennel is being restored. */
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
