/** Keeps each kennel's row of maintained numbers; every change happens in the transaction of what it counts. */
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

type CountedField = "dogs" | "externalDogs";
type Counters = Pick<Doc<"kennelCounters">, CountedField>;

async function findRow(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Doc<"kennelCounters"> | null> {
  return await ctx.db
    .query("kennelCounters")
    .withIndex("by_kennel", (q) => q.eq("kennelId", kennelId))
    .unique();
}

/** Reads the kennel's numbers. */
export async function getCounters(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Counters> {
  return (await findRow(ctx, kennelId)) ?? { dogs: 0, externalDogs: 0 };
}

/** Adds `change` to one of the kennel's numbers. */
export async function adjustCounter(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  field: CountedField,
  change: number,
): Promise<void> {
  const row = await findRow(ctx, kennelId);
  if (row) {
    await ctx.db.patch("kennelCounters", row._id, { [field]: row[field] + change });
  } else {
    await ctx.db.insert("kennelCounters", { kennelId, dogs: 0, externalDogs: 0, [field]: change });
  }
}
