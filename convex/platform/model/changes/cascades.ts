/**
 * Limits how much one transaction deletes. Some rows are found only through their owner. They are deleted in the
 * owner's transaction while there is room, and otherwise in later batches. All other rows must be deleted in the
 * same transaction. If there are too many of them, TOO_MANY_AT_ONCE is thrown before the database would fail.
 * A transaction on Convex may read 4,096 index ranges. Each deleted record needs one range, and both limits stay
 * well below 4,096.
 * Users never see rows that wait for their batch. Most of these rows are found only through their deleted owner.
 * Queries over whole tables or over the reminders of all dogs use `Orphans` to leave these rows out.
 */
import { fail } from "../../../../domain/errors";
import type { Doc, Id } from "../../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../../_generated/server";
import { childrenIn } from "./deletionRules";

/** The limit of the owner's own transaction. */
export const CHILDREN_AT_ONCE = 500;

/** The limit counts records that are deleted or changed because another record is deleted. */
export const MAX_FOLLOWING_AT_ONCE = 2500;

/** Each cascade takes seconds. */
const MAX_CASCADES = 100;

export const cascadesOf = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Doc<"cascades">[]> =>
  await ctx.db
    .query("cascades")
    .withIndex("by_kennel", (q) => q.eq("kennelId", kennelId))
    .take(MAX_CASCADES);

/** A transaction leaves these children to batches. */
export interface LeftChildren {
  readonly kennelId: Id<"kennels">;
  /** One of the kinds in deletionRules.ts. */
  readonly kind: string;
  readonly ownerId: string;
}

export class CascadeBudget {
  readonly left: LeftChildren[] = [];
  private room = CHILDREN_AT_ONCE;
  private following = 0;
  private coming: ReadonlySet<string> | null = null;

  /** Returns all children, or none if they are left to batches. */
  async take<Row>(children: LeftChildren, query: Children<Row>): Promise<Row[]> {
    const rows = await query.take(this.room + 1);
    if (rows.length <= this.room) {
      this.room -= rows.length;
      return rows;
    }
    // Without this, each further owner would also read too many rows, although no room is left.
    this.room = 0;
    this.left.push(children);
    return [];
  }

  /** The transaction must delete or change these records. Throws TOO_MANY_AT_ONCE. */
  follow(count: number): void {
    this.following += count;
    if (this.following > MAX_FOLLOWING_AT_ONCE) fail("TOO_MANY_AT_ONCE", { count: this.following });
  }

  /** Throws STILL_MOVING while children of an owner are still being restored. */
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

/** The key is the database of the running transaction. */
const rooms = new WeakMap<object, CascadeBudget>();

export function openBudget(db: MutationCtx["db"]): CascadeBudget {
  const room = new CascadeBudget();
  rooms.set(db, room);
  return room;
}

/** A mutation without a budget stores nothing for an undo and leaves no rows to batches. */
const MAX_WITHOUT_ROOM = 4000;

/**
 * Other children are deleted in batches after the transaction. Throws STILL_MOVING while children of the record are
 * still being restored.
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

/** Throws TOO_MANY_AT_ONCE. */
export async function followingNow<Row>(
  ctx: MutationCtx,
  query: Children<Row>,
  lookups: 1 | 2 = 1,
): Promise<Row[]> {
  const rows = await query.take(MAX_FOLLOWING_AT_ONCE + 1);
  rooms.get(ctx.db)?.follow(lookups * rows.length);
  return rows;
}

/** These rows wait for their batch although their owner is already deleted. */
export class Orphans {
  private readonly owners = new Map<string, Set<string>>();

  constructor(left: readonly { readonly kind: string; readonly ownerId: string }[]) {
    for (const { kind, ownerId } of left) {
      this.owners.set(kind, (this.owners.get(kind) ?? new Set()).add(ownerId));
    }
  }

  has(table: string, row: object): boolean {
    if (this.owners.size === 0) return false;
    // The kinds name fields that exist in their tables.
    return Object.entries(row).some(([field, value]) =>
      this.owners.get(`${table}.${field}`)?.has(String(value)),
    );
  }

  /** Each owner has the field that refers to it. */
  ownersOf(table: string): { readonly field: string; readonly ownerId: string }[] {
    return childrenIn(table).flatMap(({ field }) =>
      [...(this.owners.get(`${table}.${field}`) ?? [])].map((ownerId) => ({ field, ownerId })),
    );
  }
}

export async function readOrphans(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Orphans> {
  const cascades = await cascadesOf(ctx, kennelId);
  return new Orphans(cascades.flatMap(({ work }) => (work.direction === "going" ? work.left : [])));
}

/** The row's owner is deleted, so the row waits for its batch. */
export async function isOrphan(ctx: QueryCtx, table: string, row: object): Promise<boolean> {
  // The kinds name fields that exist in their tables.
  const fields = row as Readonly<Record<string, unknown>>;
  for (const { field, owner } of childrenIn(table)) {
    const value = fields[field];
    if (typeof value !== "string") continue;
    const id = ctx.db.normalizeId(owner, value);
    if (id !== null && (await ctx.db.get(owner, id)) === null) return true;
  }
  return false;
}
