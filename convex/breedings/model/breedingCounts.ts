/** Reads the kennel's numbers of breedings by status. */
import { BREEDING_STATUSES, type BreedingStatus } from "../../../domain/constants/breedings";
import type { Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

export type BreedingCounts = Record<BreedingStatus, number>;

/** Numbers of a kennel without breedings. */
export const noBreedings = (): BreedingCounts => ({
  planned: 0,
  bred: 0,
  confirmed: 0,
  whelped: 0,
  completed: 0,
  failed: 0,
});

/** Adds all statuses up. */
export const totalOf = (counts: BreedingCounts): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0);

/** Reads the kennel's numbers. */
export async function getBreedingCounts(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<BreedingCounts> {
  const rows = await ctx.db
    .query("breedingCounts")
    .withIndex("by_kennel_and_status", (q) => q.eq("kennelId", kennelId))
    .take(BREEDING_STATUSES.length);
  const counts = noBreedings();
  for (const { status, count } of rows) counts[status] = count;
  return counts;
}
