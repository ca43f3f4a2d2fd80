/**
 * What records of one owner say of each other, such as which dose of a patient is the newest. It is calculated again
 * once per owner, at the end of each transaction that changed one of them. Settles run in the order of
 * convex/settles.ts, each once: one may depend on what an earlier one writes, never the other way round.
 */
import { internal } from "../../_generated/api";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { unchanged, type Former, type OwnerTable, type Settle, type Watch } from "./following";
import { isLocked, LOOK_AGAIN_MS } from "./restoreLocks";

type AnyRow = { readonly _id: string } & Readonly<Record<string, unknown>>;

/** Owners settled within the transaction; the rest is settled after it. */
const atOnceOf = ({ isLight }: Settle): number => (isLight ? 1000 : 100);

/** Owners settled in one transaction after it. */
const laterAtOnceOf = (settle: Settle): number => atOnceOf(settle) / 10;

const kennelOf = ({ _id, kennelId }: AnyRow): Id<"kennels"> =>
  // The row of a kennel, or one that names its kennel.
  (kennelId ?? _id) as Id<"kennels">;

interface Watcher {
  readonly settle: Settle;
  readonly watch: Watch;
}

const watchers = new WeakMap<readonly Settle[], Map<string, readonly Watcher[]>>();

/** Returns who depends on rows of a table. */
function watchersOf(settles: readonly Settle[], table: string): readonly Watcher[] {
  const known = watchers.get(settles) ?? new Map<string, readonly Watcher[]>();
  watchers.set(settles, known);
  const all = () => settles.flatMap((settle) => settle.watches.map((each) => ({ settle, watch: each })));
  const found = known.get(table) ?? all().filter((watcher) => watcher.watch.table === table);
  known.set(table, found);
  return found;
}

async function findOwner(ctx: QueryCtx, settle: Settle, id: string): Promise<Doc<OwnerTable> | null> {
  for (const table of settle.owners) {
    const owner = ctx.db.normalizeId(table, id);
    if (owner) return await ctx.db.get(table, owner);
  }
  return null;
}

/** What one transaction has to settle. */
export class Unsettled {
  private readonly owners = new Map<Settle, Map<string, Id<"kennels">>>();
  private readonly rows = new Map<Settle, Map<string, { readonly watch: Watch; readonly row: AnyRow }>>();
  /** The rows that have changed as they were; null for those that were not. */
  private readonly before = new Map<string, { readonly table: string; readonly row: AnyRow | null }>();
  private current: { readonly settle: Settle; readonly owner: string } | null = null;

  constructor(private readonly settles: readonly Settle[]) {}

  /** Notes what the change of a row concerns. */
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

  /** Settles all of it, or of each settle as much as a transaction has room for. */
  async settle(ctx: MutationCtx, isAll: boolean): Promise<void> {
    if (this.owners.size === 0 && this.rows.size === 0) return;
    for (const settle of this.settles) {
      await this.findOwners(ctx, settle);
      const owners = [...(this.owners.get(settle) ?? [])];
      const most = isAll ? owners.length : atOnceOf(settle);
      for (const [id] of owners.slice(0, most)) {
        const owner = await findOwner(ctx, settle, id);
        this.current = { settle, owner: id };
        if (owner) await settle.recalculate(ctx, owner, this.formerOf(settle, id));
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
        // Rows of the table that is asked for.
        return watched ? watched.ownerOf(row as unknown as Doc<OwnerTable>) === owner : own.has(id);
      });
      const changed = was.map(([, { row }]) => row as unknown as (typeof rows)[number]);
      return [...stayed, ...changed];
    };
  }

  private noteRow(settle: Settle, watched: Watch, row: AnyRow): void {
    // Rows of the table that the watch names.
    const owner = watched.ownerOf(row as unknown as Doc<OwnerTable>);
    if (owner !== undefined) this.noteOwner(settle, owner, kennelOf(row));
    if (!watched.ownersOf) return;
    const rows = this.rows.get(settle) ?? new Map<string, { watch: Watch; row: AnyRow }>();
    this.rows.set(settle, rows.set(row._id, { watch: watched, row }));
  }

  private noteOwner(settle: Settle, owner: string, kennelId: Id<"kennels">): void {
    const { current } = this;
    // What it writes of the owner that it settles, it would only calculate again.
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

/** Lets the models of a transaction settle before its end. */
export const offerSettling = (db: object, settle: (ctx: MutationCtx) => Promise<void>): void =>
  void open.set(db, settle);

/** Settles what has changed so far, for a model that returns settled rows. */
export const settleNow = async (ctx: MutationCtx): Promise<void> => await open.get(ctx.db)?.(ctx);

/** What is left to settle of a kennel. */
interface Rest {
  readonly kennelId: Id<"kennels">;
  readonly name: string;
  readonly owners: readonly string[];
}

/** Schedules what is left to settle. */
export async function settleLater(ctx: MutationCtx, { owners, ...rest }: Rest, delayMs = 0): Promise<void> {
  if (owners.length === 0) return;
  await ctx.scheduler.runAfter(delayMs, internal.platform.settling.settle, { ...rest, owners: [...owners] });
}

/** Settles some of what is left and schedules the rest; waits while the kennel is being restored. */
export async function settleSome(ctx: MutationCtx, settles: readonly Settle[], rest: Rest): Promise<void> {
  const settle = settles.find(({ name }) => name === rest.name);
  if (!settle) return;
  if (await isLocked(ctx, rest.kennelId)) return await settleLater(ctx, rest, LOOK_AGAIN_MS);
  const most = laterAtOnceOf(settle);
  for (const id of rest.owners.slice(0, most)) {
    const owner = await findOwner(ctx, settle, id);
    if (owner) await settle.recalculate(ctx, owner, unchanged);
  }
  await settleLater(ctx, { ...rest, owners: rest.owners.slice(most) });
}
