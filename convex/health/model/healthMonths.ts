/** Keeps how many health records of each type a month has and what they cost, in the transaction of every change. */
import { HEALTH_RECORD_TYPES, type HealthRecordType } from "../../../domain/constants/health";
import { monthOf } from "../../../domain/dates/months";
import type { Doc, Id } from "../../_generated/dataModel";
import type { MutationCtx, QueryCtx } from "../../_generated/server";

/** Months that a kennel can have records of: far beyond the longest that any kennel has stood. */
const MOST_MONTHS = 2000;

type Counted = Pick<Doc<"healthRecords">, "kennelId" | "dateRecorded" | "recordType" | "costCents">;

/** How many records of each type there are. */
export type RecordCounts = Record<HealthRecordType, number>;

/** Makes the counts of nothing. */
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

/** Adds a record to its month with 1, or takes it out with -1. */
export async function adjustHealthMonth(ctx: MutationCtx, record: Counted, change: 1 | -1): Promise<void> {
  const { kennelId, recordType } = record;
  const month = monthOf(record.dateRecorded);
  const row = await ctx.db
    .query("healthMonths")
    .withIndex("by_kennel_and_month", (q) => q.eq("kennelId", kennelId).eq("month", month))
    .unique();
  const records = { ...row?.records, [recordType]: (row?.records[recordType] ?? 0) + change };
  const costCents = (row?.costCents ?? 0) + change * (record.costCents ?? 0);
  if (!row) {
    await ctx.db.insert("healthMonths", { kennelId, month, records, costCents });
  } else if (Object.values(records).every((count) => count === 0)) {
    await ctx.db.delete("healthMonths", row._id);
  } else {
    await ctx.db.patch("healthMonths", row._id, { records, costCents });
  }
}

/** Reads the kennel's months from one to another, or all of them, the newest first. */
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

/** Counts a month's records, of one type or of all. */
export const countOf = ({ records }: Doc<"healthMonths">, type: HealthRecordType | null): number =>
  type === null
    ? HEALTH_RECORD_TYPES.reduce((sum, each) => sum + (records[each] ?? 0), 0)
    : (records[type] ?? 0);

/** Adds months up by type. */
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
