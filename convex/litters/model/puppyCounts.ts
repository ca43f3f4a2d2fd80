/** Reads how many puppies of each status the kennel has. */
import { PUPPY_STATUSES, type PuppyStatus } from "../../../domain/litters/rules";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { noneOf, type Tally } from "../../platform/tables/tallies";

export type PuppyCounts = Tally<PuppyStatus>;

export async function getPuppyCounts(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<PuppyCounts> {
  const rows = await ctx.db
    .query("puppyCounts")
    .withIndex("by_kennel_and_status", (q) => q.eq("kennelId", kennelId))
    .take(PUPPY_STATUSES.length);
  const counts = noneOf(PUPPY_STATUSES);
  for (const { status, count } of rows) counts[status] = count;
  return counts;
}
