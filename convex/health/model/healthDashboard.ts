/**
 * The health dashboard: due dogs, follow-ups, and the kennel's numbers. Every number is read from an index or from
 * stored counts. Sources: rules HLT-06 and HLT-07, decisions GAP-HLT-09 and GAP-HLT-11.
 */
import { v, type Infer } from "convex/values";
import {
  DUE_SOON_DAYS,
  FOLLOW_UP_OPEN_DAYS,
  HEALTH_DASHBOARD_ENTRIES,
  HEALTH_RECORD_TYPES,
  HEALTH_STATISTICS_MONTHS,
  MOST_FOLLOW_UPS,
} from "../../../domain/health/rules";
import { addDays } from "../../../domain/dates/calendar-days";
import { addMonths, monthOf } from "../../../domain/dates/months";
import { isGone } from "../../../domain/dogs/standing";
import { readsConfidential } from "../../../domain/permissions/confidential";
import type { Doc, Id } from "../../_generated/dataModel";
import type { QueryCtx } from "../../_generated/server";
import type { Access } from "../../platform/model/people/identity";
import { healthRecordTypeValidator } from "../tables/healthRecords";
import { getCounters } from "../../platform/model/changes/counters";
import { countOf, readHealthMonths, sumByType } from "./healthMonths";
import { dogReader, healthDogShape } from "./healthDogs";
import { checkToday } from "../../platform/model/people/today";
import { doses, type ImmunizationEntry } from "../../vaccinations/model/immunizations";
import { FIRST_DAY, VaccinationDays, type Days } from "../../vaccinations/model/vaccinationMonths";
import { countDue, daysOfTab, dosesDue } from "../../vaccinations/model/vaccinationSchedule";

export const followUpShape = v.object({
  _id: v.id("healthRecords"),
  dog: healthDogShape,
  title: v.string(),
  followUpDate: v.string(),
});
type FollowUp = Infer<typeof followUpShape>;

const statisticsFields = {
  totalDogs: v.number(),
  upcomingVaccinationsCount: v.number(),
  overdueVaccinationsCount: v.number(),
  upcomingFollowUpsCount: v.number(),
  overdueFollowUpsCount: v.number(),
  totalHealthRecords: v.number(),
};

export const healthDashboardShape = v.object({
  statistics: v.object(statisticsFields),
  /** The earliest due dates come first. The lists are limited; the counts include everything. */
  upcomingVaccinations: v.array(doses.shape),
  overdueVaccinations: v.array(doses.shape),
  upcomingFollowUps: v.array(followUpShape),
  overdueFollowUps: v.array(followUpShape),
});
export type HealthDashboard = Infer<typeof healthDashboardShape>;

/** Null without the right to money and contacts. */
const centsOrNull = v.union(v.number(), v.null());

export const healthStatisticsShape = v.object({
  ...statisticsFields,
  recordsByType: v.array(v.object({ recordType: healthRecordTypeValidator, count: v.number() })),
  /** The current month is included. The oldest month is first. */
  costsPerMonth: v.array(v.object({ month: v.string(), costCents: centsOrNull, records: v.number() })),
  totalCostCents: centsOrNull,
});
export type HealthStatistics = Infer<typeof healthStatisticsShape>;

type Months = readonly Doc<"healthMonths">[];

/** Upcoming and missed follow-ups have separate periods. */
const followUpDays = (today: string): { upcoming: Days; overdue: Days } => ({
  upcoming: { from: today, to: addDays(today, DUE_SOON_DAYS) },
  overdue: { from: addDays(today, -FOLLOW_UP_OPEN_DAYS), to: addDays(today, -1) },
});

/** The earliest follow-up is first. Dogs that are no longer in the kennel are left out. */
export async function openFollowUps(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  { from, to }: Days,
): Promise<Doc<"healthRecords">[]> {
  const rows = await ctx.db
    .query("healthRecords")
    .withIndex("by_kennel_and_open_follow_up", (q) =>
      q.eq("kennelId", kennelId).gte("openFollowUpOn", from).lte("openFollowUpOn", to),
    )
    .take(MOST_FOLLOW_UPS);
  const gone = new Set<Id<"dogs">>();
  for (const dogId of new Set(rows.map((row) => row.dogId))) {
    const dog = await ctx.db.get("dogs", dogId);
    if (dog && isGone(dog)) gone.add(dogId);
  }
  return rows.filter((row) => !gone.has(row.dogId));
}

interface Numbers {
  readonly statistics: HealthDashboard["statistics"];
  readonly upcoming: readonly Doc<"healthRecords">[];
  readonly overdue: readonly Doc<"healthRecords">[];
}

async function readNumbers(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  months: Months,
  today: string,
): Promise<Numbers> {
  const days = followUpDays(today);
  const upcoming = await openFollowUps(ctx, kennelId, days.upcoming);
  const overdue = await openFollowUps(ctx, kennelId, days.overdue);
  const soon = daysOfTab("due_this_month", today);
  const doses = await VaccinationDays.read(ctx, kennelId, { from: FIRST_DAY, to: soon.to });
  const statistics = {
    totalDogs: (await getCounters(ctx, kennelId)).dogs,
    upcomingVaccinationsCount: countDue(doses, "due_this_month", today),
    overdueVaccinationsCount: countDue(doses, "overdue", today),
    upcomingFollowUpsCount: upcoming.length,
    overdueFollowUpsCount: overdue.length,
    totalHealthRecords: months.reduce((sum, month) => sum + countOf(month, null), 0),
  };
  return { statistics, upcoming, overdue };
}

async function listDue(ctx: QueryCtx, kennelId: Id<"kennels">, days: Days): Promise<ImmunizationEntry[]> {
  const rows = await dosesDue(ctx, kennelId, days).take(HEALTH_DASHBOARD_ENTRIES);
  return await Promise.all(rows.map(doses.answering(ctx)));
}

async function listFollowUps(ctx: QueryCtx, rows: readonly Doc<"healthRecords">[]): Promise<FollowUp[]> {
  const dogOf = dogReader(ctx);
  return await Promise.all(
    rows.slice(0, HEALTH_DASHBOARD_ENTRIES).map(async (row) => ({
      _id: row._id,
      dog: await dogOf(row),
      title: row.title,
      followUpDate: row.openFollowUpOn ?? "",
    })),
  );
}

/** The most urgent tasks are first. */
export async function describeHealthDashboard(
  ctx: QueryCtx,
  kennelId: Id<"kennels">,
  today: string,
): Promise<HealthDashboard> {
  checkToday(today);
  const months = await readHealthMonths(ctx, kennelId);
  const { statistics, upcoming, overdue } = await readNumbers(ctx, kennelId, months, today);
  return {
    statistics,
    upcomingVaccinations: await listDue(ctx, kennelId, daysOfTab("due_this_month", today)),
    overdueVaccinations: await listDue(ctx, kennelId, daysOfTab("overdue", today)),
    upcomingFollowUps: await listFollowUps(ctx, upcoming),
    overdueFollowUps: await listFollowUps(ctx, overdue),
  };
}

function costsPerMonth(
  months: Months,
  today: string,
  areCostsTold: boolean,
): HealthStatistics["costsPerMonth"] {
  const known = new Map(months.map((row) => [row.month, row]));
  return Array.from({ length: HEALTH_STATISTICS_MONTHS }, (_, index) => {
    const month = addMonths(monthOf(today), index + 1 - HEALTH_STATISTICS_MONTHS);
    const row = known.get(month);
    const costCents = areCostsTold ? (row?.costCents ?? 0) : null;
    return { month, costCents, records: row ? countOf(row, null) : 0 };
  });
}

export async function describeHealthStatistics(
  ctx: QueryCtx,
  { kennelId, permissions }: Access,
  today: string,
): Promise<HealthStatistics> {
  checkToday(today);
  const areCostsTold = readsConfidential(permissions);
  const months = await readHealthMonths(ctx, kennelId);
  const byType = sumByType(months);
  return {
    ...(await readNumbers(ctx, kennelId, months, today)).statistics,
    recordsByType: HEALTH_RECORD_TYPES.map((recordType) => ({
      recordType,
      count: byType[recordType],
    })).filter(({ count }) => count > 0),
    costsPerMonth: costsPerMonth(months, today, areCostsTold),
    totalCostCents: areCostsTold ? months.reduce((sum, { costCents }) => sum + costCents, 0) : null,
  };
}
