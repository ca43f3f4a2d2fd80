/**
 * How much one transaction deletes. Children that nothing but their owner leads to are deleted with it while there is
 * room, and left to batches beyond it; what must go at once has a bound of its own, above which a clear refusal stands
 * in place of the database's. Both bounds keep well inside the 4,096 ranges that Convex lets a transaction read, of
 * which each deleted record takes one. Nobody meets what waits for its batch: most children are found through their
 * owner alone, so they went with it; who reads whole tables, or the reminders of all dogs, asks here.
 */
import { fail } from "../../../../domain/errors";
import type { Doc, Id } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";
import { childrenIn } from "./deletionRules";

/** Children deleted in the transaction of their owners' deletion. */
export const CHILDREN_AT_ONCE = 500;

/** Records that one transaction deletes or changes because another goes. */
export const MAX_FOLLOWING_AT_ONCE = 2500;

/** Cascades of one kennel at a time: each takes seconds. */
const MAX_CASCADES = 100;

/** Lists what is on its way in a kennel. */
export const cascadesOf = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Doc<"cascades">[]> =>
  await ctx.db
    .query("cascades")
    .withIndex("by_kennel", (q) => q.eq("kennelId", kennelId))
    .take(MAX_CASCADES);

/** Children that a transaction leaves to batches. */
export interface LeftChildren {
  readonly kennelId: Id<"kennels">;
  /** A kind of deletionRules.ts. */
  readonly kind: string;
  readonly ownerId: string;
}

/** The room of one transaction. */
export class CascadeBudget {
  readonly left: LeftChildren[] = [];
  private room = CHILDREN_AT_ONCE;
  private following = 0;
  private coming: ReadonlySet<string> | null = null;

  /** Returns the children that are to be deleted now: all of them, or none where they are left to batches. */
  async take<Row>(children: LeftChildren, query: Children<Row>): Promise<Row[]> {
    const rows = await query.take(this.room + 1);
    if (rows.length <= this.room) {
      this.room -= rows.length;
      return rows;
    }
    // What is left of the room is given up, or each further owner would read as many rows again.
    this.room = 0;
    this.left.push(children);
    return [];
  }

  /** Counts records that follow at once; throws TOO_MANY_AT_ONCE. */
  follow(count: number): void {
    this.following += count;
    if (this.following > MAX_FOLLOWING_AT_ONCE) fail("TOO_MANY_AT_ONCE", { count: this.following });
  }

  /** Throws STILL_MOVING while children of an owner are still coming back. */
  async checkAllBack(ctx: QueryCtx, kennelId: Id<"kennels">, ownerId: string): Promise<void> {
    this.coming ??= new Set(
      (await cascadesOf(ctx, kennelId)).flatMap(({ work }) =>
        work.direction === "coming" ? work.owners.map(({ to }) => to) : [],
      ),
    );
    if (this.coming.has(ownerId)) fail("STILL_MOVING");
  }
}

interface Children<Row> {
  take: (count: number) => Promise<Row[]>;
}

/** The rooms of running transactions, by the database that they write to. */
const rooms = new WeakMap<object, CascadeBudget>();

/** Opens the room of a transaction. */
export function openBudget(db: MutationCtx["db"]): CascadeBudget {
  const room = new CascadeBudget();
  rooms.set(db, room);
  return room;
}

/** Children that a mutation without a room deletes: of these nothing is kept, so there is nothing to leave. */
const MAX_WITHOUT_ROOM = 4000;

/**
 * Returns the children of a record that goes which the caller is to delete now; those that it does not return go in
 * batches after the transaction. Throws STILL_MOVING while children of that record are still coming back.
 */
export async function childrenNow<Row>(
  ctx: MutationCtx,
  children: LeftChildren,
  query: Children<Row>,
): Promise<Row[]> {
  const room = rooms.get(ctx.db);
  if (!room) return await query.take(MAX_WITHOUT_ROOM);
  await room.checkAllBack(ctx, children.kennelId, children.ownerId);
  return await room.take(children, query);
}

/** Returns the rows that this transaction deletes or changes because another goes; throws TOO_MANY_AT_ONCE. */
export async function followingNow<Row>(
  ctx: MutationCtx,
  query: Children<Row>,
  lookups: 1 | 2 = 1,
): Promise<Row[]> {
  const rows = await query.take(MAX_FOLLOWING_AT_ONCE + 1);
  rooms.get(ctx.db)?.follow(lookups * rows.length);
  return rows;
}

/** What waits for its batch in a kennel. */
export class Orphans {
  private readonly owners = new Map<string, Set<string>>();

  constructor(left: readonly { readonly kind: string; readonly ownerId: string }[]) {
    for (const { kind, ownerId } of left) {
      this.owners.set(kind, (this.owners.get(kind) ?? new Set()).add(ownerId));
    }
  }

  /** Says whether a row of a table waits for its batch. */
  has(table: string, row: object): boolean {
    if (this.owners.size === 0) return false;
    // The kinds name the fields of their tables.
    return Object.entries(row).some(([field, value]) =>
      this.owners.get(`${table}.${field}`)?.has(String(value)),
    );
  }

  /** Lists the owners whose rows of a table wait, each with the field that names it. */
  ownersOf(table: string): { readonly field: string; readonly ownerId: string }[] {
    return childrenIn(table).flatMap(({ field }) =>
      [...(this.owners.get(`${table}.${field}`) ?? [])].map((ownerId) => ({ field, ownerId })),
    );
  }
}

/** Reads what waits for its batch in a kennel. */
export async function readOrphans(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Orphans> {
  const cascades = await cascadesOf(ctx, kennelId);
  return new Orphans(cascades.flatMap(({ work }) => (work.direction === "going" ? work.left : [])));
}

/** Says whether what a row belongs to is gone, so that the row waits for its batch. */
export async function isOrphan(ctx: QueryCtx, table: string, row: object): Promise<boolean> {
  // The kinds name the fields of their tables.
  const fields = row as Readonly<Record<string, unknown>>;
  for (const { field, owner } of childrenIn(table)) {
    const value = fields[field];
    if (typeof value !== "string") continue;
    const id = ctx.db.normalizeId(owner, value);
    if (id !== null && (await ctx.db.get(owner, id)) === null) return true;
  }
  return false;
}
