/** Keeps each kennel's row of maintained numbers; every change happens in the transaction of what it counts. */
import { isCounted } from "../../domain/billing/dog-limit";
import { MAX_DOGS_PER_KENNEL } from "../../domain/constants/dogs";
import type { Doc, Id } from "../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../_generated/server";

type CountedField =
  "dogs" | "externalDogs" | "countedDogs" | "litters" | "finishedDoses" | "completedBookings";
type Counters = Pick<Doc<"kennelCounters">, Exclude<CountedField, "countedDogs">>;

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

/** Counts the dogs that count towards the plan's limit, where no number is kept yet. */
async function scanCountedDogs(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<number> {
  const dogs = await ctx.db
    .query("dogs")
    .withIndex("by_kennel_and_external_and_name", (q) => q.eq("kennelId", kennelId).eq("isExternal", false))
    .take(MAX_DOGS_PER_KENNEL);
  return dogs.filter((dog) => isCounted(dog.status)).length;
}

/** Answers how many of the kennel's dogs count towards the plan's limit. */
export async function getCountedDogs(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<number> {
  const row = await findRow(ctx, kennelId);
  return row ? (row.countedDogs ?? (await scanCountedDogs(ctx, kennelId))) : 0;
}

/** Adds `change` to the dogs that count towards the limit; called when the dogs are already changed. */
export async function adjustCountedDogs(
  ctx: MutationCtx,
  kennelId: Id<"kennels">,
  change: number,
): Promise<void> {
  const row = await findRow(ctx, kennelId);
  if (row && row.countedDogs === undefined) {
    await ctx.db.patch("kennelCounters", row._id, { countedDogs: await scanCountedDogs(ctx, kennelId) });
  } else if (change !== 0) {
    await adjustCounter(ctx, kennelId, "countedDogs", change);
  }
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
    await ctx.db.patch("kennelCounters", row._id, { [field]: (row[field] ?? 0) + change });
  } else {
    await ctx.db.insert("kennelCounters", {
      kennelId,
      dogs: 0,
      externalDogs: 0,
      countedDogs: 0,
      [field]: change,
    });
  }
}
