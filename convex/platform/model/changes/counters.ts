/**
 * Reads the row with a kennel's stored counts. changes/follow.ts updates this row with every change of a counted
 * row.
 */
import { isCounted } from "../../../../domain/billing/dog-limit";
import { DOG_STATUSES, MAX_DOGS_PER_KENNEL, type DogStatus } from "../../../../domain/dogs/rules";
import type { Doc, Id } from "../../../_generated/dataModel";
import type { QueryCtx } from "../../../_generated/server";
import { COUNTERS } from "../../tables/kennelCounters";
import { noneOf, type Tally } from "../../tables/tallies";
import { pendingOf, withNumbers } from "../../../changes/follow";

type Row = Doc<"kennelCounters">;

/** Returns null if nothing was counted yet. */
export async function findCounters(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<Row | null> {
  return await ctx.db
    .query("kennelCounters")
    .withIndex("by_kennel", (q) => q.eq("kennelId", kennelId))
    .unique();
}

/** The counts include the changes of the running transaction. */
export async function getCounters(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
): Promise<Omit<Row, "_id" | "_creationTime" | "kennelId">> {
  const row = await findCounters(ctx, kennelId);
  const moved = withNumbers(COUNTERS, row, pendingOf(ctx, COUNTERS, kennelId));
  return {
    ...COUNTERS.fresh,
    ...(row && { countedDogs: undefined, dogsByStatus: undefined }),
    ...row,
    ...moved,
  };
}

export type DogsByStatus = Tally<DogStatus>;

export async function scanStatuses(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<DogsByStatus> {
  const counts = noneOf(DOG_STATUSES);
  const dogs = await ctx.db
    .query("dogs")
    .withIndex("by_kennel_and_external_and_name", (q) => q.eq("kennelId", kennelId).eq("isExternal", false))
    .take(MAX_DOGS_PER_KENNEL);
  for (const { status } of dogs) counts[status] += 1;
  return counts;
}

export const countedOf = (counts: DogsByStatus): number =>
  DOG_STATUSES.filter(isCounted).reduce((sum, status) => sum + counts[status], 0);

export const getDogsByStatus = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<DogsByStatus> =>
  (await getCounters(ctx, kennelId)).dogsByStatus ?? (await scanStatuses(ctx, kennelId));

/** These dogs count towards the plan's limit. */
export const getCountedDogs = async (ctx: QueryCtx, kennelId: Id<"kennels">): Promise<number> =>
  (await getCounters(ctx, kennelId)).countedDogs ?? countedOf(await scanStatuses(ctx, kennelId));
