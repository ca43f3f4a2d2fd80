/**
 * Children whose owner is deleted and that wait for their batch: nobody meets them any more. Most are found through
 * their owner alone, so they went with it; who reads whole tables, or the reminders of all dogs, asks here.
 */
import type { Id } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import { cascadesOf } from "./cascadeBudget";
import { childrenIn } from "./deletionRules";

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
