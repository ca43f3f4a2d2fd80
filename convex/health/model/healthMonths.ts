/** Reads the number of health records per type and month, and their costs. */
import { HEALTH_RECORD_TYPES, type HealthRecordType } from "../../../domain/health/rules";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** No kennel can have more months with records. */
const MOST_MONTHS = 2000;

export type RecordCounts = Record<HealthRecordType, number>;

const noRecords = (): RecordCounts => ({
  examination: 0,
  treatment: 0,
  surgery: 0,
  vaccination: 0,
  test: 0,
  dental: 0,
  emergency: 0,
  other: 0,
});

/** The newest month is first. Without a period, all months are read. */
export async function readHealthMonths(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { from = "", to = "9999-12" }: { from?: string; to?: string } = {},
): Promise<Doc<"healthMonths">[]> {
  return await ctx.db
    .query("healthMonths")
    .withIndex("by_kennel_and_month", (q) => q.eq("kennelId", kennelId).gte("month", from).lte("month", to))
    .order("desc")
    .take(MOST_MONTHS);
}

export const countOf = ({ records }: Doc<"healthMonths">, type: HealthRecordType | null): number =>
  type === null
    ? HEALTH_RECORD_TYPES.reduce((sum, each) => sum + (records[each] ?? 0), 0)
    : (records[type] ?? 0);

export function sumByType(months: readonly Doc<"healthMonths">[]): RecordCounts {
  const sums = noRecords();
  for (const type of HEALTH_RECORD_TYPES) {
    for (const month of months) sums[type] += countOf(month, type);
  }
  return sums;
}

export async function countHealthRecords(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<number> {
  return (await readHealthMonths(ctx, kennelId)).reduce((sum, month) => sum + countOf(month, null), 0);
}
