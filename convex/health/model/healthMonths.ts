/** Reads the number of health records per type and month, and their costs. */
import { HEALTH_RECORD_TYPES, type HealthRecordType } from "../../../domain/health/rules";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";

/** The most months with records that are read. No kennel can have more. */
const MOST_MONTHS = 2000;

/** How many records of each type there are. */
export type RecordCounts = Record<HealthRecordType, number>;

/** Returns zero for every type. */
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

/** Reads the kennel's months in a period, or all of them, the newest first. */
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

/** Counts a month's records, of one type or all. */
export const countOf = ({ records }: Doc<"healthMonths">, type: HealthRecordType | null): number =>
  type === null
    ? HEALTH_RECORD_TYPES.reduce((sum, each) => sum + (records[each] ?? 0), 0)
    : (records[type] ?? 0);

/** Adds up the months by type. */
export function sumByType(months: readonly Doc<"healthMonths">[]): RecordCounts {
  const sums = noRecords();
  for (const type of HEALTH_RECORD_TYPES) {
    for (const month of months) sums[type] += countOf(month, type);
  }
  return sums;
}

/** Counts all of the kennel's health records. */
export async function countHealthRecords(ctx: QueryCtx, kennelId: Id<"kennels">): Promise<number> {
  return (await readHealthMonths(ctx, kennelId)).reduce((sum, month) => sum + countOf(month, null), 0);
}
