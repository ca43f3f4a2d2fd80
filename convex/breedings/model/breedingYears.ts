/** Reads what a kennel's breedings and litters came to in each year, which follows their rows (tables/projections.ts). */
import { MAX_BREEDINGS_PER_KENNEL, MAX_REPORT_YEARS } from "../../../domain/breedings/rules";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";
import { asNew, followCounts, recount, sumChanges } from "../../changes/follow";
import { BREEDING_YEARS } from "../tables/projections";

/** The numbers of one year. */
export type BreedingYear = Omit<Doc<"breedingYears">, "_id" | "_creationTime" | "kennelId" | "year">;

/** Makes the numbers of a year in which nothing happened. */
export const emptyYear = (): BreedingYear => ({ ...BREEDING_YEARS.fresh });

/** How far the earliest time zone is ahead of UTC. */
const LATEST_ZONE_MS = 14 * 3_600_000;

/** Counts the kennel's years from its rows, whatever was counted before. */
export async function recountBreedingYears(ctx: MutationCtx, kennelId: Id<"kennels">): Promise<void> {
  const breedings = await ctx.db
    .query("breedings")
    .withIndex("by_kennel_and_date", (q) => q.eq("kennelId", kennelId))
    .take(MAX_BREEDINGS_PER_KENNEL);
  const litters = await ctx.db
    .query("litters")
    .withIndex("by_kennel_and_whelping_date", (q) => q.eq("kennelId", kennelId))
    .take(MAX_BREEDINGS_PER_KENNEL);
  const rows = [...asNew("breedings", breedings), ...asNew("litters", litters)];
  await recount(ctx, BREEDING_YEARS, kennelId, rows);
}

/** Marks a failed breeding whose day of mating had not come when it was last saved, and counts it no more. */
export async function settleCalledOff(ctx: MutationCtx, breeding: Doc<"breedings">): Promise<void> {
  const { _id, status, breedingDate, updatedAt } = breeding;
  // A day that has begun nowhere yet when the breeding was saved.
  const lastDay = new Date(updatedAt + LATEST_ZONE_MS).toISOString().slice(0, 10);
  if (status !== "failed" || breeding.isCalledOff !== undefined || breedingDate <= lastDay) return;
  await ctx.db.patch("breedings", _id, { isCalledOff: true });
  const after = { ...breeding, isCalledOff: true };
  await followCounts(ctx, [{ table: "breedings", before: breeding, after }]);
}

/** Reads the kennel's years without the matings that are still to come, whatever their status says. */
export async function readPastYears(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  today: string | undefined,
): Promise<ReadonlyMap<string, BreedingYear>> {
  const years = await readBreedingYears(ctx, kennelId);
  if (today === undefined) return years;
  const ahead = await ctx.db
    .query("breedings")
    .withIndex("by_kennel_and_date", (q) => q.eq("kennelId", kennelId).gt("breedingDate", today))
    .take(MAX_BREEDINGS_PER_KENNEL);
  for (const { kept, share, numbers } of sumChanges(asNew("breedings", ahead))) {
    const year = years.get(share.key?.year ?? "");
    if (kept !== BREEDING_YEARS || !year) continue;
    // The names of its own numbers.
    for (const [field, number] of Object.entries(numbers)) year[field as keyof BreedingYear] -= number;
  }
  return years;
}

/** Reads the kennel's years by their name. */
export async function readBreedingYears(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
): Promise<Map<string, BreedingYear>> {
  const rows = await ctx.db
    .query("breedingYears")
    .withIndex("by_kennel_and_year", (q) => q.eq("kennelId", kennelId))
    .order("desc")
    .take(MAX_REPORT_YEARS);
  return new Map(rows.map(({ _id, _creationTime, kennelId: _kennel, year, ...figures }) => [year, figures]));
}
