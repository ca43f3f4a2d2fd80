/** Reads how many breedings of each status the kennel has. */
import { BREEDING_STATUSES, type BreedingStatus } from "../../../domain/breedings/rules";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { noneOf, type Tally } from "../../platform/tables/tallies";

export type BreedingCounts = Tally<BreedingStatus>;

export async function getBreedingCounts(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<BreedingCounts> {
  const rows = await ctx.db
    .query("breedingCounts")
    .withIndex("by_kennel_and_status", (q) => q.eq("kennelId", kennelId))
    .take(BREEDING_STATUSES.length);
  const counts = noneOf(BREEDING_STATUSES);
  for (const { status, count } of rows) counts[status] = count;
  return counts;
}
