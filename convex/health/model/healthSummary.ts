/** A dog's health in numbers: the last checks, the next due dose and the costs. Source: decision GAP-HLT-11. */
import { v, type Infer } from "convex/values";
import {
  FOLLOW_UP_OPEN_DAYS,
  HEALTH_RECORD_TYPES,
  MAX_HEALTH_RECORDS_PER_DOG,
} from "../../../domain/health/rules";
import { addDays } from "../../../domain/dates/calendar-days";
import { isGone } from "../../../domain/dogs/standing";
import { dueStateOf } from "../../../domain/health/due-state";
import { readsConfidential } from "../../../domain/permissions/confidential";
import type { Doc } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { ReachedDog } from "../../platform/model/people/identity";
import { dosesOf } from "../../vaccinations/model/doseRows";
import { trustedToday } from "../../platform/model/people/today";
import { textOrNull } from "../../platform/tables/shared";
import { healthRecordTypeValidator } from "../tables/healthRecords";

export const healthSummaryShape = v.object({
  /** The most recent examination. */
  lastCheck: v.union(
    v.object({ recordId: v.id("healthRecords"), dateRecorded: v.string(), title: v.string() }),
    v.null(),
  ),
  /** The earliest due date, which may be overdue. */
  nextDue: v.union(
    v.object({
      vaccineName: v.string(),
      dueDate: v.string(),
      state: v.union(v.literal("overdue"), v.literal("due_soon"), v.literal("current")),
    }),
    v.null(),
  ),
  /** The follow-ups of the future and of the last 90 days are counted. */
  openFollowUps: v.number(),
  nextFollowUpOn: textOrNull,
  counts: v.object({
    healthRecords: v.number(),
    immunizations: v.number(),
    byType: v.array(v.object({ recordType: healthRecordTypeValidator, count: v.number() })),
  }),
  /** Null without the right to money and contacts. */
  totalCostCents: v.union(v.number(), v.null()),
});
export type HealthSummary = Infer<typeof healthSummaryShape>;

const recordsOf = async (ctx: QueryCtx, { kennelId, _id }: Doc<"dogs">): Promise<Doc<"healthRecords">[]> =>
  await ctx.db
    .query("healthRecords")
    .withIndex("by_kennel_and_dog_and_date", (q) => q.eq("kennelId", kennelId).eq("dogId", _id))
    .order("desc")
    .take(MAX_HEALTH_RECORDS_PER_DOG);

/** Only the newest dose of each vaccine has a due date, and only while the dog is in the kennel. */
function nextDueOf(doses: readonly Doc<"immunizations">[], today: string): HealthSummary["nextDue"] {
  let first: HealthSummary["nextDue"] = null;
  for (const { vaccineName, dueOn: dueDate = null } of doses) {
    if (dueDate === null || (first && first.dueDate <= dueDate)) continue;
    first = { vaccineName, dueDate, state: dueStateOf(dueDate, today).state };
  }
  return first;
}

export async function summarizeHealth(
  ctx: QueryCtx,
  { dog, access }: ReachedDog,
  today: string,
): Promise<HealthSummary> {
  const day = trustedToday(today);
  const records = await recordsOf(ctx, dog);
  const doses = await dosesOf(ctx, dog.kennelId, { dogId: dog._id });
  const check = records.find(({ recordType }) => recordType === "examination");
  const openSince = addDays(day, -FOLLOW_UP_OPEN_DAYS);
  const followUps = (isGone(dog) ? [] : records)
    .flatMap(({ openFollowUpOn = "" }) => (openFollowUpOn >= openSince ? openFollowUpOn : []))
    .sort();
  return {
    lastCheck: check ? { recordId: check._id, dateRecorded: check.dateRecorded, title: check.title } : null,
    nextDue: nextDueOf(doses, day),
    openFollowUps: followUps.length,
    nextFollowUpOn: followUps[0] ?? null,
    counts: {
      healthRecords: records.length,
      immunizations: doses.length,
      byType: HEALTH_RECORD_TYPES.map((recordType) => ({
        recordType,
        count: records.filter((record) => record.recordType === recordType).length,
      })).filter(({ count }) => count > 0),
    },
    totalCostCents: readsConfidential(access.permissions)
      ? records.reduce((sum, { costCents = 0 }) => sum + costCents, 0)
      : null,
  };
}
