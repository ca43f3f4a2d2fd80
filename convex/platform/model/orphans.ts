/**
 * Children whose owner is deleted and that wait for their batch: nobody meets them any more. Most are found through
 * their owner alone, so they went with it; who reads whole tables, or the reminders of all dogs, asks here.
 */
import type { NamedTableInfo, OrderedQuery } from "convex/server";
import type { DataModel, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { cascadesOf } from "./cascadeBudget";
import { childrenIn } from "./deletionRules";

type Reminders = OrderedQuery<NamedTableInfo<DataModel, "reminders">>;

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

  /** Returns a query of reminders that leaves out those that wait for their batch. */
  among(reminders: Reminders): Reminders {
    const waiting = childrenIn("reminders").flatMap(({ field }) =>
      [...(this.owners.get(`reminders.${field}`) ?? [])].map((ownerId) => ({ field, ownerId })),
    );
    if (waiting.length === 0) return reminders;
    // For the seconds that the batches take; an index for it would cost every reminder a write.
    // oxlint-disable-next-line studbook/no-filter-in-query
    return reminders.filter((q) =>
      q.and(
        ...waiting.map(({ field, ownerId }) => q.neq<string | undefined>(q.field(field as "dogId"), ownerId)),
      ),
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
