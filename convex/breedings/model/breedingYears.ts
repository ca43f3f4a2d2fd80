/** Reads a kennel's yearly sums of breedings and litters. Projections update these sums (tables/projections.ts). */
import { MAX_BREEDINGS_PER_KENNEL, MAX_REPORT_YEARS } from "../../../domain/breedings/rules";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import { asNew, sumChanges } from "../../changes/follow";
import { BREEDING_YEARS } from "../tables/projections";

export type BreedingYear = Omit<Doc<"breedingYears">, "_id" | "_creationTime" | "kennelId" | "year">;

export const emptyYear = (): BreedingYear => ({ ...BREEDING_YEARS.fresh });

/** Leaves out future matings of any status. */
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
    // Each field of `numbers` is also a field of a year.
    for (const [field, number] of Object.entries(numbers)) year[field as keyof BreedingYear] -= number;
  }
  return years;
}

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
